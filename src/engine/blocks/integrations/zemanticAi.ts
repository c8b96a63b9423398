import { defineRetired } from '../kind/defineRetired.js';

/** A vendor that no longer exists, as later flows call it. */
export const zemanticAi = defineRetired(
  'zemantic-ai',
  'Asked Zemantic AI, which no longer exists.',
);
