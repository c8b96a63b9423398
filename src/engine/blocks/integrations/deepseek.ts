import { defineChatModel } from '../../integrations/forge/chatActions.js';

/** Generates an answer with a model of DeepSeek. */
export const deepseek = defineChatModel({ type: 'deepseek', label: 'DeepSeek', icon: 'anchor' });
