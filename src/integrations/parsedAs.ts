import type { z } from 'zod';

/** Parses JSON of a vendor; undefined if it is malformed or has an unexpected shape. */
export function parsedAs<T extends z.ZodType>(schema: T, text: string): z.infer<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Parses a response. Throws `UNKNOWN_FORM` if it is malformed or has an unexpected shape. */
export function knownAs<T extends z.ZodType>(schema: T, text: string): z.infer<T> {
  const answer = parsedAs(schema, text);
  if (answer === undefined) throw new Error(UNKNOWN_FORM);
  return answer;
}

/** The message for a response whose shape differs from the vendor's documentation. */
export const UNKNOWN_FORM = 'it answered in a form that is not known here';
