import type { DomainsQuery } from '@parley/client/dashboard';

type Domain = NonNullable<NonNullable<DomainsQuery['workspace']>['customDomains']>[number];

/** What the states of a domain mean, and what to do. */
export const DOMAIN_STATES: Readonly<Record<Domain['status'], string>> = {
  VALID: 'Works: bots of this workspace can answer there.',
  INVALID: 'It leads to another server. Change its records, then verify it.',
  NOT_FOUND: 'It leads nowhere yet. Write its records into the DNS, then verify it.',
  PENDING: 'Not proven yet. Write its records into the DNS, then verify it.',
  UNKNOWN: 'This server could not look it up.',
};
