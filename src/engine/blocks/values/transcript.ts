import { z } from 'zod';
import { toValue } from '../../values/toValue.js';
import { defineValue, setTo } from '../kind/valueKind.js';

/**
 * The conversation so far, recorded as it happened. The variable never becomes part of a result: see `settleVariables`.
 */
export const transcript = defineValue({
  type: 'Transcript',
  summary: 'All that was said so far, one quoted entry for each message.',
  schema: z.looseObject({}),
  enter: (options, context) => setTo(options, toValue(context.transcript)),
});
