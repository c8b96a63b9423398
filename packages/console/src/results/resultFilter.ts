import type {
  AnswerMatchInput,
  ResultsQueryVariables,
  ResultsViewShownFragment,
  SegmentSource,
  VariableMatchInput,
} from '@parley/client/dashboard';
import { t } from '../i18n/t.js';
import { timeZone } from '../ui/timeZone.js';

/** A window of time by its name. */
export type TimeFilter = NonNullable<ResultsQueryVariables['timeFilter']>;

/** The windows that can be chosen. */
export const TIMES: readonly (readonly [TimeFilter, string])[] = [
  ['LAST_7_DAYS', t('Last 7 days')],
  ['LAST_30_DAYS', t('Last 30 days')],
  ['YEAR_TO_DATE', t('This year')],
  ['ALL_TIME', t('All time')],
];

/** How a value is compared. */
export type Operator = 'contains' | 'equals' | 'given';

/** What a variable, or the answers to a block, must hold. */
export interface Condition {
  readonly of: 'variable' | 'answer';
  /** The id of the variable or of the block. */
  readonly id: string;
  readonly operator: Operator;
  /** Of no use to the operator `given`. */
  readonly text: string;
}

/** A value of a segment: null for results without one; `isOther` for all that have no count of their own. */
export interface SegmentMatch {
  readonly source: SegmentSource;
  readonly variableId: string | null;
  readonly value: string | null;
  readonly isOther: boolean;
}

/** Which results are shown. */
export interface Filter {
  readonly search: string;
  readonly timeFilter: TimeFilter;
  readonly isCompleted: boolean | null;
  /** The day on which they were created, such as `2026-05-01`, where the browser is. */
  readonly day: string | null;
  /** The block on which their chats rest. */
  readonly restsAtBlockId: string | null;
  /** A block that their chats came to. */
  readonly reachedBlockId: string | null;
  /** The version with which they began. */
  readonly versionId: string | null;
  /** What they count as in a segment. */
  readonly segment: SegmentMatch | null;
  /** Whether those without an answer are shown, too. */
  readonly isUnansweredToo: boolean;
  readonly conditions: readonly Condition[];
}

/** A filter, and the view by which columns are arranged. */
export interface ShownFilter extends Filter {
  readonly viewId: string | null;
}

/** What an address says. */
export function filterIn(params: URLSearchParams): ShownFilter {
  return {
    search: params.get('search') ?? '',
    timeFilter: timeNamed(params.get('time')),
    isCompleted: params.get('completed') === 'yes' ? true : null,
    day: dayIn(params.get('day')),
    restsAtBlockId: params.get('rests'),
    reachedBlockId: params.get('reached'),
    versionId: params.get('version'),
    segment: segmentIn(params.get('segment')),
    isUnansweredToo: params.get('unanswered') === 'too',
    conditions: params.getAll('where').flatMap(conditionIn),
    viewId: params.get('view'),
  };
}

/** The address of the results of a bot of which something is wanted. */
export function resultsAt(botId: string, wanted: Partial<Filter>): string {
  const shown = { ...filterIn(new URLSearchParams()), ...wanted };
  return `/b/${botId}/results?${new URLSearchParams(addressOf(shown)).toString()}`;
}

/** The results in which a block was answered. */
export function answersTo(blockId: string): Pick<Filter, 'conditions'> {
  return { conditions: [{ of: 'answer', id: blockId, operator: 'given', text: '' }] };
}

/** What the address has to say of a filter and a view; what is usual is left out. */
export function addressOf(shown: ShownFilter): [name: string, value: string][] {
  const { search, timeFilter, isCompleted, conditions, segment, isUnansweredToo } = shown;
  const { day, restsAtBlockId: rests, reachedBlockId: reached } = shown;
  const { versionId: version, viewId: view } = shown;
  return [
    ...Object.entries({
      search: search === '' ? null : search,
      time: timeFilter === 'ALL_TIME' ? null : timeFilter,
      completed: isCompleted === true ? 'yes' : null,
      segment: segment === null ? null : segmentWritten(segment),
      unanswered: isUnansweredToo ? 'too' : null,
      ...{ day, rests, reached, version, view },
    }).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]])),
    ...conditions.map((one): [string, string] => ['where', written(one)]),
  ];
}

/** The filter as arguments of `Bot.results`. Who left before an answer counts as having come to a block and left there, and is shown with them. */
export function argumentsOf({
  search,
  timeFilter,
  isCompleted,
  day,
  restsAtBlockId,
  reachedBlockId,
  versionId,
  segment,
  isUnansweredToo,
  ...rest
}: Filter) {
  const isOfAll = isUnansweredToo || restsAtBlockId !== null || reachedBlockId !== null;
  return {
    ...{ search, timeFilter, isCompleted, versionId, segment, ...matchesOf(rest) },
    ...{ restsAtBlockId, reachedBlockId },
    timeZone: timeZone(),
    hasStarted: isOfAll ? null : true,
    from: day === null ? null : midnightAfter(day, 0),
    until: day === null ? null : midnightAfter(day, 1),
  };
}

/** The conditions as the interface has them. */
function matchesOf({ conditions }: Pick<Filter, 'conditions'>) {
  const variables: VariableMatchInput[] = [];
  const answers: AnswerMatchInput[] = [];
  for (const { of, id, operator, text } of conditions) {
    const held = operator === 'given' ? {} : { [operator]: text };
    if (of === 'variable') variables.push({ variable: id, ...held });
    else answers.push({ blockId: id, ...held });
  }
  return { variables, answers };
}

/** What a saved view selects. */
export function filterOfView({ id, filters }: ResultsViewShownFragment): ShownFilter {
  // The server has parsed them (`ResultsFilters`).
  const saved = (filters ?? {}) as Omit<ResultsQueryVariables, 'botId'>;
  return {
    search: saved.search ?? '',
    timeFilter: timeNamed(saved.timeFilter),
    isCompleted: saved.isCompleted === true ? true : null,
    day: dayOf(saved.from),
    ...placesOf(saved),
    versionId: saved.versionId ?? null,
    segment: segmentOf(saved.segment),
    // All results, too, where it is absent in a view of another program.
    isUnansweredToo:
      saved.hasStarted === null && Object.values(placesOf(saved)).every((at) => at === null),
    conditions: [
      ...[saved.variables ?? []].flat().map((one) => conditionOf('variable', one.variable, one)),
      ...[saved.answers ?? []].flat().map((one) => conditionOf('answer', one.blockId, one)),
    ],
    viewId: id,
  };
}

/** The blocks of a view where chats rest, and to which they came. */
function placesOf({
  restsAtBlockId = null,
  reachedBlockId = null,
}: Pick<ResultsQueryVariables, 'restsAtBlockId' | 'reachedBlockId'>) {
  return { restsAtBlockId, reachedBlockId };
}

function segmentOf(saved: ResultsQueryVariables['segment']): SegmentMatch | null {
  if (!saved) return null;
  const { source, variableId = null, value = null, isOther = false } = saved;
  return { source, variableId, value, isOther };
}

type TextMatch = Pick<AnswerMatchInput, 'equals' | 'contains'>;

function conditionOf(of: Condition['of'], id: string, { equals, contains }: TextMatch): Condition {
  if (typeof equals === 'string') return { of, id, operator: 'equals', text: equals };
  if (typeof contains === 'string') return { of, id, operator: 'contains', text: contains };
  return { of, id, operator: 'given', text: '' };
}

function written({ of, id, operator, text }: Condition): string {
  return [of, operator, id.replaceAll('~', '%7E'), text].join('~');
}

function conditionIn(sent: string): Condition[] {
  const [, of, operator, id = '', text = ''] =
    /^(variable|answer)~(contains|equals|given)~([^~]+)~(.*)$/s.exec(sent) ?? [];
  if (of === undefined) return [];
  // The pattern has these words alone.
  const words = { of: of as Condition['of'], operator: operator as Operator };
  return [{ ...words, id: id.replaceAll('%7E', '~'), text }];
}

/** A segment and its value as an address has them: the value after `=`, `*` for others, nothing for none. */
function segmentWritten({ source, variableId, value, isOther }: SegmentMatch): string {
  const counted = isOther ? '*' : value === null ? '' : `=${value}`;
  return [source, (variableId ?? '').replaceAll('~', '%7E'), counted].join('~');
}

function segmentIn(sent: string | null): SegmentMatch | null {
  const [, source, id = '', counted = ''] =
    /^(VARIABLE|CHANNEL)~([^~]*)~(|\*|=.*)$/s.exec(sent ?? '') ?? [];
  if (source === undefined) return null;
  return {
    // The pattern has these words alone.
    source: source as SegmentSource,
    variableId: id === '' ? null : id.replaceAll('%7E', '~'),
    value: counted.startsWith('=') ? counted.slice(1) : null,
    isOther: counted === '*',
  };
}

function dayIn(sent: string | null): string | null {
  return sent !== null && /^\d{4}-\d\d-\d\d$/.test(sent) && !Number.isNaN(Date.parse(sent))
    ? sent
    : null;
}

/** The day, where the browser is, that begins at an instant; null where none is named. */
function dayOf(instant: unknown): string | null {
  const date = new Date(typeof instant === 'string' ? instant : NaN);
  if (Number.isNaN(date.getTime())) return null;
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** The instant at which a day begins, or one some days later, where the browser is. */
function midnightAfter(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
}

function timeNamed(name: unknown): TimeFilter {
  return TIMES.find(([time]) => time === name)?.[0] ?? 'ALL_TIME';
}
