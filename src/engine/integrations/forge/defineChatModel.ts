import { chatCompletion } from './chatActions.js';
import { defineForge } from './defineForge.js';

/** The kind of block that lets a model of a vendor answer, for vendors that are used for nothing else. */
export function defineChatModel(type: string, vendor: string) {
  return defineForge({
    type,
    summary: `Lets a model of ${vendor} answer.`,
    leaves: `The messages, and the descriptions and results of the functions, go to ${vendor}.`,
    repeats: 'The model is asked again, which is paid for again.',
    example: { messages: [{ role: 'user', content: '{{Name}}' }] },
    needsCredentials: true,
    actions: [chatCompletion()],
  });
}
