import { randomBytes } from 'node:crypto';

/** Longer texts are quoted without doubling, which takes a tenth of a microsecond for each quote and backslash. */
const LONG = 100_000;

/**
 * Writes a text as a literal of SQL, as PostgreSQL's own `PQescapeLiteral` does. The ORM writes every value into its
 * statements, and would do so one character after the other: half a microsecond each, seconds for some megabytes.
 * Splitting is the fastest way to replace many characters.
 */
export function quoteText(text: string): string {
  if (text.length > LONG && /['\\]/.test(text)) return dollarQuoted(text);
  const quoted = `'${text.split("'").join("''")}'`;
  return quoted.includes('\\') ? ` E${quoted.split('\\').join('\\\\')}` : quoted;
}

/**
 * The same between random dollar-quote tags. The text must not contain the tag without its last character either: at its
 * end that character would be the first one of the closing tag.
 */
function dollarQuoted(text: string): string {
  const mark = `$q${randomBytes(16).toString('hex')}`;
  return text.includes(mark) ? dollarQuoted(text) : ` ${mark}$${text}${mark}$`;
}
