import type { z } from 'zod';

/** The options of a block as an action needs them. Throws what is missing, fit for the author of the flow. */
export function readOptions<T extends z.ZodType>(schema: T, options: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(options);
  if (success) return data;
  throw new Error(error.issues[0]?.message);
}
