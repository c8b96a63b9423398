import type { RequestHandler } from 'express';
import { type Services, shownBy } from '../context/context.js';
import { openRateMeter } from './meter.js';
import type { RateRuleName } from '../config/rateRules.js';

/** Counts requests for pages, which run no operation, under a rule. */
export function countPages(services: Services, name: RateRuleName): RequestHandler {
  const caller = async () => undefined;
  return async (request, response, next) => {
    const counted = { ...shownBy(request, services), caller };
    const rates = openRateMeter(services.rateLimits, counted);
    try {
      await rates?.countRule(name);
    } finally {
      rates?.show(response);
    }
    next();
  };
}
