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

/** A file that a visitor sent. */
export interface SentFile {
  readonly url: string;
  readonly name: string;
}

/** The files whose addresses a text is, with commas between them; none where it is anything else. */
export function filesIn(text: string): readonly SentFile[] {
  const urls = text.split(/,\s*(?=https?:)/);
  if (!urls.every((url) => /^https?:\/\//.test(url) && URL.canParse(url))) return [];
  return urls.map((url) => ({ url, name: nameIn(new URL(url)) }));
}

function nameIn({ pathname, host }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || host;
  } catch {
    return last;
  }
}

/** A value as a text; a list of texts is shown with commas. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one)).join(', ');
  return value === null || value === undefined ? '' : String(value);
}
