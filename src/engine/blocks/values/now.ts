import { defineValue } from '../kind/valueKind.js';
import { momentSchema, setToMoment } from '../../time/timeValue.js';

/** The current time as ISO 8601. */
export const now = defineValue({
  type: 'Now',
  summary: 'The current time as ISO 8601.',
  example: { timeZone: 'Europe/Paris' },
  schema: momentSchema,
  enter: (options, context) => setToMoment(options, context.env.now, context),
});
