import { defineChatModel } from '../../integrations/forge/chatActions.js';

/** Generates an answer with a model of Groq. */
export const groq = defineChatModel({ type: 'groq', label: 'Groq', icon: 'bolt' });
