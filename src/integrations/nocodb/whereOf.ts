import { z } from 'zod';

const filterSchema = z.object({
  joiner: z.enum(['AND', 'OR']).catch('AND'),
  comparisons: z
    .array(
      z.object({
        input: z.string().optional(),
        operator: z.string().optional(),
        value: z.string().catch(''),
      }),
    )
    .catch([]),
});

/** How the service writes the ways to compare (https://data-apis-v2.nocodb.com, "Comparison Operators"). */
const OPERATORS: ReadonlyMap<string, (value: string) => string> = new Map([
  ['Equal to', (value) => `eq,${value}`],
  ['Not equal', (value) => `neq,${value}`],
  ['Contains', (value) => `like,%${value}%`],
  ['Does not contain', (value) => `nlike,%${value}%`],
  ['Starts with', (value) => `like,${value}%`],
  ['Ends with', (value) => `like,%${value}`],
  ['Greater than', (value) => `gt,${value}`],
  ['Greater or equal to', (value) => `ge,${value}`],
  ['Less than', (value) => `lt,${value}`],
  ['Less or equal to', (value) => `le,${value}`],
  ['Is set', () => 'notblank'],
  ['Is empty', () => 'blank'],
]);

/**
 * A filter as the service reads it; undefined without comparisons. A value may come from a visitor, and the format has no
 * quotes, so values with its own marks are refused: they could ask for other records.
 */
export function whereOf(filter: unknown): string | undefined {
  const { joiner, comparisons } = filterSchema
    .catch({ joiner: 'AND', comparisons: [] })
    .parse(filter);
  const parts = comparisons.flatMap(({ input, operator = 'Equal to', value }) => {
    if (input === undefined) return [];
    const written = OPERATORS.get(operator);
    if (!written) throw new Error(`Records cannot be compared by "${operator}"`);
    if (/[(),~]/.test(input + value)) throw new Error('A filter cannot hold ( ) , or ~');
    return [`(${input},${written(value)})`];
  });
  return parts.length > 0 ? parts.join(joiner === 'OR' ? '~or' : '~and') : undefined;
}
