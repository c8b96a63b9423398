import { defineRetired } from '../kind/defineRetired.js';

/** A vendor that no longer exists, under the name of early flows. */
export const zemanticAiClassic = defineRetired(
  'Zemantic AI',
  'Asked Zemantic AI, which no longer exists.',
);
