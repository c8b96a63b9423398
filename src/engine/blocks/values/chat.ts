import { z } from 'zod';
import { toValue } from '../../values/value.js';
import { defineValue, setTo } from '../kind/valueKind.js';

/** A unique id. */
export const randomId = defineValue({
  type: 'Random ID',
  label: 'Random ID',
  summary: 'A fresh random id of 24 letters and digits.',
  schema: z.looseObject({}),
  enter: (options, context) => setTo(options, context.env.newId()),
});

/** The result that stores the answers; a preview has none, so there it is a new id each time. */
export const resultId = defineValue({
  type: 'Result ID',
  label: 'ID of the result',
  summary: 'The id of the result the answers go to; a random one in a preview.',
  schema: z.looseObject({}),
  enter: (options, context) => setTo(options, context.frame.resultId ?? context.env.newId()),
});

/** The older name of `Result ID`. */
export const userId = defineValue({
  ...resultId,
  type: 'User ID',
  label: 'ID of the result (older name)',
  summary: 'The older name of `Result ID`.',
});

/**
 * The conversation so far, recorded as it happened. The variable never becomes part of a result: see `settleVariables`.
 */
export const transcript = defineValue({
  type: 'Transcript',
  label: 'Transcript',
  summary: 'All that was said so far, one quoted entry for each message.',
  schema: z.looseObject({}),
  enter: (options, context) => setTo(options, toValue(context.transcript)),
});
