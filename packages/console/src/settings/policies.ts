import type { WorkspaceRulesQuery } from '@parley/client/dashboard';
import { t } from '../i18n/t.js';

/** What publishing does about errors and tests that fail. */
export type Policy = NonNullable<WorkspaceRulesQuery['workspace']>['publishPolicy'];

/** The policies in words. */
export const POLICIES: Readonly<Record<Policy, string>> = {
  OFF: t('Publish, whatever is wrong'),
  WARN: t('Publish, and say what is wrong'),
  BLOCK_ERRORS: t('Refuse while there are errors'),
  BLOCK_ERRORS_AND_TESTS: t('Refuse while there are errors or a written test fails'),
};
