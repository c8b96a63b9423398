import { chatCompletion } from '../../integrations/forge/chatActions.js';
import { defineForge } from '../../integrations/forge/defineForge.js';

/** Generates an answer with a model of OpenRouter. */
export const openRouter = defineForge({
  type: 'open-router',
  summary: 'Lets a model of OpenRouter answer.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  actions: [chatCompletion()],
});
