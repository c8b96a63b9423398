import { newRoom } from './room.js';
import type { Frame } from './session.js';
import { fillTemplate } from './template.js';
import type { Value } from './value.js';

/**
 * Fills texts outside of any block, such as those of a theme, from the variables of some bots, the first one that has a
 * value. Inline code gives nothing here: it would have to be waited for.
 */
export function publicFill(frames: readonly Frame[]): (template: string) => string {
  const variables = frames.flatMap((frame) => frame.variables);
  const source = {
    valueNamed: (name: string): Value =>
      variables.find((state) => state.name === name && state.value !== null)?.value ?? null,
    runInline: () => ({ ok: true }) as const,
    ...newRoom(),
  };
  return (template) => fillTemplate(template, source);
}
