import { defineRetired } from '../kind/defineRetired.js';

/** A vendor that no longer exists, under the name of later flows. */
export const zemanticAi = defineRetired(
  'zemantic-ai',
  'Asked Zemantic AI, which no longer exists.',
);
