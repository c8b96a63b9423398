import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.js';
import { Failure } from '../errors.js';
import {
  rateRuleNames,
  rateRules,
  type RateRule,
  type RateRuleChanges,
  type RateRuleName,
} from './rules.js';

/** How far a caller has come towards one limit. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the count begins anew. */
  readonly reset: number;
  /** The length of a count, in seconds. */
  readonly seconds: number;
}

/** Counts what callers do. */
export interface RateLimits {
  /** Counts one more under a rule; fails with `RateLimited` when that is too many. Undefined where the rule is off. */
  count(name: RateRuleName, key: string): Promise<RateState | undefined>;
}

/** What limits are made of. */
export interface RateLimitsOptions {
  readonly changes: RateRuleChanges;
  /** Where several processes count together; undefined where there is one. */
  readonly shared: Pool | undefined;
}

/** More was done than a limit allows. */
export class RateLimited extends Failure {
  constructor(readonly rate: RateState) {
    super('RATE_LIMITED', `Too many requests; try again in ${rate.reset} s`);
  }

  /** In seconds. */
  override get retryAfter(): number {
    return this.rate.reset;
  }
}

/**
 * How many callers a process remembers for each rule. Beyond that those that were seen longest ago are forgotten, so that
 * nobody fills the memory by inventing callers.
 */
export const REMEMBERED_CALLERS = 50_000;

/** Opens the counts of a process; one of several, where others may serve the same database. */
export function openRateLimits(
  config: Pick<Config, 'hasRateLimits' | 'rateRules' | 'workers' | 'databaseUrl'>,
  pool: Pool,
): RateLimits | undefined {
  if (!config.hasRateLimits) return undefined;
  const isOneOfSeveral = config.workers > 1 || config.databaseUrl !== undefined;
  const shared = isOneOfSeveral ? pool : undefined;
  return createRateLimits({ changes: config.rateRules, shared });
}

/** The same from its parts. */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const counters = new Map(rateRuleNames.map((name) => [name, openCounter(name, options)]));
  return { count: async (name, key) => counters.get(name)?.(key.slice(0, LONGEST_KEY)) };
}

/** Ids and addresses are shorter; who sends longer ones shares a count with others of the same beginning. */
const LONGEST_KEY = 100;

type Counter = (key: string) => Promise<RateState>;

function openCounter(
  name: RateRuleName,
  { changes, shared }: RateLimitsOptions,
): Counter | undefined {
  const change = changes[name];
  if (change === null) return undefined;
  const rule: RateRule = { ...rateRules[name], ...change };
  const consume = rule.isShared && shared ? countTogether(name, rule, shared) : countAlone(rule);
  return (key) =>
    consume(key).then(
      (taken) => stateOf(rule, taken),
      (refused: unknown) => {
        if (refused instanceof RateLimiterRes) throw new RateLimited(stateOf(rule, refused));
        throw refused;
      },
    );
}

function countAlone({ most, seconds }: RateRule): (key: string) => Promise<RateLimiterRes> {
  const limiter = new RateLimiterMemory({ points: most, duration: seconds });
  const callers = new LRUCache<string, true>({
    max: REMEMBERED_CALLERS,
    dispose: (_known, key, reason) => {
      if (reason === 'evict') void limiter.delete(key);
    },
  });
  return (key) => {
    callers.set(key, true);
    return limiter.consume(key);
  };
}

/** In the table `rate_limit`; whoever was refused is not looked up again until the count begins anew. */
function countTogether(
  name: RateRuleName,
  { most, seconds }: RateRule,
  pool: Pool,
): (key: string) => Promise<RateLimiterRes> {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: most,
    duration: seconds,
    inMemoryBlockOnConsumed: most + 1,
  });
  return (key) => limiter.consume(key);
}

function stateOf({ most, seconds }: RateRule, counted: RateLimiterRes): RateState {
  const { remainingPoints: remaining, msBeforeNext } = counted;
  return { limit: most, remaining, reset: Math.max(1, Math.ceil(msBeforeNext / 1_000)), seconds };
}

/** The headers that say how far a caller has come (draft-ietf-httpapi-ratelimit-headers-06, and RFC 9110 for the last). */
export const RATE_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
  'Retry-After',
] as const;

/** Says in headers how far a caller has come, and when to come back. */
export function showRate(
  response: Pick<ServerResponse, 'setHeader'>,
  { limit, remaining, reset, seconds }: RateState,
): void {
  response.setHeader('RateLimit-Limit', limit);
  response.setHeader('RateLimit-Remaining', remaining);
  response.setHeader('RateLimit-Reset', reset);
  response.setHeader('RateLimit-Policy', `${limit};w=${seconds}`);
}
