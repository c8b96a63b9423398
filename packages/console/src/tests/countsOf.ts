import { t } from '../i18n/t.js';

/** How many tests went which way, in words. */
export function countsOf({
  passed,
  failed,
  notRun,
}: {
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
}): string {
  return notRun > 0
    ? t('{passed} passed, {failed} failed, no time for {notRun}.', { passed, failed, notRun })
    : t('{passed} passed, {failed} failed.', { passed, failed });
}
