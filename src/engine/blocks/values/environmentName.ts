import { z } from 'zod';
import { defineValue, setTo } from '../kind/valueKind.js';

/** Where the chat takes place. */
export const environmentName = defineValue({
  type: 'Environment name',
  summary: 'Where the chat takes place: `web` or `messenger`.',
  schema: z.looseObject({}),
  enter: (options, { settings }) => setTo(options, settings.messenger ? 'messenger' : 'web'),
});
