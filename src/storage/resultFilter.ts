import { IS_LIVE, startOfStage } from './flowVariants.js';
import { likePattern } from './likePattern.js';
import type { Keyed } from './shardKeys.js';

/** Selects results of a bot; archived ones never match. */
export interface ResultFilter {
  readonly botId: string;
  /** Created at or after. */
  readonly from?: Date | undefined;
  /** Created before. */
  readonly until?: Date | undefined;
  readonly hasStarted?: boolean | undefined;
  readonly isCompleted?: boolean | undefined;
  readonly variables?: readonly VariableMatch[] | undefined;
  readonly answers?: readonly AnswerMatch[] | undefined;
  /** The block on which the chat rests now, as counts of those who left have it. */
  readonly restsAtBlockId?: string | undefined;
  /** A block that the chat came to, as counts have it, for as long as its log is kept. */
  readonly reachedBlockId?: string | undefined;
  /** Patterns of `like`, one of which the id of the flow has (`flowVariants.ts`). */
  readonly flows?: readonly string[] | undefined;
  readonly segment?: SegmentMatch | undefined;
  /** A text that a variable, an answer, or the visitor's name or number in a messenger holds somewhere, in any case. */
  readonly search?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Those of this stage instead of those of live chats; with `ids`, it does not matter which they are of. */
  readonly stage?: string | undefined;
  /** Those of stages, beside those of live chats. */
  readonly withStages?: boolean | undefined;
}

/** What a variable, by its id or its name, must hold. One that holds a list must hold it in one of its entries. */
export interface VariableMatch {
  readonly variable: string;
  readonly equals?: string | null | undefined;
  /** In any case. */
  readonly contains?: string | null | undefined;
}

/** What a result counts as in a segment: an empty text where there is no value, null for one of those that share a count. */
export interface SegmentMatch {
  readonly id: string;
  readonly value: string | null;
}

/** What an answer to a block must hold; that there is one, where neither is given. */
export interface AnswerMatch extends Omit<VariableMatch, 'variable'> {
  readonly blockId: string;
}

/** A place in the order of results: newest first, the id decides between equals. */
export interface ResultPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** That order, or its opposite, in SQL. */
export function orderOf(isBackward: boolean): string {
  return isBackward ? 'created_at, id' : 'created_at desc, id desc';
}

/** A range of that order. */
interface Bounds {
  readonly after?: ResultPosition | undefined;
  readonly before?: ResultPosition | undefined;
}

/** A condition on `result`, in SQL, in two parts that both must hold. */
export interface Condition {
  /** The part that an index serves: it finds the rows in order, without skipping others. */
  readonly indexed: string;
  /** The part that is checked on each of those rows; absent if there is none. */
  readonly looked: string | undefined;
  /** The values both name, from `$1`. */
  readonly values: readonly unknown[];
}

/** A filter as a condition, with its range of the order. Flags are written out, so that partial indexes can be used. */
export function conditionOf(filter: Keyed<ResultFilter>, bounds: Bounds = {}): Condition {
  const values: unknown[] = [];
  const put = (value: unknown): string => `$${values.push(value)}`;
  const { ids, stage, withStages = false, hasStarted, isCompleted } = filter;
  const indexed = [
    `bot_id = ${put(filter.botId)} and shard_key = any(${put(filter.shardKeys)}) and not is_archived`,
    ...(hasStarted === true ? ['has_started'] : []),
    ...(isCompleted === true ? ['is_completed'] : []),
    ...boundsOf({ ...filter, ...bounds }, put),
    ...(ids ? [`id = any(${put(ids)})`] : withStages ? [] : [stageIs(stage, put)]),
  ];
  const looked = lookedAt(filter, put);
  return {
    indexed: indexed.join(' and '),
    looked: looked.length === 0 ? undefined : looked.join(' and '),
    values,
  };
}

function lookedAt(filter: ResultFilter, put: Put): string[] {
  const { search, variables = [], answers = [], restsAtBlockId, hasStarted, isCompleted } = filter;
  const { flows, segment, reachedBlockId } = filter;
  return [
    ...(hasStarted === false ? ['not has_started'] : []),
    ...(isCompleted === false ? ['not is_completed'] : []),
    ...variables.map((match) => holding(match, put)),
    ...answers.map((match) => answering(match, put)),
    ...(restsAtBlockId === undefined ? [] : [restingAt(restsAtBlockId, put)]),
    ...(reachedBlockId === undefined ? [] : [reaching(reachedBlockId, put)]),
    ...(flows ? [`flow_id like any(${put(flows)})`] : []),
    ...(segment ? [countingAs(segment, put)] : []),
    ...(search ? [saying(search, put)] : []),
  ];
}

/** Results of stages have an index of their own; there are few of them, so that live ones need none. */
function stageIs(stage: string | undefined, put: Put): string {
  return stage === undefined
    ? IS_LIVE
    : `starts_with(flow_id, '@') and starts_with(flow_id, ${put(startOfStage(stage))})`;
}

function boundsOf(
  { from, until, after, before }: ResultFilter & Bounds,
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

/** Case-insensitive for all letters: the collation of the database may know only those from A to Z. */
const LIKE = 'collate "und-x-icu" ilike';

type Put = (value: unknown) => string;

/** Checks the whole text of the variables first, which is cheap and excludes most rows. */
function holding({ variable, equals, contains }: VariableMatch, put: Put): string {
  const held = [equals, contains].flatMap((text) =>
    typeof text === 'string' ? [`variables::text ${LIKE} ${put(writtenPattern(text))}`] : [],
  );
  const pattern = typeof contains === 'string' ? likePattern(contains) : null;
  const exact = `has_entry_1(variables, ${put(variable)}, ${put(equals)}, ${put(pattern)})`;
  return [...held, exact].join(' and ');
}

/** SQL: the answers of a result, without those of a run that a later one overwrote. */
const OWN_ANSWERS = `select from answer where answer.shard_key = result.shard_key and result_id = result.id
      and answer.id >= result.answers_from`;

function answering({ blockId, equals, contains }: AnswerMatch, put: Put): string {
  const conditions = [
    `block_id = ${put(blockId)}`,
    ...(typeof equals === 'string' ? [`content = ${put(equals)}`] : []),
    ...(typeof contains === 'string' ? [`content ${LIKE} ${put(likePattern(contains))}`] : []),
  ];
  return `exists (${OWN_ANSWERS} and ${conditions.join(' and ')})`;
}

function restingAt(blockId: string, put: Put): string {
  return `exists (select from chat_session as chat where chat.shard_key = result.shard_key and chat.id = result.session_id
      and not chat.is_ended and chat.state -> 'at' ->> 'blockId' = ${put(blockId)})`;
}

/**
 * Reads what the turns of the chat counted (`ChatEventBatch.passed`). Its text is searched first, which excludes most rows. A chat may have
 * passed bots that it is linked to, in which a block can have the same id.
 */
function reaching(blockId: string, put: Put): string {
  const counted = put(JSON.stringify(['reached', blockId]).slice(0, -1));
  return `exists (select from chat_event as log cross join lateral json_array_elements(log.passed) as counted
    where log.shard_key = result.shard_key and log.session_id = result.session_id and strpos(log.passed::text, ${counted}) > 0
      and counted ->> 'bot_id' = result.bot_id and strpos(counted ->> 'parts', ${counted}) > 0)`;
}

/** Counts know results by their segment and value as `segmentCounts.ts` writes them. */
function countingAs({ id, value }: SegmentMatch, put: Put): string {
  const counted = value === null ? '*' : value === '' ? '' : `=${value}`;
  return `exists (select from segment_result where segment_id = ${put(id)} and result_id = result.id and value = ${put(counted)})`;
}

/** The chat is read by a value: PostgreSQL could first hash what an `exists` finds in the chats of all bots, whose states take long to read. */
function saying(text: string, put: Put): string {
  const [written, pattern] = [put(writtenPattern(text)), put(likePattern(text))];
  return `((variables::text ${LIKE} ${written} and exists (
      select from json_array_elements(variables) as held where (held ->> 'value') ${LIKE} ${pattern}))
    or exists (${OWN_ANSWERS} and content ${LIKE} ${pattern})
    or (select strpos(chat.state::text, '"messenger":{') > 0 and ${CONTACT} ${LIKE} ${written}
      from chat_session as chat where chat.shard_key = result.shard_key and chat.id = result.session_id))`;
}

/** SQL: a member of what a messenger says of a visitor, as in JSON text, which may hold characters that PostgreSQL cannot extract. */
const ofContact = (member: string): string =>
  String.raw`substring((chat.state -> 'settings' -> 'messenger')::text from '"${member}":"((?:[^"\\]|\\.)*)"')`;

const CONTACT = `concat_ws(chr(10), ${ofContact('name')}, ${ofContact('phoneNumber')})`;

/** The same within JSON text, where some characters are written in another way. */
function writtenPattern(text: string): string {
  return likePattern(JSON.stringify(text).slice(1, -1));
}
