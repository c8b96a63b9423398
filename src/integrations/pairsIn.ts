import { z } from 'zod';

const pairsSchema = z.array(z.object({ key: z.string(), value: z.unknown() })).catch([]);

/** A list of keys and values, as blocks have them, as one object. */
export function pairsIn(list: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(pairsSchema.parse(list).map(({ key, value }) => [key, value ?? '']));
}
