import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config/config.js';
import { Failure } from '../errors/errors.js';
import { openPlaces, type TakePlace } from './places.js';
import {
  rateRuleNames,
  rateRules,
  type RateRule,
  type RateRuleChanges,
  type RateRuleName,
} from '../config/rateRules.js';

/** The state of one limit for a caller. */
export interface RateState {
  readonly name: RateRuleName;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the count begins again. */
  readonly reset: number;
  /** The length of a count, in seconds. */
  readonly seconds: number;
}

/** The counts of all rate limits. */
export interface RateLimits {
  /** Counts one more for a caller, or several; fails with `RateLimited` above the limit. Undefined where the rule is off. */
  count(name: RateRuleName, key: string, times?: number): Promise<RateState | undefined>;
  readonly takePlace: TakePlace;
}

/** The dependencies of the limits. */
export interface RateLimitsOptions {
  readonly changes: RateRuleChanges;
  /** The database in which several processes count together; undefined where there is only one process. */
  readonly shared: Pool | undefined;
}

/** The failure of a call above a limit. */
export class RateLimited extends Failure {
  constructor(readonly rate: RateState) {
    const { name, reset } = rate;
    super('RATE_LIMITED', `Too many requests (limit "${name}"); try again in ${reset} s`);
  }

  /** Seconds until a retry may succeed. */
  override get retryAfter(): number {
    return this.rate.reset;
  }
}

/**
 * The maximum number of callers a process remembers for each rule. Beyond that the least recently seen ones are
 * removed, so that invented callers cannot fill the memory.
 */
export const REMEMBERED_CALLERS = 50_000;

/** Opens the rate limits of a process; undefined where they are switched off. */
export function openRateLimits(
  config: Pick<Config, 'hasRateLimits' | 'rateRules' | 'workers' | 'databaseUrl'>,
  pool: Pool,
): RateLimits | undefined {
  if (!config.hasRateLimits) return undefined;
  const isOneOfSeveral = config.workers > 1 || config.databaseUrl !== undefined;
  const shared = isOneOfSeveral ? pool : undefined;
  return createRateLimits({ changes: config.rateRules, shared });
}

/** Opens rate limits, with some rules changed. */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const counters = new Map(rateRuleNames.map((name) => [name, openCounter(name, options)]));
  return {
    takePlace: openPlaces(options.changes),
    count: async (name, key, times = 1) => counters.get(name)?.(key.slice(0, LONGEST_KEY), times),
  };
}

/** Ids and addresses are shorter. Longer ones share a count if they begin alike. */
const LONGEST_KEY = 100;

type Counter = (key: string, times: number) => Promise<RateState>;

function openCounter(
  name: RateRuleName,
  { changes, shared }: RateLimitsOptions,
): Counter | undefined {
  const change = changes[name];
  if (change === null) return undefined;
  const rule = { name, ...rateRules[name], ...change };
  const consume = rule.isShared && shared ? countTogether(name, rule, shared) : countAlone(rule);
  return (key, times) =>
    consume(key, times).then(
      (taken) => stateOf(rule, taken),
      (refused: unknown) => {
        if (refused instanceof RateLimiterRes) throw new RateLimited(stateOf(rule, refused));
        throw refused;
      },
    );
}

type Consume = (key: string, times: number) => Promise<RateLimiterRes>;

function countAlone({ most, seconds }: RateRule): Consume {
  const limiter = new RateLimiterMemory({ points: most, duration: seconds });
  // `max` would allocate room for all of them at once: 2 MB for each rule.
  const callers = new LRUCache<string, true>({
    maxSize: REMEMBERED_CALLERS,
    sizeCalculation: () => 1,
    dispose: (_known, key, reason) => {
      if (reason === 'evict') void limiter.delete(key);
    },
  });
  return (key, times) => {
    callers.set(key, true);
    return limiter.consume(key, times);
  };
}

/** Counts in the table `rate_limit`. A caller who was refused is remembered here until the count begins again. */
function countTogether(name: RateRuleName, { most, seconds }: RateRule, pool: Pool): Consume {
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
  return (key, times) => limiter.consume(key, times);
}

function stateOf(
  { name, most, seconds }: RateRule & { readonly name: RateRuleName },
  { remainingPoints: remaining, msBeforeNext }: RateLimiterRes,
): RateState {
  const reset = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  return { name, limit: most, remaining, reset, seconds };
}

/**
 * The headers of rate limits (https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-06; RFC 9110
 * for the last).
 */
export const RATE_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
  'Retry-After',
] as const;

/** Sets the headers with the state of a limit. */
export function showRate(
  response: Pick<ServerResponse, 'setHeader'>,
  { name, limit, remaining, reset, seconds }: RateState,
): void {
  response.setHeader('RateLimit-Limit', limit);
  response.setHeader('RateLimit-Remaining', remaining);
  response.setHeader('RateLimit-Reset', reset);
  response.setHeader('RateLimit-Policy', `${limit};w=${seconds};parley-limit="${name}"`);
}
