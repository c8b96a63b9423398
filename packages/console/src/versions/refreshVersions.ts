import { Publishing, Versions, WaysToVersions } from '@parley/client/dashboard';
import { client } from '../app/server.js';

/** Reads again what is live and which versions there are, for all screens that show them. */
export async function refreshVersions(botId: string): Promise<void> {
  await Promise.all(
    [Versions, Publishing, WaysToVersions].map((document) =>
      client.query(document, { botId }, { requestPolicy: 'network-only' }).toPromise(),
    ),
  );
}
