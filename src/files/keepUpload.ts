import type { Readable } from 'node:stream';
import type { UploadPlace } from '../chat/uploads.js';
import { MB } from '../config/size.js';
import type { UploadRule } from '../engine/index.js';
import { FileVisibility } from '../schema/enums.js';
import type { FileParts } from './files.js';
import { holdRoom } from './holdRoom.js';
import { expectUpload, userOf, type ClaimedFile } from './stageUpload.js';
import { HELD_SECONDS, storeUpload } from './storeBytes.js';

/** A file of a visitor that the server fetched elsewhere. */
export interface FetchedFile extends ClaimedFile {
  readonly content: Uint8Array | Readable;
}

/** An upload, and the member of a message that names it. */
export interface KeptUpload extends Pick<UploadRule, 'sentAs'> {
  readonly url: string;
}

/**
 * Stores a file as an upload to the input that waits, under the same rules as one that the visitor uploads. It is deleted after a
 * day unless a message names it. Fails with `UPLOAD_REFUSED`, `UPLOAD_INFECTED`, `PAYLOAD_TOO_LARGE`,
 * `RATE_LIMITED` and `STORAGE_FULL`.
 */
export async function keepUpload(
  parts: FileParts,
  place: UploadPlace,
  { content, ...claimed }: FetchedFile,
): Promise<KeptUpload> {
  // The person sent it in a conversation, and did not publish it.
  const auto = FileVisibility.PRIVATE;
  const { size } = claimed;
  // Of a file of unknown size, the first megabyte counts now, so that nothing is fetched once a limit is reached.
  const expected = { ...claimed, auto, counted: size ?? MB };
  const { file, most, rule } = await expectUpload(parts, place, expected);
  const of = userOf(file);
  const hold = { stagedKey: file.key, of, least: 1, seconds: HELD_SECONDS };
  await storeUpload(parts, file, {
    note: async (key) => holdRoom(parts, { key, ...hold, wanted: most }),
    async put(key, granted) {
      const bytes = await parts.store.save(key, content, granted);
      if (size === undefined && bytes > MB) await parts.countUpload(of, bytes - MB);
      return bytes;
    },
  });
  return { url: parts.addressOf(file), sentAs: rule.sentAs };
}
