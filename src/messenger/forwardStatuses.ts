import { setMaxListeners } from 'node:events';
import type { Pool } from 'pg';
import type { Http } from '../integrations/http.js';
import type { Log } from '../log/log.js';
import {
  forgetStatus,
  putOffStatus,
  takeStatuses,
  type TakenStatus,
} from '../storage/messengerStatuses.js';

/** What statuses are passed on with. */
export interface ForwardServices {
  readonly pool: Pool;
  readonly http: Http;
  readonly log: Pick<Log, 'warn'>;
}

/** Passes statuses of messages on to addresses that bots name, until it is stopped. */
export interface Forwards {
  /** Passes on what is due; settles when that was tried once. */
  forward(): Promise<void>;
  /** Breaks off what is being sent, which another server sends again. */
  stop(): Promise<void>;
}

/** How many statuses a process sends at the same time. */
const MOST = 16;

/** For how many seconds a status is tried: 3 days, as events are for webhooks. */
const TRIED_FOR = 3 * 24 * 3_600;

/** The first pause after a failure, and the longest, in seconds. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [1, 6 * 3_600];

/** Opens the passing on of statuses. Any number of servers may do so at once. */
export function openForwards(services: ForwardServices): Forwards {
  const stopping = new AbortController();
  setMaxListeners(2 * MOST, stopping.signal);
  let running: Promise<unknown> = Promise.resolve();
  const round = async (): Promise<boolean> => {
    const taken = stopping.signal.aborted ? [] : await takeStatuses(services.pool, MOST);
    await Promise.all(taken.map((status) => attempt(services, status, stopping.signal)));
    return taken.length === MOST;
  };
  return {
    async forward() {
      const rounds = (async () => {
        while (await round());
      })();
      running = rounds.catch(() => undefined);
      await rounds;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Makes one attempt; one that is broken off is repeated at once. */
async function attempt(
  { pool, http, log }: ForwardServices,
  status: TakenStatus,
  abandoned: AbortSignal,
): Promise<void> {
  const { url, body, credentialsId, age } = status;
  const headers = { 'content-type': 'application/json' };
  const answer = await http.send({ url, method: 'POST', headers, body, abandoned });
  if (answer.ok && answer.status < 300) return forgetStatus(pool, status);
  if (abandoned.aborted) return putOffStatus(pool, status, 0);
  const pause = Math.min(FIRST_PAUSE * 2 ** (status.attempt - 1), LONGEST_PAUSE);
  const isGone = answer.ok && answer.status === GONE;
  if (!isGone && age + pause < TRIED_FOR) return putOffStatus(pool, status, pause);
  const why = answer.ok ? `it answered ${answer.status}` : answer.message;
  log.warn({ credentialsId, why }, 'the status of a message is not passed on');
  await forgetStatus(pool, status);
}

/** The status by which a receiver says that nothing is wanted any more. */
const GONE = 410;
