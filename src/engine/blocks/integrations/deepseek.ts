import { chatCompletion } from '../../integrations/forge/chatActions.js';
import { defineForge } from '../../integrations/forge/defineForge.js';

/** Generates an answer with a model of DeepSeek. */
export const deepseek = defineForge({
  type: 'deepseek',
  summary: 'Lets a model of DeepSeek answer.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  actions: [chatCompletion()],
});
