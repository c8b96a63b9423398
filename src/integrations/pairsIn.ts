import { z } from 'zod';

const text = z.string().optional().catch(undefined);
const pairsSchema = z
  .array(z.object({ key: text, fieldName: text, value: z.unknown() }).catch({ value: undefined }))
  .catch([]);

/** A list of keys and values, as blocks have them, as one object; a pair that names nothing is left out. */
export function pairsIn(list: unknown): Readonly<Record<string, unknown>> {
  const pairs = pairsSchema
    .parse(list)
    .flatMap(({ key, fieldName = key, value }) =>
      fieldName === undefined ? [] : [[fieldName, value ?? ''] as const],
    );
  return Object.fromEntries(pairs);
}
