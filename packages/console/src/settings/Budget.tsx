import type { ReactNode } from 'react';
import { locale, t } from '../i18n/t.js';
import { SavedNumber } from './SavedNumber.js';

/** What AI takes, and what of it can be limited. */
export type Limit = 'calls' | 'cost' | 'tokens';

/** What can be limited, in words. */
export const LIMITS: Readonly<Record<Limit, string>> = {
  cost: t('US dollars'),
  tokens: t('Tokens'),
  calls: t('AI actions'),
};

/** What AI took in this month, and what it may take at most. */
export function Budget({
  budget,
  usage,
  isDisabled,
  set,
}: {
  readonly budget: Readonly<Record<Limit, number | null>> | null;
  readonly usage: (Readonly<Record<Limit, number>> & { readonly month: string }) | null;
  readonly isDisabled: boolean;
  /** Says whether it was saved. */
  readonly set: (limit: Readonly<Partial<Record<Limit, number | null>>>) => Promise<boolean>;
}): ReactNode {
  return (
    <table className="budget">
      <thead>
        <tr>
          <th scope="col">{t('What')}</th>
          <th scope="col">
            {usage ? t('Taken since {day}', { day: dayOf(usage.month) }) : t('Taken')}
          </th>
          <th scope="col">{t('At most')}</th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(LIMITS) as Limit[]).map((limit) => (
          <tr key={limit}>
            <th scope="row">{LIMITS[limit]}</th>
            <td>{usage ? amount(usage[limit]) : '–'}</td>
            <td>
              <SavedNumber
                stored={budget?.[limit] ?? null}
                aria-label={t('At most, {what}', { what: LIMITS[limit] })}
                placeholder={t('No limit')}
                disabled={isDisabled}
                save={(value) => set({ [limit]: value })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A day such as 2026-11-01 in words. */
function dayOf(date: string): string {
  return new Date(date).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** A number as the person writes it. */
export function amount(value: number): string {
  return value.toLocaleString(locale, { maximumFractionDigits: 2 });
}
