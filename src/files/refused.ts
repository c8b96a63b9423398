import { Failure } from '../errors/errors.js';

/** A failure that says why a file may not be uploaded. */
export function refused(why: string): Failure {
  return new Failure('UPLOAD_REFUSED', why);
}
