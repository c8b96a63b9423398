import { z } from 'zod';
import { defineValue, setTo } from '../kind/valueKind.js';

/** The channel of the chat, which is always the web. */
export const environmentName = defineValue({
  type: 'Environment name',
  summary: 'The word `web`, for where the chat takes place.',
  schema: z.looseObject({}),
  enter: (options) => setTo(options, 'web'),
});
