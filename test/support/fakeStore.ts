import { createKeyedMutex } from '../../src/chat/keyedMutex.js';
import type { ChatPorts } from '../../src/chat/ports.js';
import { createPreviewGate } from '../../src/chat/previewGate.js';
import type { Flow } from '../../src/engine/index.js';
import type { FlowStore } from '../../src/storage/flows.js';
import type { ChatRow } from '../../src/storage/hot/chats.js';
import { openPublished } from '../../src/storage/hot/published.js';
import { openRecentChats } from '../../src/storage/hot/recentChats.js';
import { openReplies, type KeptReply } from '../../src/storage/hot/replies.js';
import { argumentsOf } from '../../src/storage/hot/turnWriter.js';
import type { GuardedTurn, TurnWrite } from '../../src/storage/hot/turnWrite.js';
import { newSession } from './chat.js';
import { standIn } from './standIn.js';

/** A chat in the fake store, and what its turns have written. */
export interface FakeChat {
  row: ChatRow;
  /** The events of each turn that was committed. */
  turns: unknown[][];
  /** The effect journal of the current turn, by the number of the effect. */
  journal: Map<number, { hash: string; result: string; at: number }>;
  replies: Map<string, KeptReply>;
  /** How many of the next starts are refused. */
  refusedStarts: number;
}

/** A store of one chat in memory, with the statements of a turn; tests change its rows as another process would. */
export interface FakeStore {
  readonly chat: FakeChat;
  /** The rows that a statement finds, by its name, in place of what it would do to the chat. */
  readonly found: Record<string, readonly object[]>;
  /** The names of the statements that were run, in order. */
  readonly ran: string[];
  /** Called before and after each statement. A hook that throws acts as a crash there, one that waits as a slow connection. */
  before: (name: string, values: readonly unknown[]) => void | Promise<void>;
  after: (name: string) => void | Promise<void>;
  readonly announced: string[];
  /** The clock, in milliseconds since 1970: tests move it, and waits without a signal do. */
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
    moving: { isNone: false, targetOf: async () => undefined },
    handleEffect: async () => ({ ok: true, value: 'done' }),
    secretTexts: async () => [],
    mutex: createKeyedMutex(),
    announce: () => void store.announced.push('turn'),
    announceText: () => undefined,
    announceResults: (botId) => void store.announced.push(botId),
    announceMoves: (botId) => void store.announced.push(botId),
    announceChats: (workspaceId) => void store.announced.push(workspaceId),
    now: () => store.time,
    ...{ sessionIdleDays: 7, chatReplayDays: 7 },
    // No notification arrives. A wait with a signal lasts until the signal, any other for its longest time, which passes at once.
    untilNotified: (_id, atMost, signal) =>
      new Promise((resolve) => {
        if (!signal) store.time += atMost;
        if (!signal || signal.aborted) resolve();
        signal?.addEventListener('abort', () => resolve());
      }),
    timeouts: fakeTimeouts,
    previewGate: createPreviewGate(),
    ...ports,
  };
  return Object.assign(store, { ports: fakes });
}

/** Time-outs on the clock of the store. */
export const fakeTimeouts: ChatPorts['timeouts'] = {
  leaseLasts: 10_000,
  turnWithin: 1_000,
  turnLasts: 60_000,
  restrictedTurnLasts: 10_000,
};

/** A store of these flows; `save` always gives the first one. */
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

/** What each statement does to the chat, and the rows that it returns, by its name. */
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
    if (!chat.journal.has(0)) store(chat, entries);
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
  chat_state_write(chat, [, turn, fence, state, , endsLease]) {
    const { row } = chat;
    if (row.turn !== turn || row.fence !== fence || (row.isEnded && !row.isPreview)) return [];
    const lease = endsLease === true ? null : row.lease;
    chat.row = { ...row, state: JSON.parse(String(state)), fence: row.fence + 1, lease };
    if (endsLease === true) chat.journal = new Map();
    return [{ id: row.id }];
  },
  lease_answers: ({ journal }) => [...journal].map(([number, entry]) => ({ number, ...entry })),
};

/** The name of a write, as it appears in `ran`. */
function nameOf({ write, guard, start, reply }: GuardedTurn): string {
  return [
    start ? 'start_commit' : 'turn_commit',
    ...(write.isOutsideFlow ? ['outside'] : []),
    ...(start?.isClaimed ? ['claimed'] : []),
    ...(guard.endsLease ? ['leased'] : []),
    ...(reply ? ['keyed'] : []),
  ].join('_');
}

/** Replaces the chat by a new one; false where the start is refused. */
function begin(chat: FakeChat, { write, start, reply }: GuardedTurn): boolean {
  if (chat.refusedStarts > 0 || !start) {
    chat.refusedStarts -= 1;
    return false;
  }
  const { isClaimed: _, isNewResult: __, ...columns } = start;
  chat.row = { ...chat.row, ...columns, ...stateAfter(write), id: write.sessionId };
  keep(chat, reply);
  return true;
}

/** The entries of the journal (number, hash, result, time) from the lists that a statement gets; its results are one JSON text. */
function entriesOf(lists: readonly unknown[]): [number, string, string, number][] {
  const [numbers, hashes, texts, times] = lists as [number[], string[], string, number[]]; // As `leases.ts` sends them.
  const results = (JSON.parse(texts) as unknown[]).map((result) => JSON.stringify(result)); // Likewise.
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
    ...stateAfter(write),
    isEnded: write.isEnded,
    updatedAt: write.at,
    lease: null,
  };
  chat.turns.push([...write.events]);
  chat.journal.clear();
  keep(chat, reply, write);
  return true;
}

function stateAfter({ turn, firstSeq, events, state }: TurnWrite) {
  return { turn, seq: firstSeq + events.length - 1, state: JSON.parse(state) as unknown };
}

function keep({ replies }: FakeChat, reply: GuardedTurn['reply'], write?: TurnWrite): void {
  if (!reply) return;
  const { sessionId = '', turn = 0, firstSeq = 0, events = [] } = write ?? {};
  const lastSeq = firstSeq + events.length - 1;
  const logged = write ? { sessionId, turn, lastSeq, events: JSON.stringify(events) } : null;
  replies.set(reply.key, { requestHash: reply.requestHash, reply: reply.reply, logged });
}
