import { createKeyedMutex } from '../../src/chat/keyedMutex.js';
import type { ChatPorts } from '../../src/chat/ports.js';
import { createPreviewGate } from '../../src/chat/previewGate.js';
import type { Flow } from '../../src/engine/index.js';
import type { FlowStore } from '../../src/storage/flows.js';
import type { ChatRow } from '../../src/storage/hot/chats.js';
import { openPublished } from '../../src/storage/hot/published.js';
import { openRecentChats } from '../../src/storage/hot/recentChats.js';
import { openReplies } from '../../src/storage/hot/replies.js';
import { argumentsOf } from '../../src/storage/hot/turnWriter.js';
import type { GuardedTurn, TurnWrite } from '../../src/storage/hot/turnWrite.js';
import { newSession } from './chat.js';
import { standIn } from './standIn.js';

/** A chat as the fake store holds it, and what its turns left. */
export interface FakeChat {
  row: ChatRow;
  /** The events of each turn that was committed. */
  turns: unknown[][];
  /** The journal of the turn under way, by the number of the effect. */
  journal: Map<number, { hash: string; result: string; at: number }>;
  replies: Map<string, { requestHash: string; reply: string }>;
  /** How many starts are still to be refused. */
  refusedStarts: number;
}

/** What the statements of a turn do to one chat, in memory; tests change it as another process would. */
export interface FakeStore {
  readonly chat: FakeChat;
  /** What statements find that do nothing to the chat, by their names; nothing where absent. */
  readonly found: Record<string, readonly object[]>;
  /** The names of the statements that were run. */
  readonly ran: string[];
  /** Called before a statement is run, and after; one that throws is a crash there, one that waits a slow connection. */
  before: (name: string, values: readonly unknown[]) => void | Promise<void>;
  after: (name: string) => void | Promise<void>;
  readonly announced: string[];
  /** Milliseconds since 1970; goes on only where a test says so. */
  time: number;
  readonly ports: ChatPorts;
}

/** Opens a store with one chat of a flow, whose start was turn 1. */
export function openFakeStore(flow: Flow, ports: Partial<ChatPorts> = {}): FakeStore {
  const session = { ...newSession(flow, { isPreview: false, resultId: 'res_1' }) };
  const row = { id: 'ses_1', botId: 'bot', resultId: 'res_1', isPreview: false, isEnded: false };
  const place = { turn: 1, seq: 1, updatedAt: 0, fence: 0, lease: null };
  const store: FakeStore = {
    chat: {
      row: { ...row, ...place, state: session, allowedOrigins: [] },
      turns: [],
      journal: new Map(),
      replies: new Map(),
      refusedStarts: 0,
    },
    found: {},
    ran: [],
    before: () => undefined,
    after: () => undefined,
    announced: [],
    time: 1_000,
    ports: standIn({}),
  };
  const query = async ({ name = '', values = [] }: { name?: string; values?: unknown[] }) => {
    store.ran.push(name);
    await store.before(name, values);
    const rows = store.found[name] ?? statements[name]?.(store.chat, values) ?? [];
    await store.after(name);
    return { rows, rowCount: rows.length };
  };
  const turns: ChatPorts['turns'] = {
    async write(turn) {
      await argumentsOf(turn);
      const name = nameOf(turn);
      store.ran.push(name);
      await store.before(name, [turn]);
      const isWritten = turn.start ? begin(store.chat, turn) : commit(store.chat, turn);
      await store.after(name);
      return isWritten;
    },
  };
  const fakes: Partial<ChatPorts> = {
    turns,
    findPublished: openPublished(standIn({ query })),
    findReply: openReplies(standIn({ query })),
    pool: standIn({ query }),
    watchPool: standIn({ query }),
    flows: flowsOf(flow),
    recent: openRecentChats(),
    handleEffect: async () => ({ ok: true, value: 'done' }),
    mutex: createKeyedMutex(),
    announce: () => void store.announced.push('turn'),
    announceText: () => undefined,
    announceResults: (botId) => void store.announced.push(botId),
    now: () => store.time,
    sessionIdleDays: 7,
    // No news comes: whoever watches an effect waits for its end, all others for as long as they would.
    untilNotified: (_id, atMost, enough) =>
      new Promise((resolve) => {
        if (!enough) store.time += atMost;
        if (!enough || enough.aborted) resolve();
        enough?.addEventListener('abort', () => resolve());
      }),
    timeouts: fakeTimeouts,
    previewGate: createPreviewGate(),
    ...ports,
  };
  return Object.assign(store, { ports: fakes });
}

/** How long turns take and wait on the clock of a store, which a test may change. */
export const fakeTimeouts: ChatPorts['timeouts'] = {
  leaseLasts: 10_000,
  turnWithin: 1_000,
  turnLasts: 60_000,
  restrictedTurnLasts: 10_000,
};

/** Flows that are stored; what is saved counts as the first of them. */
export function flowsOf(first: Flow, ...others: readonly Flow[]): FlowStore {
  const known = new Map([first, ...others].map((flow) => [flow.id, flow]));
  return {
    async load(flowId) {
      const flow = known.get(flowId);
      if (!flow) throw new Error(`flow ${flowId} is not stored`);
      return flow;
    },
    save: async () => first,
    makeOwn: () => ({ flow: first, text: '{}' }),
  };
}

/** What each statement gives, and does to the chat, by its name. */
const statements: Readonly<
  Record<string, (chat: FakeChat, values: readonly unknown[]) => object[]>
> = {
  chat_load: ({ row }, [id]) => (id === row.id ? [{ chat: JSON.stringify(row) }] : []),
  chat_load_keyed: ({ row, replies }, [, key]) => [
    { chat: JSON.stringify({ ...row, kept: replies.get(String(key)) ?? null }) },
  ],
  reply_find: ({ replies }, [, scopes, keys]) =>
    [keys].flat().flatMap((key) => {
      const kept = replies.get(String(key));
      return kept ? [{ ...kept, scope: [scopes].flat()[0], key }] : [];
    }),
  lease_take(chat, [, , turn, fence, , ...entries]) {
    const { row } = chat;
    if (row.turn !== Number(turn) - 1 || row.fence !== fence || row.lease === 'held') return [];
    const [[, hash] = []] = entriesOf(entries);
    if (chat.journal.get(0)?.hash !== hash) chat.journal = new Map();
    chat.row = { ...row, fence: row.fence + 1, lease: 'held' };
    const [isSame] = [chat.journal.has(0)];
    if (!isSame) store(chat, entries);
    return [{ fence: row.fence + 1 }];
  },
  lease_keep(chat, [, , turn, fence, , ...entries]) {
    const { row } = chat;
    if (row.turn !== Number(turn) - 1 || row.fence !== fence || row.isEnded) return [];
    store(chat, entries);
    return [{ isHeld: true }];
  },
  lease_leave(chat, [, , fence]) {
    if (chat.row.fence === fence) chat.row = { ...chat.row, lease: 'left' };
    return [];
  },
  lease_answers: ({ journal }) => [...journal].map(([number, entry]) => ({ number, ...entry })),
};

/** What kind of write a turn is, as `ran` tells it. */
function nameOf({ write, guard, start, reply }: GuardedTurn): string {
  return [
    start ? 'start_commit' : 'turn_commit',
    ...(write.isOutsideFlow ? ['outside'] : []),
    ...(start?.isClaimed ? ['claimed'] : []),
    ...(guard.endsLease ? ['leased'] : []),
    ...(reply ? ['keyed'] : []),
  ].join('_');
}

/** A new chat in place of the one that was there. */
function begin(chat: FakeChat, { write, start, reply }: GuardedTurn): boolean {
  if (chat.refusedStarts > 0 || !start) {
    chat.refusedStarts -= 1;
    return false;
  }
  const { isClaimed: _, isNewResult: __, ...face } = start;
  chat.row = { ...chat.row, ...face, ...standAfter(write), id: write.sessionId };
  keep(chat, reply);
  return true;
}

/** The numbers, hashes, results and times of journal entries, as the statements are given them: one list each, the results as one text. */
function entriesOf(lists: readonly unknown[]): [number, string, string, number][] {
  const [numbers, hashes, all, times] = lists as [number[], string[], string, number[]]; // As `leases.ts` sends them.
  const results = (JSON.parse(all) as unknown[]).map((result) => JSON.stringify(result)); // Likewise.
  return numbers.map((number, place) => [
    number,
    hashes[place] ?? '',
    results[place] ?? '',
    times[place] ?? 0,
  ]);
}

function store(chat: FakeChat, lists: readonly unknown[]): void {
  for (const [number, hash, result, at] of entriesOf(lists)) {
    chat.journal.set(number, { hash, result, at });
  }
}

function commit(chat: FakeChat, { write, guard, reply }: GuardedTurn): boolean {
  const { row } = chat;
  const isOver = row.isEnded && !row.isPreview;
  if (row.turn !== write.turn - 1 || row.fence !== guard.fence || isOver) return false;
  if (reply && chat.replies.has(reply.key)) return false;
  chat.row = {
    ...row,
    ...standAfter(write),
    isEnded: write.isEnded,
    updatedAt: write.at,
    lease: null,
  };
  chat.turns.push([...write.events]);
  chat.journal.clear();
  keep(chat, reply);
  return true;
}

function standAfter({ turn, firstSeq, events, state }: TurnWrite) {
  return { turn, seq: firstSeq + events.length - 1, state: JSON.parse(state) as unknown };
}

function keep({ replies }: FakeChat, reply: GuardedTurn['reply']): void {
  if (reply) replies.set(reply.key, { requestHash: reply.requestHash, reply: reply.reply });
}
