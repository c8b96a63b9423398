import type { Pool } from 'pg';
import { remember } from '../src/chat/commit.js';
import { recordsOf } from '../src/chat/records.js';
import { seededEnv, startSession, step } from '../src/engine/index.js';
import type { Session, StepInput, StepResult } from '../src/engine/index.js';
import { loadChat } from '../src/storage/hot/chats.js';
import { openTurnWriter, type TurnWriter } from '../src/storage/hot/turnWriter.js';
import type { ChatStart, TurnWrite } from '../src/storage/hot/turnWrite.js';
import { openFlows } from '../src/storage/flows.js';
import { newResultId, newSessionId } from '../src/storage/newId.js';
import { openStorage } from '../src/storage/orm.js';
import { openRecentChats } from '../src/storage/hot/recentChats.js';
import { openPublished, type PublishedRow } from '../src/storage/hot/published.js';
import { ANSWER } from './flow.js';
import type { Caller, Target } from './target.js';

/** The bare statements, until closed. */
export interface Raw {
  /** Read and write of each turn, and the write alone. */
  readonly ways: readonly Target[];
  close(): Promise<void>;
}

/**
 * The statements of a turn and nothing else, sent from this process by the server's own functions over a pool of the
 * server's size: no HTTP, no GraphQL, no engine. The rows were computed once, by the engine, for the same flow. In one
 * target every turn reads its chat; in the other none does, as in a server that caches it.
 */
export async function openRaw(databaseUrl: string, publicId: string): Promise<Raw> {
  const storage = await openStorage({ url: databaseUrl });
  const sample = await takeSample(storage.chatPool, publicId);
  const stores = { pool: storage.chatPool, turns: openTurnWriter(storage.chatPool) };
  const way = (name: Target['name'], isRemembering: boolean): Target => ({
    name,
    openCaller: () => openCaller(stores, { ...sample, isRemembering }, publicId),
    cpuTime: () => {
      const { user, system } = process.cpuUsage();
      return user + system;
    },
  });
  return { ways: [way('raw', false), way('write', true)], close: () => storage.close() };
}

/** The rows of a start and of a later turn, apart from their place. */
interface Sample {
  readonly start: Written;
  readonly turn: Written;
  /** The rows of the later turn. */
  readonly session: Session;
}
type Written = Omit<TurnWrite, 'sessionId' | 'turn' | 'firstSeq'>;

async function takeSample(pool: Pool, publicId: string): Promise<Sample> {
  const { botId, flowId } = await published(pool, publicId);
  const flow = await openFlows(pool).load(flowId);
  const first = startSession({
    flow,
    botId,
    resultId: newResultId('abc'),
    isPreview: false,
    isStreamEnabled: false,
  });
  const take = (session: Session, input: StepInput): StepResult =>
    step(() => flow, session, input, seededEnv({ now: Date.now(), seed: publicId }));
  const answer = { type: 'message', message: { type: 'text', text: ANSWER } } as const;
  const start = take(first, { type: 'start' });
  const second = take(start.session, answer);
  // By the third turn every variable has its value, so later turns write the same rows.
  const third = take(second.session, answer);
  return { start: writtenBy(start), turn: writtenBy(third), session: third.session };
}

function writtenBy(turn: StepResult): Written {
  return { ...recordsOf(turn), at: Date.now() };
}

/** The guard of a turn without effects outside. */
const FREE = { fence: 0 } as const;

function openCaller(
  { pool, turns }: { readonly pool: Pool; readonly turns: TurnWriter },
  sample: Sample & { readonly isRemembering: boolean },
  publicId: string,
): Caller {
  const recent = openRecentChats();
  let sessionId = '';
  let resultId = '';
  return {
    chat: () => sessionId,
    async start() {
      const { botId } = await published(pool, publicId);
      sessionId = newSessionId('abc');
      resultId = newResultId('abc');
      const write = { ...ofResult(sample.start, resultId), sessionId, turn: 1, firstSeq: 1 };
      await turns.write({ write, guard: FREE, start: chatStart(botId, resultId) });
    },
    async continue() {
      const chat = recent.recall(sessionId) ?? (await loadChat(pool, sessionId));
      if (!chat) throw new Error(`The chat ${sessionId} is not stored`);
      const place = { sessionId, turn: chat.turn + 1, firstSeq: chat.seq + 1 };
      const write = { ...ofResult(sample.turn, resultId), ...place };
      if (!(await turns.write({ write, guard: FREE }))) {
        throw new Error(`Turn ${place.turn} of ${sessionId} was not written`);
      }
      if (!sample.isRemembering) return;
      remember({ recent }, chat, { ...write, session: sample.session, guard: FREE });
    },
    close: () => undefined,
  };
}

async function published(pool: Pool, publicId: string): Promise<PublishedRow> {
  const row = await openPublished(pool)(publicId);
  if (!row) throw new Error(`The bot ${publicId} is not published`);
  return row;
}

function ofResult(written: Written, resultId: string): Written {
  return {
    ...written,
    answers: written.answers.map((answer) => ({ ...answer, resultId })),
    results: written.results.map((result) => ({ ...result, resultId })),
  };
}

function chatStart(botId: string, resultId: string): ChatStart {
  return { botId, resultId, isPreview: false, allowedOrigins: [] };
}
