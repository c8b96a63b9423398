import type { Flow, FlowEdit } from '@parley/client';
import type { Stored } from '../../../packages/console/src/draft/draftSource.js';
import { ask } from '../../ask.js';
import type { BenchServer } from '../../server.js';
import type { StoredChange } from './account.js';

const QUERY = `query ($botId: ID!, $cursor: String) {
  bot(id: $botId) {
    draft
    revision
    changes(first: 100, after: $cursor) {
      nodes { revision clientMutationId edits }
      pageInfo { endCursor hasNextPage }
    }
  }
}`;

interface Answer {
  readonly data: {
    readonly bot: {
      readonly draft: Flow;
      readonly revision: number;
      readonly changes: {
        readonly nodes: readonly {
          readonly revision: number;
          readonly clientMutationId: string | null;
          readonly edits: readonly FlowEdit[] | null;
        }[];
        readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
      };
    };
  };
}

/** The stored draft of a bot, and its changes after a revision, the oldest first. */
export async function readBot(
  server: BenchServer,
  { botId, after }: { readonly botId: string; readonly after: number },
): Promise<{ readonly stored: Stored; readonly changes: readonly StoredChange[] }> {
  const found: StoredChange[] = [];
  for (let cursor: string | null = null; ;) {
    const body: object = { query: QUERY, variables: { botId, cursor } };
    const answer = (await (await ask(server, '/graphql', { body })).json()) as Answer;
    const { draft: flow, revision, changes } = answer.data.bot;
    for (const { clientMutationId: mark, ...change } of changes.nodes)
      if (change.revision > after) found.push({ mark, ...change });
    const isAll = changes.nodes.some((change) => change.revision <= after);
    if (isAll || !changes.pageInfo.hasNextPage)
      return { stored: { flow, revision }, changes: found.toReversed() };
    cursor = changes.pageInfo.endCursor;
  }
}
