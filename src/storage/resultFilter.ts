/** Which results of a bot are meant; those in the archive never are. */
export interface ResultFilter {
  readonly botId: string;
  /** Created at or after. */
  readonly from?: Date | undefined;
  /** Created before. */
  readonly until?: Date | undefined;
  readonly hasStarted?: boolean | undefined;
  readonly isCompleted?: boolean | undefined;
  readonly variables?: readonly VariableMatch[] | undefined;
  /** A text that a variable or an answer holds somewhere, in any case. */
  readonly search?: string | undefined;
  readonly ids?: readonly string[] | undefined;
}

/** What a variable, by its id or its name, must hold. One that holds a list must hold it in one of its entries. */
export interface VariableMatch {
  readonly variable: string;
  readonly equals?: string | null | undefined;
  /** In any case. */
  readonly contains?: string | null | undefined;
}

/** A place in the order of results: newest first, the id decides between equals. */
export interface ResultPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** A stretch of that order. */
interface Stretch {
  readonly after?: ResultPosition | undefined;
  readonly before?: ResultPosition | undefined;
}

/** A condition on `result`, in SQL, and the values it names, from `$1`. */
export interface Condition {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A filter as a condition, with its stretch of the order. Flags are written out, so that partial indexes serve them. */
export function conditionOf(filter: ResultFilter, stretch: Stretch = {}): Condition {
  const values: unknown[] = [];
  const put = (value: unknown): string => `$${values.push(value)}`;
  const { ids, search, variables = [] } = filter;
  const parts = [
    `bot_id = ${put(filter.botId)} and not is_archived`,
    ...flagsOf(filter),
    ...boundsOf({ ...filter, ...stretch }, put),
    ...(ids ? [`id = any(${put(ids)})`] : []),
    ...variables.map((match) => holding(match, put)),
    ...(search ? [saying(put(patternOf(search)))] : []),
  ];
  return { text: parts.join(' and '), values };
}

function flagsOf({ hasStarted, isCompleted }: ResultFilter): string[] {
  return [
    ...(hasStarted === undefined ? [] : [hasStarted ? 'has_started' : 'not has_started']),
    ...(isCompleted === undefined ? [] : [isCompleted ? 'is_completed' : 'not is_completed']),
  ];
}

function boundsOf(
  { from, until, after, before }: ResultFilter & Stretch,
  put: (value: unknown) => string,
): string[] {
  const place = ({ createdAt, id }: ResultPosition) => `(${put(createdAt)}, ${put(id)})`;
  return [
    ...(from ? [`created_at >= ${put(from)}`] : []),
    ...(until ? [`created_at < ${put(until)}`] : []),
    ...(after ? [`(created_at, id) < ${place(after)}`] : []),
    ...(before ? [`(created_at, id) > ${place(before)}`] : []),
  ];
}

function holding(
  { variable, equals, contains }: VariableMatch,
  put: (value: unknown) => string,
): string {
  const name = put(variable);
  const tests = [
    ...(typeof equals === 'string' ? [`entry = ${put(equals)}`] : []),
    ...(typeof contains === 'string' ? [`entry ilike ${put(patternOf(contains))}`] : []),
  ];
  return `exists (select from json_array_elements(variables) as held cross join lateral (
      select held ->> 'value' as entry where json_typeof(held -> 'value') = 'string'
      union all select json_array_elements_text(
        case json_typeof(held -> 'value') when 'array' then held -> 'value' else '[]'::json end)
    ) as entries where (held ->> 'id' = ${name} or held ->> 'name' = ${name})
      and ${tests.join(' and ') || 'true'})`;
}

function saying(pattern: string): string {
  return `(exists (select from json_array_elements(variables) as held where held ->> 'value' ilike ${pattern})
    or exists (select from answer where result_id = result.id and answer.id >= result.answers_from
      and content ilike ${pattern}))`;
}

/** The pattern that a text within a text fits. */
function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
