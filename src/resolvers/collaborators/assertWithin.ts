import { Failure } from '../../errors.js';
import { CollaborationType } from '../../schema/enums.js';

/** The shares, each holding all those before it. */
const ORDER = [CollaborationType.READ, CollaborationType.WRITE, CollaborationType.FULL_ACCESS];

/** Nobody gives more than they have. */
export function assertWithin(own: CollaborationType, given: CollaborationType): void {
  if (ORDER.indexOf(given) <= ORDER.indexOf(own)) return;
  throw new Failure('FORBIDDEN', `You may share this bot for ${own} at most`);
}
