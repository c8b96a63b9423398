/**
 * The number that a person wrote, as JavaScript writes numbers: `1234.56` for `1.234,56 €`. Undefined where the text holds none, or
 * more than one. The rule, and what decides between two readings, is in docs/engine-rules.md, "Numbers that people write".
 */
export function readNumber(text: string, locale?: string): string | undefined {
  const at = text.length > LONGEST ? -1 : text.search(/[.,]?\d/);
  const sign = at < 0 ? undefined : signOf(text.slice(0, at));
  if (sign === undefined) return undefined;
  const end = endOfDigits(text, at);
  const rest = text.slice(end);
  const exponent = /^e[+-]?\d+/i.exec(rest)?.[0] ?? '';
  if (/\d/.test(rest.slice(exponent.length))) return undefined;
  const plain = plainDigits(text.slice(at, end), locale);
  const written = `${sign}${plain}${exponent}`;
  return plain !== undefined && Number.isFinite(Number(written)) ? written : undefined;
}

/** In characters. Nobody writes that much around a number. */
const LONGEST = 200;

/** The sign in what stands before the digits, where there may be a currency besides; undefined where it is something else. */
function signOf(before: string): string | undefined {
  const [sign = '', ...more] = before.match(/[-+\u2212]/g) ?? [];
  const currency = before.replace(/[-+\u2212\s]/g, '');
  if (more.length > 0 || !isCurrency(currency)) return undefined;
  return sign === '' || sign === '+' ? '' : '-';
}

/** Whether a text is a currency as people write it, or nothing. */
function isCurrency(text: string): boolean {
  return /^(?:\p{L}{0,3}\p{Sc})?$/u.test(text) || CURRENCIES.has(text.toUpperCase());
}

/** Three capital letters each (ISO 4217). */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Where digits and their separators end, without what ends a sentence or stands before a unit. */
function endOfDigits(text: string, from: number): number {
  const other = text.slice(from).search(/[^\d.,'\u2019\s]/);
  let end = other < 0 ? text.length : from + other;
  while (!/\d/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/** Digits with at most a dot; undefined where the separators fit no number. */
function plainDigits(written: string, locale: string | undefined): string | undefined {
  const digits = written.replace(/['\u2019\s]/g, ' ');
  if (digits.includes(' '))
    return SPACED.test(digits) ? plainDigits(digits.replaceAll(' ', ''), locale) : undefined;
  const decimal = decimalIn(digits, locale);
  const at = decimal === undefined ? digits.length : digits.lastIndexOf(decimal);
  const [whole, fraction] = [digits.slice(0, at), digits.slice(at + 1)];
  if (/[.,]/.test(whole) && !GROUPED.test(whole)) return undefined;
  return `${whole.replace(/[.,]/g, '')}${fraction && '.'}${fraction}`;
}

/** Groups of three digits that blanks or apostrophes separate. */
const SPACED = /^\d{1,3}(?: \d{3})+(?:[.,]\d+)?$/;

/** Groups of three digits that all have the same separator; before the last, as in India, also of two. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:\.\d{2,3})*\.\d{3}|(?:,\d{2,3})*,\d{3})$/;

/** Which separator stands before the decimals; undefined where those there are only part groups. */
function decimalIn(digits: string, locale: string | undefined): string | undefined {
  const separators = digits.replace(/\d/g, '');
  const last = separators.at(-1);
  // Of two kinds the last one stands before the decimals; one that is there more than once does not.
  if (last === undefined || separators !== last.repeat(separators.length)) return last;
  if (separators.length > 1) return undefined;
  return GROUPED.test(digits) && last === groupOf(locale) ? undefined : last;
}

/** What separates groups of digits in a language; undefined where the language is unknown, or not named. */
function groupOf(locale: string | undefined): string | undefined {
  try {
    const parts = locale ? new Intl.NumberFormat(locale).formatToParts(12_345) : [];
    return parts.find(({ type }) => type === 'group')?.value;
  } catch {
    return undefined;
  }
}
