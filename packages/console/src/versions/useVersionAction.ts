import { Publishing, Versions, WaysToVersions } from '@parley/client/dashboard';
import { client } from '../app/server.js';
import { type Action, useAction } from '../app/useAction.js';

/** Makes changes of the versions, stages or split of a bot. A change is over once all screens show it. */
export function useVersionAction(botId: string): Action {
  const action = useAction();
  return {
    ...action,
    run: async (changing, made) => action.run(shownAfter(changing, botId), made),
  };
}

/** Waits for a change, and reads again what is live and which versions there are. */
async function shownAfter<Data>(changing: Promise<Data>, botId: string): Promise<Data> {
  const data = await changing;
  await Promise.all(
    [Versions, Publishing, WaysToVersions].map((document) =>
      client.query(document, { botId }, { requestPolicy: 'network-only' }).toPromise(),
    ),
  );
  return data;
}
