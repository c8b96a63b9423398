import { maskSecrets } from '../integrations/http/maskSecrets.js';
import { publicFill } from './publicFill.js';
import type { Frame } from './session.js';

/** The most characters of a value, and of the whole text, which is a message. */
const [MAX_VALUE, MAX_TEXT] = [10_000, 100_000] as const;

/**
 * A text that a person sends, with the variables of a chat filled in: those of the bot that is open, else of the bots below it. Inline code
 * yields nothing. What looks like a secret in a value is masked, since the author of the flow did not write that it is shown.
 */
export function cannedText(template: string, stack: readonly Frame[]): string {
  const masked = (text: string): string => maskSecrets(text.slice(0, MAX_VALUE));
  const filled = publicFill(stack.toReversed(), masked).fill(template);
  return filled.slice(0, MAX_TEXT).toWellFormed();
}
