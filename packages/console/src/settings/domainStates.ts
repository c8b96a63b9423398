import type { DomainsQuery } from '@parley/client/dashboard';
import { t } from '../i18n/t.js';

type Domain = NonNullable<NonNullable<DomainsQuery['workspace']>['customDomains']>[number];

/** What the states of a domain mean, and what to do. */
export const DOMAIN_STATES: Readonly<Record<Domain['status'], string>> = {
  VALID: t('Works: bots of this workspace can answer there.'),
  INVALID: t('It leads to another server. Change its records, then verify it.'),
  NOT_FOUND: t('It leads nowhere yet. Write its records into the DNS, then verify it.'),
  PENDING: t('Not proven yet. Write its records into the DNS, then verify it.'),
  UNKNOWN: t('This server could not look it up.'),
};
