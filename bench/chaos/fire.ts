import { audit, faultsOf, type Audit, type Ledger } from './ledger.js';
import { closeConnections } from './request.js';
import { spreadOf, until, wait } from './times.js';
import type { Ground, Outcome } from './trial.js';
import { openVisitors, type Visitors } from './visitors.js';

/** What is killed again and again while people chat. */
export interface Fire {
  readonly databaseUrl: () => string;
  readonly publicId: string;
  readonly ports: readonly number[];
  readonly isKeyed: boolean;
  /** How many answers are to be acknowledged at least. */
  readonly answers: number;
  /** Kills; the milliseconds each time until the server was ready again. */
  assault(visitors: Visitors): Promise<readonly number[]>;
}

/** How many people chat meanwhile. */
const VISITORS = 24;

/** Within what the server has to be ready again, in milliseconds. */
const READY_WITHIN = 10_000;

/** The longest that is waited for the last answers, in milliseconds. */
const LAST_ANSWERS_WITHIN = 120_000;

/** Lets people chat while something is killed, and compares what they were promised with what is stored. */
export async function underFire(ground: Ground, fire: Fire): Promise<Outcome> {
  const ledger: Ledger = new Map();
  const { chance, say } = ground;
  const { publicId, ports, isKeyed } = fire;
  if (!isKeyed) say('this server knows no Idempotency-Key: retries may repeat what was unclear');
  const load = { publicId, ports, isKeyed, chance, ledger, count: VISITORS };
  const visitors = openVisitors(load);
  await until(() => visitors.acknowledged() >= VISITORS, LAST_ANSWERS_WITHIN);
  const recoveries = await fire.assault(visitors);
  await until(() => visitors.acknowledged() >= fire.answers, LAST_ANSWERS_WITHIN);
  const unserved = await visitors.stop();
  closeConnections();
  const found = await audit(fire.databaseUrl(), ledger);
  return outcomeOf({ found, recoveries, unserved, failures: visitors.failures });
}

/**
 * How long it takes from a kill until `isReady` and an answer begun after the kill was served; the first tenth of a second
 * is not looked at, because what was killed may not have noticed yet.
 */
export async function recoveryOf(
  visitors: Visitors,
  isReady: () => Promise<boolean>,
): Promise<number> {
  const killed = performance.now();
  await wait(BLINK);
  const isBack = async (): Promise<boolean> =>
    visitors.lastServed() > killed + BLINK && (await isReady());
  await until(isBack, LAST_ANSWERS_WITHIN);
  return performance.now() - killed;
}

const BLINK = 100;

function outcomeOf(seen: {
  found: Audit;
  recoveries: readonly number[];
  unserved: readonly string[];
  failures: ReadonlyMap<string, number>;
}): Outcome {
  const { found, recoveries, unserved } = seen;
  const late = recoveries.filter((time) => time > READY_WITHIN).length;
  const failures = [...seen.failures].map(([what, count]) => `${count} × ${what}`);
  return {
    figures: {
      kills: recoveries.length,
      acknowledged: found.acknowledged,
      lost: found.lost,
      doubled: found.doubled,
      ...(found.repeated > 0 && { 'repeated by retries without a key': found.repeated }),
      'ready again': spreadOf(recoveries),
      'failed requests, tried again': failures.join(', ') || 'none',
    },
    broken: [
      ...faultsOf(found),
      ...(late > 0 ? [`${late} times it was not ready within ${READY_WITHIN} ms`] : []),
      ...unserved,
    ],
  };
}
