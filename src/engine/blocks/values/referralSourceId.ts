import { z } from 'zod';
import { defineValue, setTo } from '../kind/valueKind.js';

/** The advertisement that led to a messenger chat; on the web there is none, so the variable is cleared. */
export const referralSourceId = defineValue({
  type: 'Referral Source ID',
  summary: 'The id of the advertisement that led to a messenger chat; nothing on the web.',
  schema: z.looseObject({}),
  enter: (options, { settings }) => setTo(options, settings.messenger?.referralSourceId ?? null),
});
