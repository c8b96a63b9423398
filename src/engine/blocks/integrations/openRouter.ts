import { defineChatModel } from '../../integrations/forge/defineChatModel.js';

/** Generates an answer with a model of OpenRouter. */
export const openRouter = defineChatModel('open-router', 'OpenRouter');
