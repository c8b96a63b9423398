import { publishBot } from '../publishBot.js';
import type { BenchServer } from '../server.js';
import { auditCalls, type CallAudit } from './auditCalls.js';
import { sentencesOf } from './faults.js';
import { audit, faultsOf, type Audit, type Ledger } from './ledger.js';
import { closeConnections } from './request.js';
import type { Shop } from './shop.js';
import { spreadOf, until, wait } from './times.js';
import type { Ground, Outcome } from './trial.js';
import { openVisitors, type Visitors } from './visitors.js';

/** What is killed again and again while people chat. */
export interface Fire {
  readonly databaseUrl: () => string;
  /** A server to make the bots with. */
  readonly server: BenchServer;
  /** What the bots of some of the people call. */
  readonly shop: Shop;
  readonly ports: readonly number[];
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

interface AfterFire {
  readonly found: Audit;
  readonly calls: CallAudit;
  readonly recoveries: readonly number[];
  readonly unserved: readonly string[];
  readonly visitors: Visitors;
  /** How many answers, and turns that went on with a stored answer, there must be for it to prove anything. */
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
