import { chatCompletion } from '../../integrations/forge/chatActions.js';
import { defineForge } from '../../integrations/forge/defineForge.js';

/** Lets a model of OpenRouter answer. */
export const openRouter = defineForge({
  type: 'open-router',
  summary: 'Lets a model of OpenRouter answer.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  actions: [chatCompletion()],
});
