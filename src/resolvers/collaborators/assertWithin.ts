import { Failure } from '../../errors/errors.js';
import { holds, type CollaborationType } from '../../schema/enums.js';

/** Fails when a caller would give more rights than they have. */
export function assertWithin(own: CollaborationType, given: CollaborationType): void {
  if (holds(own, given)) return;
  throw new Failure('FORBIDDEN', `You may grant at most ${own} for this bot`);
}
