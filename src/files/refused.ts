import { Failure } from '../errors/errors.js';

/** The failure of a file that may not be uploaded. */
export function refused(why: string): Failure {
  return new Failure('UPLOAD_REFUSED', why);
}
