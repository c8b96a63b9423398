import { defineChatModel } from '../../integrations/forge/defineChatModel.js';

/** Generates an answer with a model of DeepSeek. */
export const deepseek = defineChatModel('deepseek', 'DeepSeek');
