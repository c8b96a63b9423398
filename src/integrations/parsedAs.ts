import type { z } from 'zod';

/** JSON of a vendor in the shape that is expected of it; undefined when it is not JSON, or has another shape. */
export function parsedAs<T extends z.ZodType>(schema: T, text: string): z.infer<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Parses an answer that is needed. Throws `UNKNOWN_FORM` where it is undefined. */
export function knownAs<T extends z.ZodType>(schema: T, text: string): z.infer<T> {
  const answer = parsedAs(schema, text);
  if (answer === undefined) throw new Error(UNKNOWN_FORM);
  return answer;
}

/** What is said of an answer that has another shape than the documentation of its vendor says. */
export const UNKNOWN_FORM = 'it answered in a form that is not known here';
