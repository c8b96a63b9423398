import { parseNumber } from '../../values/parseNumber.js';

/** An amount to be paid, as the payment provider expects it and as people read it. */
export interface PaymentQuote {
  /** In the smallest unit of the currency: cents, or yen. */
  readonly amount: number;
  /** Three capital letters (ISO 4217). */
  readonly currency: string;
  readonly label: string;
}

/** How the provider counts a currency: its smallest units in one unit, and the step that amounts are rounded to. */
type Counting = readonly [units: number, step: number];

const USUAL: Counting = [100, 1];

/** Currencies that are counted in another way than in cents (https://docs.stripe.com/currencies). */
const COUNTED: ReadonlyMap<string, Counting> = new Map([
  ...each('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF', [1, 1]),
  ...each('BHD JOD KWD OMR TND', [1000, 10]),
  // Have no cents any more; they are still sent, as 00.
  ...each('ISK UGX', [100, 100]),
]);

function each(codes: string, counting: Counting): (readonly [string, Counting])[] {
  return codes.split(' ').map((code) => [code, counting]);
}

/**
 * Parses an amount and a currency with their variables filled in; undefined when the amount is not a number above zero, rounds to
 * nothing or is too large to be exact, or the currency is not a code of three letters. Euros are written as in French, other
 * currencies as in English.
 */
export function paymentQuote(amount: string, currency: string): PaymentQuote | undefined {
  const units = parseNumber(amount);
  const code = (currency.trim() || 'USD').toUpperCase();
  if (units === undefined || units <= 0 || !/^[A-Z]{3}$/.test(code)) return undefined;
  const [factor, step] = COUNTED.get(code) ?? USUAL;
  const rounded = Math.round((units * factor) / step) * step;
  if (rounded === 0 || !Number.isSafeInteger(rounded)) return undefined;
  const quote = { amount: rounded, currency: code };
  return { ...quote, label: paymentLabel(quote) };
}

/** An amount in the smallest unit of its currency as people read it. */
export function paymentLabel({ amount, currency }: Omit<PaymentQuote, 'label'>): string {
  const [factor] = COUNTED.get(currency) ?? USUAL;
  const locale = currency === 'EUR' ? 'fr-FR' : 'en-US';
  // Forints are written without their hundredths, which are charged all the same.
  const digits = { minimumFractionDigits: String(factor).length - 1 };
  const format = { style: 'currency', currency, ...(amount % factor !== 0 && digits) } as const;
  return new Intl.NumberFormat(locale, format).format(amount / factor);
}
