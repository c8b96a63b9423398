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

/** Dependencies of forwarding statuses. */
export interface ForwardServices {
  readonly pool: Pool;
  readonly http: Http;
  readonly log: Pick<Log, 'warn'>;
}

/** Forwards the statuses of messages to addresses that bots name, until it is stopped. */
export interface Forwards {
  /** Forwards what is due; resolves after one attempt at each. */
  forward(): Promise<void>;
  /** Interrupts what is being sent, which another server sends again. */
  stop(): Promise<void>;
}

/** Statuses that a process sends at the same time. */
const MOST = 16;

/** Seconds for which a status is attempted: 3 days, like events of webhooks. */
const TRIED_FOR = 3 * 24 * 3_600;

/** The first pause after a failure, and the longest, in seconds. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [1, 6 * 3_600];

/** Opens the forwarding of statuses. Any number of servers may do so at once. */
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

/** Makes one attempt; one that is interrupted is repeated at once. */
async function attempt(
  { pool, http, log }: ForwardServices,
  status: TakenStatus,
  abandoned: AbortSignal,
): Promise<void> {
  const { url, body, credentialsId, age } = status;
  const headers = { 'content-type': 'application/json' };
  const response = await http.send({ url, method: 'POST', headers, body, abandoned });
  if (response.ok && response.status < 300) return forgetStatus(pool, status);
  if (abandoned.aborted) return putOffStatus(pool, status, 0);
  const pause = Math.min(FIRST_PAUSE * 2 ** (status.attempt - 1), LONGEST_PAUSE);
  const isGone = response.ok && response.status === GONE;
  if (!isGone && age + pause < TRIED_FOR) return putOffStatus(pool, status, pause);
  const why = response.ok ? `it answered ${response.status}` : response.message;
  log.warn({ credentialsId, why }, 'the status of a message is not passed on');
  await forgetStatus(pool, status);
}

/** The HTTP status by which a receiver asks for no further requests. */
const GONE = 410;
