import { z } from 'zod';
import { defineValue, setTo } from '../kind/valueKind.js';

/** The click on the advertisement that led to a messenger chat; on the web there is none, so the variable is cleared. */
export const referralClickId = defineValue({
  type: 'Referral Click ID',
  summary:
    'The id of the click on an advertisement that led to a messenger chat; nothing on the web.',
  schema: z.looseObject({}),
  enter: (options, { settings }) => setTo(options, settings.messenger?.referralClickId ?? null),
});
