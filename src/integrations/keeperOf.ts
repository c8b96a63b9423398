import type { EffectOrigin } from './effectOrigin.js';

/** What stores a file that an action makes with the files of its chat, and gives its address. Throws where the chat keeps none. */
export function keeperOf({ keepFile }: EffectOrigin): NonNullable<EffectOrigin['keepFile']> {
  if (keepFile) return keepFile;
  throw new Error('This chat keeps no files');
}
