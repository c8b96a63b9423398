import type { Pool } from 'pg';
import type { UploadsInFlight } from '../config/uploadsInFlight.js';

/** An upload that needs room. */
export interface UploadHold {
  /** The key under which its bytes will be stored. */
  readonly key: string;
  /** The key for which room was held when the upload was prepared; this hold takes that room over. */
  readonly stagedKey: string;
  readonly of: UploadUser;
  /** The most bytes that may come, and the fewest that are of use. */
  readonly wanted: number;
  readonly least: number;
  /** Seconds after which the bytes are deleted, unless they belong to a file by then. */
  readonly seconds: number;
}

/** Whose limits an upload counts for. For an upload of a member: the workspace, and the bot where it is for one. */
export interface UploadUser {
  readonly workspaceId: string;
  readonly botId: string | null;
  /** The result of the chat, or the chat itself. */
  readonly chat?: string | undefined;
  readonly clientAddress?: string | undefined;
}

/** Limits of uploads. */
export interface UploadRoom {
  /** The most bytes of all files of a workspace. */
  readonly stored: number;
  /** The most bytes of all holds. */
  readonly volume: number;
  readonly inFlight: UploadsInFlight;
}

/** The limit that leaves no room for an upload. */
export type Lacking = 'CHAT' | 'ADDRESS' | 'BOT' | 'WORKSPACE' | 'VOLUME';

/**
 * Holds room for an upload, in one statement and exactly, also when several processes do so at once. Returns how many bytes may come, or
 * the limit that leaves no room. A hold counts until `markUploaded` gives the bytes to a file, or they are deleted.
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

/** Extends the hold of a running upload to `seconds` from now; not one that has lapsed, whose bytes may be being deleted. */
export async function renewHold(pool: Pool, key: string, seconds: number): Promise<void> {
  await pool.query({
    name: 'upload_hold_renew',
    text: `update file_removal set due_at = now() + $2 * interval '1 second'
      where key = $1 and due_at > now()`,
    values: [key, seconds],
  });
}

/** Keeps bytes that were posted under a key until their upload expires; false where no upload waits for them. */
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

/** Those of these keys that are held or noted for deletion. */
export async function findNoted(pool: Pool, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ key: string }>({
    name: 'upload_noted',
    text: 'select key from file_removal where key = any($1)',
    values: [keys],
  });
  return new Set(rows.map(({ key }) => key));
}
