import type { Filling } from '../text/fillDeep.js';
import { filledVariable } from './variables.js';
import type { Frame } from './session.js';
import { fillTemplate, textOf } from '../text/template.js';
import type { Value } from '../values/value.js';

/**
 * Fills texts outside any block, such as those of a theme, from the variables of several bots; the first bot with a
 * value wins. Inline code yields nothing here, because its value would have to be waited for. No steps are charged: the
 * length is set by the flow, and neither visitors nor authors can exceed `MAX_FILLED_LENGTH` and `MOST_SLOTS`. `shown`
 * changes each value before it is filled in.
 */
export function publicFill(frames: readonly Frame[], shown?: (text: string) => string): Filling {
  const filled = { length: 0 };
  let slotsLeft = MOST_SLOTS;
  const takeSlot = (): void => {
    slotsLeft -= 1;
    // From now on nothing fits.
    if (slotsLeft < 0) filled.length = Infinity;
  };
  const source = {
    filled,
    charge: () => undefined,
    valueNamed: (name: string) => {
      takeSlot();
      const value = valueIn(frames, name);
      return shown ? shown(textOf(value)) : value;
    },
    runInline: () => {
      takeSlot();
      return { ok: true } as const;
    },
  };
  return { charge: source.charge, fill: (template) => fillTemplate(template, source) };
}

/** How many slots of the texts of one bot are filled: others become the empty text. */
const MOST_SLOTS = 20_000;

function valueIn(frames: readonly Frame[], name: string): Value {
  for (const { variables } of frames) {
    const state = filledVariable(variables, name);
    if (state) return state.value;
  }
  return null;
}
