import type { Pool } from 'pg';
import type { UploadsInFlight } from '../config/uploadsInFlight.js';

/** An upload for which room is to be held. */
export interface UploadHold {
  /** The key under which bytes are about to come. */
  readonly key: string;
  /** The key for which room was held when the upload was prepared, which this takes over. */
  readonly stagedKey: string;
  readonly of: UploadUser;
  /** How many bytes may come at most, and the fewest that are of use. */
  readonly wanted: number;
  readonly least: number;
  /** After how many seconds what came is deleted, unless it is a file's by then. */
  readonly seconds: number;
}

/** Whom an upload counts for; of a member the workspace, and the bot where it is for one. */
export interface UploadUser {
  readonly workspaceId: string;
  readonly botId: string | null;
  /** The result of the chat, or the chat itself. */
  readonly chat?: string | undefined;
  readonly clientAddress?: string | undefined;
}

/** How much there may be. */
export interface UploadRoom {
  /** All files of a workspace, in bytes. */
  readonly stored: number;
  /** All that is held, in bytes. */
  readonly volume: number;
  readonly inFlight: UploadsInFlight;
}

/** Where there is no room for an upload. */
export type Lacking = 'CHAT' | 'ADDRESS' | 'BOT' | 'WORKSPACE' | 'VOLUME';

/**
 * Holds room for an upload, in one statement and exactly, whoever does so at once in whichever process: gives how many bytes may
 * come, or what there is no room for. What is held counts until `markUploaded` says whose the bytes are, or they are deleted.
 */
export async function holdUpload(
  pool: Pool,
  { key, stagedKey, of, wanted, least, seconds }: UploadHold,
  { stored, volume, inFlight }: UploadRoom,
): Promise<{ readonly granted: number; readonly lacking: Lacking | null }> {
  const { workspaceId, botId, chat, clientAddress } = of;
  const { rows } = await pool.query<{ granted: number; lacking: Lacking | null }>({
    name: 'upload_hold',
    text: 'select * from hold_upload($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)',
    values: [
      ...[key, stagedKey, workspaceId, botId, chat ?? null, clientAddress ?? null],
      ...[wanted, least, seconds, stored, volume, inFlight.chat, inFlight.address, inFlight.bot],
    ],
  });
  const [held] = rows;
  if (!held) throw new Error('The function for holding room gave no row');
  return held;
}

/** Holds the room of an upload that is coming for so many seconds from now; not one that has lapsed, whose bytes may be being deleted. */
export async function renewHold(pool: Pool, key: string, seconds: number): Promise<void> {
  await pool.query({
    name: 'upload_hold_renew',
    text: `update file_removal set due_at = now() + $2 * interval '1 second'
      where key = $1 and due_at > now()`,
    values: [key, seconds],
  });
}

/**
 * Lets what was posted under a key stay until its upload expires, with the bytes that it has; false where no upload waits for it.
 */
export async function keepPosted(pool: Pool, key: string, bytes: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'upload_posted',
    text: `update file_removal set bytes = greatest($2::float8, 1), due_at = file.expires_at from file
      where file_removal.key = $1 and file.id = split_part($1, '/', 2) and file.key = $1
        and file.uploaded_at is null and file.expires_at > now()`,
    values: [key, bytes],
  });
  return rowCount === 1;
}

/** Which of these keys are noted. */
export async function findNoted(pool: Pool, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ key: string }>({
    name: 'upload_noted',
    text: 'select key from file_removal where key = any($1)',
    values: [keys],
  });
  return new Set(rows.map(({ key }) => key));
}
