import { chatCompletion, generateVariables } from '../../integrations/forge/chatActions.js';
import { defineForge } from '../../integrations/forge/defineForge.js';

/** Lets a model of Mistral answer or read values out of a text. */
export const mistral = defineForge({
  type: 'mistral',
  summary: 'Lets a model of Mistral answer, or read values out of a text.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  actions: [chatCompletion(), generateVariables],
});
