import { bytesOf } from '../config/diskAmount.js';
import { Failure } from '../errors/errors.js';
import { holdUpload, type Lacking, type UploadHold } from '../storage/uploadHolds.js';
import type { FileParts } from './files.js';
import { refused } from './refused.js';

/**
 * Holds room for bytes that are about to come, and returns how many may come. Fails with `STORAGE_FULL` where the workspace has used its
 * share, or the disks have no more room than must stay free, and with `UPLOAD_REFUSED` where too many uploads are under way.
 */
export async function holdRoom(
  { storage, volumes, limits }: Pick<FileParts, 'storage' | 'volumes' | 'limits'>,
  hold: UploadHold,
): Promise<number> {
  const { left, size } = await volumes.check();
  const stored = bytesOf(limits.storage, size);
  // Bytes in a bucket take no room of a volume; then only the volume of the database must be above its reserve.
  const volume = left > 0 && size === undefined ? Infinity : left;
  const room = { stored, volume, inFlight: limits.inFlight };
  const { granted, lacking } = await holdUpload(storage.pool, hold, room);
  if (lacking) throw failureOf(lacking, limits.inFlight);
  return granted;
}

function failureOf(
  lacking: Lacking,
  { chat, address, bot }: FileParts['limits']['inFlight'],
): Failure {
  switch (lacking) {
    case 'CHAT':
      return refused(`${chat} files of this chat wait to be sent; send them first`);
    case 'ADDRESS':
      return refused(`${address} uploads from this address are under way; wait for them`);
    case 'BOT':
      return refused(`${bot} uploads to this bot are under way; try again later`);
    case 'WORKSPACE':
      return new Failure('STORAGE_FULL', 'The workspace has no room for more files');
    case 'VOLUME':
      return new Failure('STORAGE_FULL', 'This server takes no uploads: its disk is nearly full');
  }
}
