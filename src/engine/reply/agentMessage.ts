import type { Message } from './reply.js';
import { textContent } from './textContent.js';

/** What a person says in the bot's place, as the bot would say it: a text bubble, with a paragraph for each line. */
export function agentMessage(id: string, text: string): Message {
  const richText = text.split('\n').map((line) => ({ type: 'p', children: [{ text: line }] }));
  return { id, type: 'text', content: textContent(richText) };
}
