import { type Fill, makeThings, makeWebhookAndFile } from '../operations/rows/things.js';
import type { TestApp } from '../support/app.js';
import { recordAt, textAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makeChatsView, makeSharedView, restOf } from '../support/useApp.js';
import { saveSignIn } from '../support/users.js';

/** Replaces the ids in the inputs of `mutationCases.ts` by those of records that are made for them. */
export async function fillCases(app: TestApp): Promise<Fill> {
  const rest = restOf(() => app);
  const known = await makeThings(rest, app.databaseUrl);
  const { workspaceId, botId } = await known({ workspaceId: '$workspaceId', botId: '$botId' });
  const { user } = await bodyOf(rest.readMe({}));
  const begun = `mutation { startResultsExport(input: { botId: "${String(botId)}" }) { job { id } } }`;
  const { data } = await queryGraphql(app.url, { query: begun });
  const more = {
    jobId: textAt(data, 'startResultsExport.job.id'),
    signInId: await saveSignIn(app.databaseUrl, user.id),
  };
  return async (sent) => {
    const text = JSON.stringify(sent);
    // Each test makes its own webhook, since some delete it.
    const isWebhook = /"\$(webhook|file)/.test(text);
    const made = isWebhook ? await makeWebhookAndFile(app.url, String(workspaceId)) : {};
    const isInbox = text.includes('"$chatsViewId"');
    const inbox = isInbox && { chatsViewId: await makeChatsView(app.url, String(workspaceId)) };
    const isView = text.includes('"$resultsViewId"');
    const view = isView && { resultsViewId: await makeSharedView(app.url, String(botId)) };
    const ids: Readonly<Record<string, string>> = { ...more, ...made, ...view, ...inbox };
    const named = text.replace(/"\$(\w+)"/g, (mention, name: string) =>
      name in ids ? JSON.stringify(ids[name]) : mention,
    );
    return known(recordAt(JSON.parse(named)));
  };
}
