/**
 * Writes a text as a literal of SQL, as PostgreSQL's own `PQescapeLiteral` does. The ORM writes every value into its
 * statements, and would do so one character after the other: half a microsecond each, seconds for some megabytes.
 * Splitting is the fastest way to replace many characters.
 */
export function quoteText(text: string): string {
  const quoted = `'${text.split("'").join("''")}'`;
  return quoted.includes('\\') ? ` E${quoted.split('\\').join('\\\\')}` : quoted;
}
