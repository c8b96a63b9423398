import { MB } from '../config/size.js';
import type { UploadUser } from '../storage/uploadHolds.js';
import type { RateLimits } from './limits.js';

/** Counts the bytes of uploads of visitors, in megabytes that have begun; rejects above a limit. What members upload is not counted. */
export function countUploads(rateLimits: RateLimits | undefined) {
  return async ({ chat, clientAddress, botId }: UploadUser, bytes: number): Promise<void> => {
    if (!rateLimits || chat === undefined || botId === null) return;
    const megabytes = Math.max(1, Math.ceil(bytes / MB));
    await rateLimits.count('chatUpload', chat, megabytes);
    if (clientAddress !== undefined)
      await rateLimits.count('addressUpload', clientAddress, megabytes);
    await rateLimits.count('botUpload', botId, megabytes);
  };
}
