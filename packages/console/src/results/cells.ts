import type { ResultsQuery } from '@parley/client/dashboard';

type BotResults = NonNullable<ResultsQuery['bot']>;

/** A row of the table. */
export type ResultRow = BotResults['results']['nodes'][number];

/** A column of the table. */
export type Column = BotResults['resultColumns'][number];

/** What a result has in a column: the value of its variable, or else the last answer to its questions. */
export function cellOf(
  { answers, variables }: Pick<ResultRow, 'answers' | 'variables'>,
  { blockIds, variableIds }: Pick<Column, 'blockIds' | 'variableIds'>,
): string {
  const variable = variables.find(({ variableId }) => variableIds.includes(variableId));
  if (variable) return textOf(variable.value);
  const answer = answers.findLast(({ blockId }) => blockIds.includes(blockId));
  return answer ? textOf(answer.content) : '';
}

/** A value as a text; a list of texts is shown with commas. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one)).join(', ');
  return value === null || value === undefined ? '' : String(value);
}
