import { parseNumber } from '../../values/parseNumber.js';

/** An amount to be paid, as the payment provider expects it and as people read it. */
export interface PaymentQuote {
  /** In the smallest unit of the currency: cents, or yen. */
  readonly amount: number;
  /** Three capital letters (ISO 4217). */
  readonly currency: string;
  readonly label: string;
}

/** Currencies whose smallest unit is the unit itself. */
const WITHOUT_CENTS = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);

/**
 * Parses an amount and a currency with their variables filled in; undefined when the amount is no number above zero or
 * the currency is no code of three letters. Euros are written as in French, other currencies as in English.
 */
export function paymentQuote(amount: string, currency: string): PaymentQuote | undefined {
  const units = parseNumber(amount);
  const code = (currency.trim() || 'USD').toUpperCase();
  if (units === undefined || units <= 0 || !/^[A-Z]{3}$/.test(code)) return undefined;
  const factor = WITHOUT_CENTS.has(code) ? 1 : 100;
  const rounded = Math.round(units * factor);
  const locale = code === 'EUR' ? 'fr-FR' : 'en-US';
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code });
  return { amount: rounded, currency: code, label: format.format(rounded / factor) };
}
