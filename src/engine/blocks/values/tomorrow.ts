import { defineValue } from '../kind/valueKind.js';
import { DAY, momentSchema, setToMoment } from '../../time/timeValue.js';

/** The time in exactly 24 hours as ISO 8601. */
export const tomorrow = defineValue({
  type: 'Tomorrow',
  summary: 'The time in exactly 24 hours as ISO 8601.',
  schema: momentSchema,
  enter: (options, context) => setToMoment(options, context.env.now + DAY, context),
});
