import { z } from 'zod';
import { defineValue, setTo } from '../kind/valueKind.js';

/** The name of the visitor in a messenger; on the web it is unknown, so the variable is cleared. */
export const contactName = defineValue({
  type: 'Contact name',
  summary: 'The name of the person in a messenger; nothing on the web.',
  schema: z.looseObject({}),
  enter: (options, { settings }) => setTo(options, settings.messenger?.name ?? null),
});
