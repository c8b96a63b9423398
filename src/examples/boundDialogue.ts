import { z } from 'zod';
import type { ForgeEffect } from '../engine/index.js';

/** How many messages a model receives after the first, and how many letters of each. */
const MESSAGES = 5;
const LETTERS = 1_000;

const optionsSchema = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

/**
 * The request of an example to a model, as far as the operator is to pay for it: what the flow says first, and the end of the
 * dialogue with a visitor. This is not left to the flow, whose code can fail on a busy server.
 */
export function boundDialogue(effect: ForgeEffect): ForgeEffect {
  const { messages, ...options } = optionsSchema.parse(effect.options);
  const dialogue = messages.slice(1).slice(-MESSAGES);
  const said = dialogue.map(({ role, content }) => ({ role, content: bounded(content) }));
  return { ...effect, options: { ...options, messages: [...messages.slice(0, 1), ...said] } };
}

/** Its first letters. Words that are addresses of pictures would be looked at, so that nothing is left an address. */
function bounded(text: string): string {
  // A letter may be two units of the text, which are not to be torn apart.
  const letters = [...text.slice(0, 2 * LETTERS)].slice(0, LETTERS);
  return letters.join('').replaceAll('://', ': //');
}
