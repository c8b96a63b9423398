import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { RateRuleName } from '../config/rateRules.js';
import type { RateLimits } from './limits.js';
import { openRateMeter } from './meter.js';

interface PageCounts {
  readonly rateLimits: RateLimits | undefined;
  readonly clientAddressOf: (request: IncomingMessage) => string;
}

/** Counts requests for pages, which run no operation, under a rule by client address. */
export function countPages(
  { rateLimits, clientAddressOf }: PageCounts,
  name: RateRuleName,
): RequestHandler {
  const caller = async () => undefined;
  return async (request, response, next) => {
    const rates = openRateMeter(rateLimits, { clientAddress: clientAddressOf(request), caller });
    try {
      await rates?.countRule(name);
    } finally {
      rates?.show(response);
    }
    next();
  };
}
