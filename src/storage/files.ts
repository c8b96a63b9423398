import type { Pool } from 'pg';
import { commonFailure } from '../errors/commonFailure.js';
import { Bot } from '../schema/bot.js';
import { FileVisibility } from '../schema/enums.js';
import { File } from '../schema/file.js';
import { newId } from './newId.js';
import { shardKeyOf, shardKeysOf } from './shardKeys.js';
import type { Unit } from './orm.js';

/** The owner of a file; a file of a workspace alone has no bot. */
export interface FileOwner {
  readonly workspaceId: string;
  readonly botId: string | null;
  /** The result of a chat, or the chat itself in a preview. */
  readonly resultId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly blockId?: string | undefined;
}

/** A file whose bytes are not stored yet. */
export interface NewFile {
  readonly owner: FileOwner;
  readonly name: string;
  readonly type: string;
  readonly visibility: FileVisibility;
  /** Whether something refers to it already; an upload is used once it is sent. */
  readonly isUsed: boolean;
  /** Media types of images that its content may turn out to have, besides `type`. */
  readonly imageTypes?: readonly string[];
  /** Seconds until it is deleted unless it is used by then; null: kept as long as its owner. */
  readonly keptFor: number | null;
}

/** Digits of the secret part of an id, in base 36. */
const SECRET_DIGITS = 25;

/** The row of a file whose bytes are not stored yet; does not write it. */
export function newFile({ owner, imageTypes = [], keptFor, ...facts }: NewFile): File {
  const chat = owner.sessionId ?? owner.resultId;
  const shardKey = chat === undefined ? '' : shardKeyOf(chat);
  const id = newId('fil', SECRET_DIGITS, shardKey);
  const now = Date.now();
  return Object.assign(new File(), {
    ...{ id, shardKey },
    workspaceId: owner.workspaceId,
    botId: owner.botId,
    resultId: owner.resultId ?? null,
    sessionId: owner.sessionId ?? null,
    blockId: owner.blockId ?? null,
    ...facts,
    imageTypes: imageTypes.join(' '),
    ...{ bytes: 0, width: null, height: null },
    key: `${owner.workspaceId}/${id}`,
    createdAt: new Date(now),
    uploadedAt: null,
    expiresAt: keptFor === null ? null : new Date(now + keptFor * 1_000),
  });
}

/** The workspace of a bot; fails with `BOT_NOT_FOUND` when it was deleted meanwhile. */
export async function workspaceOf(unit: Unit, botId: string): Promise<string> {
  const bot = await unit.findOne(Bot, { id: botId }, { fields: ['workspaceId'] });
  if (!bot) throw commonFailure('BOT_NOT_FOUND');
  return bot.workspaceId;
}

/** Writes the row of a new file. */
export async function storeFile(unit: Unit, file: File): Promise<void> {
  unit.persist(file);
  await unit.flush();
}

/** The file with this id, or null. */
export async function findFile(unit: Unit, id: string): Promise<File | null> {
  return unit.findOne(File, { shardKey: shardKeyOf(id), id });
}

/** Facts of a file that are known once its bytes are stored. */
export type Measured = Pick<File, 'key' | 'bytes' | 'width' | 'height' | 'name' | 'type'>;

/**
 * Notes the key under which bytes are about to be stored, for which room is held already. Returns the most bytes to accept: infinity, since
 * the room was limited when it was held.
 */
export async function noteAttempt(pool: Pool, key: string): Promise<number> {
  await pool.query({
    name: 'file_attempt',
    text: "insert into file_removal (key, due_at) values ($1, now() + interval '30 minutes')",
    values: [key],
  });
  return Infinity;
}

/**
 * Notes that the bytes under this key are those of a file, and counts them. False when the file has other bytes, its row is gone, or the
 * bytes are being deleted. Uploads of members no longer expire; files of chats do until they are sent. Where clients post to the store
 * themselves, the room held for the posted key stays until its address has expired.
 */
export async function markUploaded(
  pool: Pool,
  { id, key: posted }: Pick<File, 'id' | 'key'>,
  { key, bytes, width, height, name, type }: Measured,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'file_uploaded',
    text: `with kept as (
        update file set key = $2, bytes = $3, width = $4, height = $5, name = $6, type = $7, uploaded_at = now(),
          is_used = is_used or (${OF_MEMBERS}),
          expires_at = case when ${OF_MEMBERS} then null else expires_at end
        where shard_key = $9 and id = $1 and uploaded_at is null
          and exists (select from file_removal where key = $2 and due_at > now())
        returning created_at
      ), taken as (
        delete from file_removal where key = $2 and exists (select from kept)
      ), left_over as (
        update file_removal set chat_id = null, bot_id = null, client_address = null,
          due_at = least(due_at, created_at + interval '${STAGED_SECONDS} seconds') from kept where key = $8
      )
      select from kept`,
    values: [id, key, bytes, width, height, name, type, posted, shardKeyOf(id)],
  });
  return rowCount === 1;
}

/** Seconds for which room is held for a prepared upload: somewhat longer than its address is valid. */
export const STAGED_SECONDS = 900;

/** SQL: files that belong to no chat. Members uploaded them for a bot, or for the workspace. */
export const OF_MEMBERS = 'result_id is null and session_id is null';

/** Whether members uploaded a file; the others are files of chats. */
export function isOfMembers({ resultId, sessionId }: File): boolean {
  return resultId === null && sessionId === null;
}

/** The facts of a file that serving it needs. */
export interface ShownRow extends Pick<File, 'id' | 'name' | 'type' | 'bytes' | 'key'> {
  readonly isPublic: boolean;
}

/**
 * The file with this id, if a chat may show it to its person (`files/findShown.ts`). A private upload of members may be shown where a live
 * flow names it: the flow of its own bot, or that of the chat's bot where it is a file of the workspace.
 */
export async function findShownFile(
  pool: Pool,
  id: string,
  sessionId: string,
): Promise<ShownRow | undefined> {
  const { rows } = await pool.query<ShownRow>({
    name: 'file_shown',
    text: `select id, name, type, bytes, key, visibility = '${FileVisibility.PUBLIC}' as "isPublic" from file
      where shard_key = $3 and id = $1 and uploaded_at is not null and (visibility = '${FileVisibility.PUBLIC}'
        or session_id = $2
        or exists (select from result where result.shard_key = $3 and id = file.result_id and session_id = $2)
        or ${OF_MEMBERS} and exists (
          select from chat_session as chat join bot as origin on origin.id = chat.bot_id
            join bot on bot.id = coalesce(file.bot_id, origin.id)
            join bot_version as version on version.id = bot.live_version_id
            join flow on flow.id = version.flow_id
          where chat.shard_key = $4 and chat.id = $2 and origin.workspace_id = file.workspace_id
            and position(file.id in flow.definition::text) > 0))`,
    values: [id, sessionId, shardKeyOf(id), shardKeyOf(sessionId)],
  });
  return rows[0];
}

/** Deletes the row of a file; background work deletes its bytes. */
export async function deleteFile(unit: Unit, id: string): Promise<void> {
  const which = { shardKey: shardKeyOf(id), id };
  await unit.transactional((inner) => inner.nativeDelete(File, which));
}

/** Moves the files of a bot to another workspace, for which they count from then on. */
export async function moveFiles(unit: Unit, botId: string, workspaceId: string): Promise<void> {
  await unit.nativeUpdate(File, { botId }, { workspaceId });
}

/** A chat: by the result of the open bot, or by its own id in a preview. */
export interface ChatFiles {
  readonly resultId?: string | undefined;
  readonly sessionId: string;
}

/** The same chat, with its bot. */
export interface ChatOwner extends ChatFiles {
  readonly botId: string;
}

/** Uploads of a chat with these ids whose bytes this server has not seen: a client may have sent them to the store directly. */
export async function findUnseen(
  unit: Unit,
  { resultId, sessionId }: ChatFiles,
  ids: readonly string[],
): Promise<File[]> {
  const ofChat = resultId === undefined ? { sessionId } : { resultId };
  const shardKey = shardKeyOf(sessionId);
  return unit.find(File, { shardKey, id: { $in: [...ids] }, uploadedAt: null, ...ofChat });
}

/** Marks the uploads of a chat with these ids as used, and returns them. */
export async function claimFiles(
  pool: Pool,
  { resultId, sessionId }: ChatFiles,
  ids: readonly string[],
): Promise<Pick<File, 'id' | 'name' | 'type' | 'bytes'>[]> {
  const { rows } = await pool.query<Pick<File, 'id' | 'name' | 'type' | 'bytes'>>({
    name: 'file_claim',
    text: `update file set is_used = true
      where shard_key = $4 and id = any($1) and uploaded_at is not null and (result_id = $2 or session_id = $3)
      returning id, name, type, bytes`,
    values: [ids, resultId ?? null, sessionId, shardKeyOf(sessionId)],
  });
  return rows;
}

/** The uploads that were sent in the chats of results, oldest first. */
export async function findSentFiles(unit: Unit, resultIds: readonly string[]): Promise<File[]> {
  const shardKey = { $in: shardKeysOf(resultIds) };
  const sent = {
    shardKey,
    resultId: { $in: [...resultIds] },
    isUsed: true,
    blockId: { $ne: null },
  };
  return unit.find(File, sent, { orderBy: { id: 'asc' } });
}

/** The bytes that the files of workspaces take, by workspace id; workspaces without files are absent. */
export async function sumFiles(pool: Pool, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; bytes: number }>({
    name: 'file_sums',
    text: `select workspace_id as id, sum(bytes) as bytes from file
      where workspace_id = any($1) group by workspace_id`,
    values: [ids],
  });
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

/** The next keys whose bytes are to be deleted, with the bytes held for them. The keys stay noted until `forgetRemovals`. */
export async function nextRemovals(
  pool: Pool,
  most: number,
): Promise<readonly { readonly key: string; readonly bytes: number }[]> {
  const { rows } = await pool.query<{ key: string; bytes: number }>({
    name: 'file_removals',
    text: 'select key, bytes from file_removal where due_at <= now() limit $1',
    values: [most],
  });
  return rows;
}

/** Forgets keys whose bytes were deleted. */
export async function forgetRemovals(pool: Pool, keys: readonly string[]): Promise<void> {
  await pool.query({
    name: 'file_removals_done',
    text: 'delete from file_removal where key = any($1)',
    values: [keys],
  });
}
