import type { Pool } from 'pg';
import type { FileVisibility } from '../schema/enums.js';
import { File } from '../schema/file.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** What a file belongs to; a file of a workspace alone has no bot. */
export interface FileOwner {
  readonly workspaceId: string;
  readonly botId: string | null;
  /** The result of a chat, or the chat itself where that is a preview. */
  readonly resultId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly blockId?: string | undefined;
}

/** What a file is, before its bytes are there. */
export interface NewFile {
  readonly owner: FileOwner;
  readonly name: string;
  readonly type: string;
  readonly visibility: FileVisibility;
  /** Whether a chat needs it already; an upload, once it is sent. */
  readonly isUsed: boolean;
  /** For how many seconds it is kept unless something needs it by then; null: for as long as its owner. */
  readonly keptFor: number | null;
}

/** The secret part of an id: its digits in base 36. */
const SECRET_DIGITS = 25;

/** A row for a file whose bytes are not there yet; it is not written. */
export function newFile({ owner, name, type, visibility, isUsed, keptFor }: NewFile): File {
  const id = newId('fil', SECRET_DIGITS);
  const now = Date.now();
  return Object.assign(new File(), {
    id,
    workspaceId: owner.workspaceId,
    botId: owner.botId,
    resultId: owner.resultId ?? null,
    sessionId: owner.sessionId ?? null,
    blockId: owner.blockId ?? null,
    name,
    type,
    bytes: 0,
    visibility,
    key: `${owner.workspaceId}/${id}`,
    createdAt: new Date(now),
    uploadedAt: null,
    isUsed,
    expiresAt: keptFor === null ? null : new Date(now + keptFor * 1_000),
  });
}

/** Writes the row of a new file. */
export async function storeFile(unit: Unit, file: File): Promise<void> {
  unit.persist(file);
  await unit.flush();
}

/** The file with this id, or nothing. */
export async function findFile(unit: Unit, id: string): Promise<File | null> {
  return unit.findOne(File, { id });
}

/** Takes the next keys whose bytes are to be deleted. They are noted until `forgetRemoval`. */
export async function nextRemovals(pool: Pool, most: number): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>({
    name: 'file_removals',
    text: 'select key from file_removal limit $1',
    values: [most],
  });
  return rows.map(({ key }) => key);
}

/** Forgets keys whose bytes are deleted. */
export async function forgetRemovals(pool: Pool, keys: readonly string[]): Promise<void> {
  await pool.query({
    name: 'file_removals_done',
    text: 'delete from file_removal where key = any($1)',
    values: [keys],
  });
}
