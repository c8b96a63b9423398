import { z } from 'zod';
import { defineValue, setTo } from '../kind/valueKind.js';

/** The result that stores the answers; a preview has none, so there it is a new id each time. */
export const resultId = defineValue({
  type: 'Result ID',
  summary: 'The id of the result the answers go to; a random one in a preview.',
  schema: z.looseObject({}),
  enter: (options, context) => setTo(options, context.frame.resultId ?? context.env.newId()),
});
