import type { Filling } from '../text/fillDeep.js';
import { filledVariable } from './namedVariables.js';
import { newFillLimit } from './fillLimit.js';
import type { Frame } from './session.js';
import { fillTemplate } from '../text/template.js';
import type { Value } from '../values/value.js';

/**
 * Fills texts outside any block, such as those of a theme, from the variables of several bots; the first bot with a
 * value wins. Inline code yields nothing here, because its value would have to be waited for. No steps are charged: the
 * length is set by the flow, and visitors cannot exceed the limit of `fillLimit.ts`.
 */
export function publicFill(frames: readonly Frame[]): Filling {
  const source = {
    ...newFillLimit(),
    charge: () => undefined,
    valueNamed: (name: string) => valueIn(frames, name),
    runInline: () => ({ ok: true }) as const,
  };
  return { charge: source.charge, fill: (template) => fillTemplate(template, source) };
}

function valueIn(frames: readonly Frame[], name: string): Value {
  for (const { variables } of frames) {
    const state = filledVariable(variables, name);
    if (state) return state.value;
  }
  return null;
}
