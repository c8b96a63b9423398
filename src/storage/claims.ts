import type { Pool } from 'pg';
import { shardKeyOf } from './shardKeys.js';

/** Seconds for which a claim keeps others from writing, unless what is written renews it. */
export const CLAIM_LASTS = 120;

/** The outcome of claiming or assigning a chat; `OPEN`: its bot answers in it. Undefined for one in which no person took part. */
export type ClaimOutcome =
  | { readonly outcome: 'DONE'; readonly takenFrom: string | null; readonly workspaceId: string }
  | { readonly outcome: 'HELD'; readonly heldBy: string }
  | { readonly outcome: 'OVER' }
  | { readonly outcome: 'OPEN' };

interface ClaimRow {
  readonly takenFrom: string | null;
  readonly workspaceId: string | null;
  readonly heldBy: string | null;
  readonly isOver: boolean | null;
  readonly isOpen: boolean | null;
}

/** A claim of a chat. */
export interface Claim {
  readonly chatId: string;
  readonly userId: string;
  /** The claim that is taken over from another. */
  readonly seen?: number | undefined;
}

/** Claims a chat for a person; one in which the bot answers stays as it is. */
export async function claimChat(
  pool: Pool,
  { chatId, userId, seen }: Claim,
): Promise<ClaimOutcome | undefined> {
  const { rows } = await pool.query<ClaimRow>({
    name: 'chat_claim_2',
    text: `select ${OUTCOME} from (select claim_chat_2($1, $2, $3, $4, $5) as done) as claim where done is not null`,
    values: [shardKeyOf(chatId), chatId, userId, seen ?? null, CLAIM_LASTS],
  });
  return rows[0] && outcomeOf(rows[0]);
}

/** Assigns a chat to a person, or to nobody. */
export async function assignChat(
  pool: Pool,
  { chatId, userId }: { readonly chatId: string; readonly userId: string | null },
): Promise<ClaimOutcome | undefined> {
  const { rows } = await pool.query<ClaimRow>({
    name: 'chat_assign',
    text: `select ${OUTCOME} from (select assign_chat_1($1, $2, $3) as done) as claim where done is not null`,
    values: [shardKeyOf(chatId), chatId, userId],
  });
  return rows[0] && outcomeOf(rows[0]);
}

const OUTCOME = `done ->> 'takenFrom' as "takenFrom", done ->> 'workspaceId' as "workspaceId", done ->> 'heldBy' as "heldBy",
  (done ->> 'isOver')::boolean as "isOver", (done ->> 'isOpen')::boolean as "isOpen"`;

function outcomeOf({ takenFrom, workspaceId, heldBy, isOver, isOpen }: ClaimRow): ClaimOutcome {
  if (isOpen) return { outcome: 'OPEN' };
  if (isOver) return { outcome: 'OVER' };
  if (heldBy !== null) return { outcome: 'HELD', heldBy };
  return { outcome: 'DONE', takenFrom, workspaceId: workspaceId ?? '' };
}

/** Who holds a chat of the inbox, and the number of the claim; undefined where no person took part in it. */
export interface Holder {
  readonly claim: number;
  readonly assigneeId: string | null;
  readonly isHeld: boolean;
  /** Whether its visitor waits, for a limited time, and nobody has taken or answered the chat. */
  readonly isAwaited: boolean;
}

/** Reads who holds a chat. */
export async function findHolder(pool: Pool, chatId: string): Promise<Holder | undefined> {
  const { rows } = await pool.query<Holder>({
    name: 'chat_holder',
    text: `select claim, assignee_id as "assigneeId", coalesce(lease_until > now(), false) as "isHeld",
        assignee_id is null and waiting_since is not null and waits_until is not null as "isAwaited"
      from chat_desk where shard_key = $1 and id = $2`,
    values: [shardKeyOf(chatId), chatId],
  });
  return rows[0];
}

/** Changes of a chat in the inbox that are no turn. */
export interface DeskChange {
  /** All its tags. */
  readonly tags?: readonly string[];
  /** Tags that it gets besides, and tags that it loses, whatever others do at the same time. */
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
  /** The queue to which it moves; null for none, undefined where it stays. */
  readonly queue?: string | null | undefined;
  /** Whether everything that the visitor wrote counts as read. */
  readonly isRead?: boolean;
}

/** The most tags of a chat. */
export const MOST_TAGS = 20;

/** SQL: the tags after a change, each once, in the order in which they were added. */
const TAGS = `array(select tag from unnest(coalesce($3, tags) || $7::text[]) with ordinality as all_tags (tag, place)
  where tag <> all($8::text[]) group by tag order by min(place))`;

/** The outcome of a change; undefined where no person took part in the chat. */
export type DeskOutcome = { readonly workspaceId: string } | 'TOO_MANY_TAGS' | undefined;

/** Changes the row of a chat in the inbox, or nothing where it would have too many tags. */
export async function changeDesk(
  pool: Pool,
  chatId: string,
  { tags, addTags = [], removeTags = [], queue, isRead = false }: DeskChange,
): Promise<DeskOutcome> {
  const { rows } = await pool.query<{ workspaceId: string }>({
    name: 'desk_change',
    text: `update chat_desk set tags = ${TAGS}, unread = case when $4 then 0 else unread end,
        queue = case when $6 then $5 else queue end, revision = revision + 1, updated_at = now()
      where shard_key = $1 and id = $2 and cardinality(${TAGS}) <= greatest(${MOST_TAGS}, cardinality(tags)) returning workspace_id as "workspaceId"`,
    values: [
      ...[shardKeyOf(chatId), chatId, tags ?? null, isRead, queue, queue !== undefined],
      ...[addTags, removeTags],
    ],
  });
  if (rows[0]) return rows[0];
  return (await findHolder(pool, chatId)) ? 'TOO_MANY_TAGS' : undefined;
}
