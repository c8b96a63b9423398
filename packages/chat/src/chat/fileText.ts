import { labelsOf } from '../inputs/inputProps.js';
import { recordOf, textIn } from '../json.js';
import type { Shown } from './chat.js';

/**
 * What the author of a bot says of files that a visitor has sent: `labels.success` of the input that asked for them. `text` is their
 * addresses. Empty where the author says nothing of them.
 */
export function fileTextOf({ input, answeredInput }: Shown, text: string): string {
  const asked = input ?? answeredInput;
  if (asked?.type !== 'file input') return '';
  const { single, multiple } = recordOf(labelsOf(asked)['success']);
  const count = text.split(', ').length;
  return count === 1 ? textIn(single) : textIn(multiple).replaceAll('{total}', String(count));
}
