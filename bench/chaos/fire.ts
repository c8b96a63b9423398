import { spreadOf } from '../measure.js';
import { publishBot } from '../publishBot.js';
import type { BenchServer } from '../server.js';
import { auditCalls, type CallAudit } from './auditCalls.js';
import { sentencesOf } from './faults.js';
import { audit, faultsOf, type Audit, type Ledger } from './ledger.js';
import { closeConnections } from './request.js';
import type { Shop } from './shop.js';
import { until, wait } from './times.js';
import type { Ground, Outcome } from './trial.js';
import { openVisitors, type Visitors } from './visitors.js';

/** What is killed repeatedly while visitors chat. */
export interface Fire {
  readonly databaseUrl: () => string;
  /** A server to make the bots with. */
  readonly server: BenchServer;
  /** The shop that the bots of some visitors call. */
  readonly shop: Shop;
  readonly ports: readonly number[];
  /** The least number of answers to be acknowledged. */
  readonly answers: number;
  /** Kills something; resolves to the milliseconds until the server was ready again. */
  assault(visitors: Visitors): Promise<readonly number[]>;
}

/** The number of concurrent visitors. */
const VISITORS = 24;

/** The time within which the server has to be ready again, in milliseconds. */
const READY_WITHIN = 10_000;

/** How long to wait for the last replies, in milliseconds. */
const LAST_ANSWERS_WITHIN = 120_000;

/** Lets visitors chat while something is killed, and compares the acknowledged answers with the stored ones. */
export async function underFire(ground: Ground, fire: Fire): Promise<Outcome> {
  const ledger: Ledger = new Map();
  const { server, shop, ports } = fire;
  const bots = { plain: await publishBot(server), asking: await publishBot(server, shop.flow) };
  const visitors = openVisitors({ bots, ports, chance: ground.chance, ledger, count: VISITORS });
  await until(() => visitors.acknowledged() >= VISITORS, LAST_ANSWERS_WITHIN);
  const recoveries = await fire.assault(visitors);
  await until(() => visitors.acknowledged() >= fire.answers, LAST_ANSWERS_WITHIN);
  const unserved = [...(await visitors.stop())];
  await visitors.repetitions.repeatAll().catch((error) => unserved.push(String(error)));
  closeConnections();
  const found = await audit(fire.databaseUrl(), ledger);
  const calls = auditCalls(shop.calls, visitors.told);
  const needed = { answers: fire.answers, wentOn: ground.isQuick ? 0 : 1 };
  return outcomeOf({ found, calls, recoveries, unserved, visitors, needed });
}

/**
 * Measures the time from a kill until `isReady` and until a reply begun after the kill was served; the first tenth of a
 * second is skipped, because the killed process may still respond.
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

interface AfterFire {
  readonly found: Audit;
  readonly calls: CallAudit;
  readonly recoveries: readonly number[];
  readonly unserved: readonly string[];
  readonly visitors: Visitors;
  /** The number of answers, and of turns that continued with a stored result, that the trial needs to be conclusive. */
  readonly needed: { readonly answers: number; readonly wentOn: number };
}

function outcomeOf(after: AfterFire): Outcome {
  const { found, calls, recoveries, visitors } = after;
  const failures = [...visitors.failures].map(([what, count]) => `${count} × ${what}`);
  const { sampled, repeated, different } = visitors.repetitions.seen();
  return {
    figures: {
      kills: recoveries.length,
      acknowledged: found.acknowledged,
      lost: found.lost,
      doubled: found.doubled,
      'asked outside': calls.seen,
      'replies repeated': `${sampled} calls, ${repeated} times, ${different} different`,
      'ready again': spreadOf(recoveries),
      'failed requests, tried again': failures.join(', ') || 'none',
    },
    broken: brokenBy(after),
  };
}

function brokenBy({ found, calls, recoveries, unserved, visitors, needed }: AfterFire): string[] {
  const late = recoveries.filter((time) => time > READY_WITHIN).length;
  const { sampled, repeated, different } = visitors.repetitions.seen();
  return [
    ...faultsOf(found),
    ...calls.broken,
    ...sentencesOf([
      [different, 'repeated calls got another reply than before'],
      [late, `times it was not ready within ${READY_WITHIN} ms`],
      [needed.answers - found.acknowledged, 'answers too few were acknowledged'],
      [needed.wentOn - calls.wentOn, 'turns too few went on with a stored answer'],
      [sampled > 0 && repeated >= sampled ? 0 : 1, 'sample of calls was not repeated'],
    ]),
    ...unserved,
  ];
}
