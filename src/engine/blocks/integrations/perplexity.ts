import { chatCompletion } from '../../integrations/forge/chatActions.js';
import { defineForge } from '../../integrations/forge/defineForge.js';

/** Lets a model of Perplexity answer (data-model §3.5). */
export const perplexity = defineForge({
  type: 'perplexity',
  summary: 'Lets a model of Perplexity answer.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  actions: [chatCompletion()],
});
