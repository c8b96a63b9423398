import { defineChatModel } from '../../integrations/forge/chatActions.js';

/** Generates an answer with a model of Together AI. */
export const togetherAi = defineChatModel({
  type: 'together-ai',
  label: 'Together AI',
  icon: 'hands',
});
