import { defineChatModel } from '../../integrations/forge/chatActions.js';

/** Generates an answer with a model of OpenRouter. */
export const openRouter = defineChatModel({
  type: 'open-router',
  label: 'OpenRouter',
  icon: 'route',
});
