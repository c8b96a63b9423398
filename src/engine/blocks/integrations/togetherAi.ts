import { chatCompletion } from '../../integrations/forge/chatActions.js';
import { defineForge } from '../../integrations/forge/defineForge.js';

/** Generates an answer with a model of Together AI. */
export const togetherAi = defineForge({
  type: 'together-ai',
  summary: 'Lets a model of Together AI answer.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  actions: [chatCompletion()],
});
