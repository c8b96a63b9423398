import { defineChatModel } from '../../integrations/forge/defineChatModel.js';

/** Generates an answer with a model of Groq. */
export const groq = defineChatModel('groq', 'Groq');
