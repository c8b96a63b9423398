import { breakpointsSchema } from '../engine/index.js';
import { scalarOf } from './scalar.js';

/** Where turns of a preview pause. */
export const Breakpoints = scalarOf({
  name: 'Breakpoints',
  description:
    'Where turns of a preview pause: before a block, after a condition was tried, or after a variable changed.',
  schema: breakpointsSchema,
});
