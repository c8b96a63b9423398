import { defineValue } from '../kind/valueKind.js';
import { DAY, momentSchema, setToMoment } from '../../time/timeValue.js';

/** The time exactly 24 hours ago as ISO 8601. */
export const yesterday = defineValue({
  type: 'Yesterday',
  summary: 'The time exactly 24 hours ago as ISO 8601.',
  schema: momentSchema,
  enter: (options, context) => setToMoment(options, context.env.now - DAY, context),
});
