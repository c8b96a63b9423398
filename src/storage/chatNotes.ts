import type { Pool } from 'pg';
import { ChatNote } from '../schema/chatNote.js';
import { newId } from './newId.js';
import { shardKeyOf } from './shardKeys.js';
import { together } from './together.js';

/** The most notes of a chat. */
export const MOST_NOTES = 500;

/** Characters of all notes of a page, except the newest of them, which is always in it. */
const MOST_TEXT = 30_000;

/** A note to store. */
export interface NewNote {
  readonly chatId: string;
  readonly authorId: string;
  readonly authorName: string | null;
  readonly text: string;
}

/** What became of a note: the workspace of its chat, and whether the chat had room for it. */
export interface NoteOutcome {
  readonly workspaceId: string;
  readonly isStored: boolean;
}

/** Stores a note where there is room for it; undefined where no person took part in the chat. */
export async function addNote(
  pool: Pool,
  { chatId, authorId, authorName, text }: NewNote,
): Promise<NoteOutcome | undefined> {
  const shardKey = shardKeyOf(chatId);
  const { rows } = await pool.query<NoteOutcome>({
    name: 'note_add_2',
    text: `with found as (
        select workspace_id, (select count(*) from chat_note where shard_key = $1 and chat_id = $2) < ${MOST_NOTES} as has_room
        from chat_desk where shard_key = $1 and id = $2
      ), desk as (
        update chat_desk set revision = revision + 1, updated_at = now() where shard_key = $1 and id = $2
          and (select has_room from found)
        returning id
      ), note as (
        insert into chat_note (shard_key, id, chat_id, author_id, author_name, text, created_at)
        select $1, $3, $2, $4, $5, $6, now() from desk
      )
      select workspace_id as "workspaceId", has_room as "isStored" from found`,
    values: [shardKey, chatId, newId('not', 15, shardKey), authorId, authorName, text],
  });
  return rows[0];
}

/** A page of the notes about a chat: so many of the newest, or of those before a note. */
export interface NotesQuery {
  readonly chatId: string;
  readonly limit: number;
  readonly beforeId?: string | null | undefined;
}

/** Pages of notes, in the order of the queries, each oldest first. A page has fewer notes where they are long. */
export async function findNotes(pool: Pool, asked: readonly NotesQuery[]): Promise<ChatNote[][]> {
  const queries = asked.map(({ chatId, limit, beforeId }, at) => ({
    text: `select ${at} as at, id, text, author_id as "authorId", author_name as "authorName", (extract(epoch from created_at) * 1000)::float8 as "createdAt"
      from (select *, sum(length(text)) over (order by id desc) - length(text) as newer
        from (select * from chat_note where shard_key = $1 and chat_id = $2 and ($3::text is null or id < $3)
          order by id desc limit $4) as newest) as listed
      where newer < ${MOST_TEXT}`,
    values: [shardKeyOf(chatId), chatId, beforeId ?? null, limit],
  }));
  type Row = Omit<ChatNote, 'createdAt'> & { readonly at: number; readonly createdAt: number };
  const { rows } = await pool.query<Row>(together(queries));
  const notes = rows
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ at, createdAt, ...row }) => ({
      at,
      note: Object.assign(new ChatNote(), row, { createdAt: new Date(createdAt) }),
    }));
  return asked.map((_, place) => notes.filter(({ at }) => at === place).map(({ note }) => note));
}
