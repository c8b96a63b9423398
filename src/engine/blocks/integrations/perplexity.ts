import { defineChatModel } from '../../integrations/forge/chatActions.js';

/** Generates an answer with a model of Perplexity. */
export const perplexity = defineChatModel({
  type: 'perplexity',
  label: 'Perplexity',
  icon: 'compass',
});
