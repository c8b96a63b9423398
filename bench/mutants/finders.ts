import type { Flow } from '../../src/engine/index.js';
import { findFlowIssues } from '../../src/resolvers/bots/findFlowIssues.js';
import { openCodeAnew } from '../../src/simulation/codeAnew.js';
import { explore } from '../../src/simulation/explore.js';
import type { ExploredBot } from '../../src/simulation/playMove.js';
import { shareOf } from '../../src/simulation/reached.js';
import { replayChat, type KeptChat } from '../../src/simulation/replayChat.js';

/** What is wrong with a flow, each thing by a key that is the same in a flow that has it, too. */
export type Found = ReadonlySet<string>;

/** What is known of a flow before it is changed. */
export interface Known {
  readonly issues: Found;
  readonly explored: Explored;
  readonly chats: readonly KeptChat[];
}

const NOWHERE = {
  credentials: new Map<string, string>(),
  bots: new Set<string>(),
  unpublished: new Set<string>(),
  endless: new Set<string>(),
  messenger: null,
  revision: null,
};

/** The issues that the checks find. */
export function issuesOf({ definition }: Flow): Found {
  const search = findFlowIssues(definition, NOWHERE, Infinity);
  for (;;) {
    const { done, value } = search.next();
    if (!done) continue;
    return new Set(
      value.map(({ code, groupId, blockId, itemId, edgeId, subject }) =>
        [code, groupId, blockId, itemId, edgeId, subject].join(' '),
      ),
    );
  }
}

/** What an exploration finds. */
export interface Explored {
  readonly faults: Found;
  /** What no chat came through, of each kind. */
  readonly missing: Found;
}

/** Explores a bot for a number of turns. */
export async function explored(bot: ExploredBot, turns: number): Promise<Explored> {
  const running = explore(bot, turns);
  let step = await running.next();
  while (!step.done) step = await running.next();
  const { faults, comparisons, reached } = step.value;
  const { groups, blocks, edges, outcomes } = shareOf(bot.flow, reached, comparisons);
  const missing = Object.entries({ groups, blocks, edges, outcomes }).flatMap(
    ([kind, { missingIds }]) => missingIds.map((id) => `${kind} ${id}`),
  );
  return { faults: new Set(faults.keys()), missing: new Set(missing) };
}

/** Whether one of the sets has what the other has not. */
export function hasMore(now: Found, before: Found): boolean {
  return [...now].some((key) => !before.has(key));
}

/** The first chat of which a replay does not say that it would be the same. */
export async function replayedOtherwise(
  { flow, ports, sandbox }: ExploredBot,
  chats: readonly KeptChat[],
): Promise<KeptChat | undefined> {
  const load = async () => Promise.reject(new Error('no other flow'));
  const target = {
    ports: { ...ports, flows: { ...ports.flows, load } },
    ...{ flow, runCode: openCodeAnew(sandbox, 'bench') },
    flowIdOf: async () => undefined,
  };
  for (const chat of chats) {
    const { outcome } = await replayChat(target, chat);
    if (outcome !== 'SAME') return chat;
  }
  return undefined;
}
