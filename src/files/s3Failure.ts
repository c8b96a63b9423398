import { Failure } from '../errors/errors.js';

/** What services call a bucket that is full. */
const FULL = /quota|storagefull|insufficient.*(capacity|storage)|storage.*exceeded/i;

/**
 * Fails as a request to a bucket did: with `STORAGE_FULL`, or with `UNAVAILABLE` where it was not reached or does not work. What the
 * operator has set wrong, such as a key or a name, is a fault that is logged.
 */
export function s3Failure(error: unknown): never {
  if (!(error instanceof Error) || error instanceof Failure) throw error;
  if (FULL.test(error.name)) {
    throw new Failure('STORAGE_FULL', 'The file could not be stored: the storage is full');
  }
  const status = '$metadata' in error ? statusIn(error.$metadata) : undefined;
  if (status !== undefined && status < 500) throw error;
  throw new Failure('UNAVAILABLE', 'The storage of files does not answer; try again later');
}

function statusIn(metadata: unknown): number | undefined {
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const status = 'httpStatusCode' in metadata ? metadata.httpStatusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}
