import { invalid } from '../../errors/errors.js';

/** A share of the chats of a bot, which is from 0 to 1; else `VALIDATION`. */
export function validShare(share: number): number {
  if (share >= 0 && share <= 1) return share;
  throw invalid([{ path: ['share'], message: 'Must be from 0 to 1' }]);
}
