import { textOfFlow, type FlowDefinition, type FlowEdit } from '../engine/index.js';
import { BotChange } from '../schema/botChange.js';
import { BotChangeKind } from '../schema/enums.js';
import type { Unit } from './orm.js';
import { pagesBy, readingOf, type Page, type Slice } from './page.js';
import { unionOf } from './unionOf.js';

/** The newest changes of a bot that are kept. A watcher that missed more receives these. */
const KEPT = 500;

/** Old changes are deleted each time this many were added. */
const SWEEP_EVERY = 50;

/** The longest edits of one change, with their inverse, that are kept, in characters of JSON. */
const MAX_LENGTH = 100_000;

/** Bytes of edits of a bot that are kept when the oldest are deleted, as the database stores them. */
const MAX_BYTES = 5_000_000;

/** The longest mark of a writer that is kept, in characters. */
const MAX_MARK = 200;

/** A change as its writer passes it. */
export type NewBotChange = Omit<BotChange, 'createdAt'>;

/** What a change did to a draft, and the revision it undid, if any. */
export type DraftEdits = Pick<NewBotChange, 'edits' | 'inverse' | 'undoes'>;

/** Stores a change in the transaction of the write that makes it, and deletes the oldest. */
export async function noteChange(unit: Unit, change: NewBotChange): Promise<void> {
  const { botId, revision } = change;
  unit.create(BotChange, { ...change, createdAt: new Date() });
  if (revision % SWEEP_EVERY !== 0) return;
  await unit.nativeDelete(BotChange, { botId, revision: { $lte: revision - KEPT } });
  await unit.execute(FORGET, [botId, botId, MAX_BYTES]);
}

/** Deletes the edits of a bot, except the newest ones up to a number of bytes. */
const FORGET = `update bot_change set edits = null, inverse = null
  where bot_id = ? and edits is not null and revision <= (
    select max(revision) from (
      select revision, sum(pg_column_size(edits) + pg_column_size(inverse)) over (order by revision desc) as bytes
      from bot_change where bot_id = ? and edits is not null
    ) as sizes where bytes > ?)`;

/** The edits of a change as they are kept: null where they are too long, or where the draft was changed by other means. */
export function keptEdits(
  [before, after]: readonly [before: FlowDefinition, after: FlowDefinition],
  made: DraftEdits | undefined,
): DraftEdits {
  const { edits, inverse, undoes } = made ?? { ...unchanged(before, after), undoes: null };
  const { length } = JSON.stringify([edits, inverse]);
  return length > MAX_LENGTH ? { edits: null, inverse: null, undoes } : { edits, inverse, undoes };
}

function unchanged(before: FlowDefinition, after: FlowDefinition): Omit<DraftEdits, 'undoes'> {
  const none: readonly FlowEdit[] | null = textOfFlow(before) === textOfFlow(after) ? [] : null;
  return { edits: none, inverse: none };
}

/** The mark of a writer as it is kept: PostgreSQL can store neither NUL nor half a surrogate pair in text. */
export function keptMark(mark: string | null | undefined): string | null {
  if (typeof mark !== 'string' || mark.length > MAX_MARK) return null;
  return mark.isWellFormed() && !mark.includes('\0') ? mark : null;
}

/** The kept update of a bot that a person stored with this mark, if any. */
export async function findChange(
  unit: Unit,
  { botId, actorId, mark }: { botId: string; actorId: string; mark: string | null },
): Promise<BotChange | null> {
  if (mark === null) return null;
  const kind = BotChangeKind.UPDATED;
  return unit.findOne(BotChange, { botId, actorId, kind, clientMutationId: mark });
}

/** Changes that one statement reads: their edits may be long. */
const PAGE = 50;

/** The changes of a bot after a revision, oldest first, at most `PAGE`. */
export async function readChanges(unit: Unit, botId: string, after: number): Promise<BotChange[]> {
  return unit.find(
    BotChange,
    { botId, revision: { $gt: after } },
    { orderBy: { revision: 'asc' }, limit: PAGE, disableIdentityMap: true },
  );
}

/** Whose changes: those of one person, or everybody's. */
export interface ChangesBy {
  readonly actorId?: string;
}

/** A page of the kept changes of each of these bots, newest first. */
export async function listChanges(
  unit: Unit,
  botIds: readonly string[],
  { slice, ...by }: ChangesBy & { readonly slice: Slice<number> },
): Promise<Map<string, Page<BotChange>>> {
  const { range, order, limit } = readingOf(slice, 'desc');
  const orderBy = { revision: order };
  const wheres = botIds.map((botId) => ({ botId, ...by, ...(range && { revision: range }) }));
  const [only] = wheres;
  const found =
    only && wheres.length === 1
      ? await unit.find(BotChange, only, { orderBy, limit })
      : await unit.find(BotChange, await keysOfEach(unit, wheres, { orderBy, limit }), { orderBy });
  return pagesBy('botId', found, slice);
}

async function keysOfEach(
  unit: Unit,
  wheres: readonly (ChangesBy & { botId: string; revision?: { $gt?: number; $lt?: number } })[],
  { orderBy, limit }: { orderBy: { revision: 'asc' | 'desc' }; limit: number },
) {
  const lists = wheres.map((where) =>
    unit
      .createQueryBuilder(BotChange)
      .select(['botId', 'revision'])
      .where(where)
      .orderBy(orderBy)
      .limit(limit),
  );
  const { sql, params } = unionOf(lists).toQuery();
  const keys = await unit.execute<{ bot_id: string; revision: number }[]>(sql, [...params]);
  const revisions = new Map<string, number[]>();
  for (const { bot_id: botId, revision } of keys) {
    revisions.set(botId, [...(revisions.get(botId) ?? []), revision]);
  }
  return { $or: [...revisions].map(([botId, $in]) => ({ botId, revision: { $in } })) };
}
