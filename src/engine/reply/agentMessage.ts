import type { Message } from './reply.js';
import { textContent } from './textContent.js';

/** The message of a person who answers in place of the bot: a text bubble with a paragraph for each line. */
export function agentMessage(id: string, text: string): Message {
  const richText = text.split('\n').map((line) => ({ type: 'p', children: [{ text: line }] }));
  return { id, type: 'text', content: textContent(richText) };
}
