import type { Config } from '../config/config.js';
import { openFiles, type Files } from '../files/files.js';
import { openScan } from '../files/scanFile.js';
import type { Metrics } from '../http/metrics.js';
import { reachBucket } from '../integrations/reachBucket.js';
import type { Log } from '../log/log.js';
import type { RateLimits } from '../rateLimits/limits.js';
import { countUploads } from '../rateLimits/chats.js';
import type { Storage } from '../storage/orm.js';

/** The dependencies of stored files. */
interface FilesParts {
  readonly storage: Storage;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'watchRoom'>;
  readonly rateLimits: RateLimits | undefined;
  readonly ownAddress: () => string;
}

/** Opens the files of a server, in its folder or bucket, with virus scanning if configured, rate limits and metrics. */
export function openStoredFiles(
  config: Config,
  { storage, log, metrics, rateLimits, ownAddress }: FilesParts,
): Files {
  const s3 = reachBucket(config, log);
  const scan = openScan(config.scanCommand, log);
  const parts = { s3, scan, log, countUpload: countUploads(rateLimits) };
  const files = openFiles({ ...config, ...parts }, storage, ownAddress);
  metrics.watchRoom(() => files.volumes.last().left);
  return files;
}
