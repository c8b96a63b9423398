import { defineValue } from '../kind/valueKind.js';
import { resultId } from './resultId.js';

/** The older name of `Result ID`. */
export const userId = defineValue({
  ...resultId,
  type: 'User ID',
  summary: 'The older name of `Result ID`.',
});
