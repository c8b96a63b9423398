import { z } from 'zod';
import { defineValue, setTo } from '../kind/valueKind.js';

/** The older name of `Now`, without a time zone. */
export const today = defineValue({
  type: 'Today',
  summary: 'The older name of `Now`: the current time in UTC as ISO 8601.',
  schema: z.looseObject({}),
  enter: (options, context) => setTo(options, new Date(context.env.now).toISOString()),
});
