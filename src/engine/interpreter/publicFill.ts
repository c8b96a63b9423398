import type { Filling } from '../text/fillDeep.js';
import { filledVariable } from './namedVariables.js';
import { newFillLimit } from './fillLimit.js';
import type { Frame } from './session.js';
import { fillTemplate } from '../text/template.js';
import type { Value } from '../values/value.js';

/**
 * Fills texts outside of any block, such as those of a theme, from the variables of some bots, the first one that has a
 * value. Inline code gives nothing here: it would have to be waited for. No work is charged: what is filled in is as large
 * as the flow says, and visitors cannot make it larger than `fillLimit.ts` allows.
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
