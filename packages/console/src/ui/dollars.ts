import { locale } from '../i18n/t.js';

/** An amount of US dollars. Prices have more than two digits behind the point. */
export function dollars(amount: number, digits = 2): string {
  return amount.toLocaleString(locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: digits,
  });
}
