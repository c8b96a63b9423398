import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { outageIn } from '../errors/outage.js';
import {
  keepConversation,
  LEASE,
  leaveConversation,
  noticeGrownChats,
  putOffConversation,
  takeConversations,
  type TakenConversation,
  waitingMessages,
} from '../storage/messenger.js';
import type { Channel } from './channel.js';
import { deliver } from './deliver.js';
import { takeMessage } from './takeMessage.js';
import { LeaseLost, type Talk, type TalkServices } from './talk.js';

/** The dependencies of conversations in messengers. */
export interface ConversationServices extends TalkServices {
  /** The channel of a conversation; undefined where its credentials are of no messenger that this server knows. */
  channelOf(
    of: Pick<TakenConversation, 'workspaceId' | 'credentialsId'>,
  ): Promise<Channel | undefined>;
  reportBug(error: unknown): undefined;
}

/** Answers people in messengers. Any number of servers may do so at once; each conversation has one worker at a time. */
export interface Conversations {
  /** Begins to work on conversations that are due; does not wait for the end of the work. */
  begin(): Promise<void>;
  /** Makes conversations due whose chats continued without a message of their person. */
  notice(): Promise<void>;
  /** Interrupts the work; another server continues it. */
  stop(): Promise<void>;
}

/** The most conversations that a process works on at the same time: more would take the connections to the database from requests. */
const MOST_LANES = 32;

/** The most conversations that a process holds; the others rest, while the bot seems to type or waits. */
const MOST_TAKEN = 2_000;

/** The longest pause after a failure, in seconds. */
const LONGEST_PAUSE = 300;

/** Opens the work on conversations. */
export function openConversations(services: ConversationServices): Conversations {
  const { pool, reportBug } = services;
  const stopping = new AbortController();
  // Every resting conversation listens to this signal, and none of them leaks: Node warns from 11 listeners on.
  setMaxListeners(2 * MOST_TAKEN, stopping.signal);
  const lanes = openLanes(MOST_LANES);
  const running = new Set<Promise<void>>();
  const follow = (work: Promise<void>): Promise<void> => {
    const done = work.catch(reportBug).finally(() => running.delete(done));
    running.add(done);
    return done;
  };
  const take = async (): Promise<void> => {
    const most = Math.min(lanes.free(), MOST_TAKEN - running.size);
    if (stopping.signal.aborted || most <= 0) return;
    for (const taken of await takeConversations(pool, { lease: randomUUID(), most })) {
      const work = lanes.run(() => serve({ ...services, rest }, taken, stopping.signal));
      void follow(work).then(begin);
    }
  };
  const begin = oneAtATime(() => follow(take()));
  const rest = (seconds: number): Promise<void> =>
    lanes.leave(async () => {
      void begin();
      await setTimeout(seconds * 1_000, undefined, { signal: stopping.signal });
    });
  return {
    begin,
    notice: () => noticeGrownChats(pool),
    async stop() {
      stopping.abort();
      while (running.size > 0) await Promise.all(running);
    },
  };
}

type WorkServices = ConversationServices & Pick<Talk, 'rest'>;

/** Works on one conversation, and renews its lease meanwhile. */
async function serve(
  services: WorkServices,
  taken: TakenConversation,
  stopping: AbortSignal,
): Promise<void> {
  const keep = (): void => void keepConversation(services.pool, taken).catch(() => undefined);
  const beat = setInterval(keep, (LEASE / 3) * 1_000);
  await work(services, taken, stopping).finally(() => clearInterval(beat));
}

/** Works on one conversation: sends what is left, then answers its messages one by one. */
async function work(
  services: WorkServices,
  taken: TakenConversation,
  stopping: AbortSignal,
): Promise<void> {
  const { pool } = services;
  try {
    const channel = await services.channelOf(taken);
    if (!channel) throw new Error('the credentials lead to no messenger that this server speaks');
    const { sessionId, sentSeq, sentPart, settings, isToldClosed } = taken;
    const isOver = taken.isExpired || taken.isBotGone;
    const place = { sessionId, sentSeq, sentPart, settings, isToldClosed, isOver };
    const talk: Talk = { ...services, channel, taken, stopping, ...place };
    await deliver(talk);
    for (const message of await waitingMessages(pool, taken.id)) {
      stopping.throwIfAborted();
      // No bot may answer a first message; then nobody has read it.
      if (talk.sessionId !== null) await channel.markRead?.(message, stopping);
      await takeMessage(talk, message);
      await deliver(talk);
    }
    await leaveConversation(pool, taken);
  } catch (error) {
    if (error instanceof LeaseLost) return;
    const pause = stopping.aborted ? 0 : Math.min(2 ** taken.attempt, LONGEST_PAUSE);
    await putOffConversation(pool, taken, pause);
    if (!stopping.aborted) reportWait(services, taken, error);
  }
}

function reportWait(
  { log, reportBug }: ConversationServices,
  { credentialsId, attempt }: TakenConversation,
  err: unknown,
): void {
  if (outageIn(err)) reportBug(err);
  else log.warn({ credentialsId, attempt, err }, 'a messenger waits');
}

/** Limits how much work runs at the same time. */
interface Lanes {
  /** The number of pieces of work that could begin at once. */
  free(): number;
  /** Runs a piece of work as soon as a lane is free. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Gives the lane of running work to others while that work waits for something; then takes the next free one. */
  leave<T>(wait: () => Promise<T>): Promise<T>;
}

/** Opens `most` lanes. Work waits for a free lane in order of arrival. */
export function openLanes(most: number): Lanes {
  let taken = 0;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (taken < most) taken += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  };
  return {
    free: () => most - taken,
    async run(work) {
      await enter();
      return work().finally(leave);
    },
    async leave(wait) {
      leave();
      try {
        return await wait();
      } finally {
        await enter();
      }
    },
  };
}

/** Work that runs one at a time: all calls during a run share the next run. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return async () => {
    next ??= running.then(() => {
      running = work();
      next = undefined;
      return running;
    });
    await next;
  };
}
