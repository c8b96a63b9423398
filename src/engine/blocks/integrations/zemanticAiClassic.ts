import { defineRetired } from '../kind/defineRetired.js';

/** A vendor that no longer exists, as early flows call it. */
export const zemanticAiClassic = defineRetired(
  'Zemantic AI',
  'Asked Zemantic AI, which no longer exists.',
);
