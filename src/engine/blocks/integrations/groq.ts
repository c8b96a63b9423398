import { chatCompletion } from '../../integrations/forge/chatActions.js';
import { defineForge } from '../../integrations/forge/defineForge.js';

/** Lets a model of Groq answer. */
export const groq = defineForge({
  type: 'groq',
  summary: 'Lets a model of Groq answer.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  actions: [chatCompletion()],
});
