import type { z } from 'zod';

/** JSON of a vendor in the shape that is expected of it; undefined when it is no JSON, or has another shape. */
export function parsedAs<T extends z.ZodType>(schema: T, text: string): z.infer<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
