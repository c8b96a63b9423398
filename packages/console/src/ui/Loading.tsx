import type { ReactNode } from 'react';
import { t } from '../i18n/t.js';

/** Says that something is read; its style shows it only after a moment, so that quick answers do not flicker. */
export function Loading(): ReactNode {
  return (
    <p className="loading" role="status">
      {t('Loading …')}
    </p>
  );
}
