import { textAt } from './parts.js';
import { queryGraphql } from './transports.js';

/** A shared view of the results of a bot, of the owner's; its id. */
export async function makeSharedView(url: string, botId: string): Promise<string> {
  const query = `mutation ($botId: ID!) {
    saveResultsView(input: { botId: $botId, name: "Shared", isShared: true }) { resultsView { id } } }`;
  const { data } = await queryGraphql(url, { query, variables: { botId } });
  return textAt(data, 'saveResultsView.resultsView.id');
}
