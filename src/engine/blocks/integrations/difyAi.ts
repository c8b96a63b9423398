import { defineForge } from '../../integrations/forge/defineForge.js';
import { listOf, mapping, text, variable } from '../../integrations/forge/fields.js';

const CHAT_ITEMS = [
  ...['Answer', 'Conversation ID'],
  ...['Total Tokens', 'Prompt Tokens', 'Completion Tokens'],
];
const KNOWLEDGE_ITEMS = ['Retrieved chunks'];

/** Generates an answer with a Dify application, or queries its knowledge base. */
export const difyAi = defineForge({
  type: 'dify-ai',
  label: 'Dify',
  icon: 'layers',
  searchWords: ['ai', 'knowledge', 'application'],
  summary: 'Lets a Dify application answer, or look things up.',
  leaves:
    'The query, the inputs, the user and the id of the conversation go to the Dify server of the credentials, which keeps the dialogue.',
  repeats: 'The query is sent again, and the application answers again.',
  example: { query: '{{Name}}', responseMapping: [{ item: 'Answer', variableId: 'vSite' }] },
  needsCredentials: true,
  usesAi: true,
  actions: [
    {
      name: 'Create Chat Message',
      options: {
        query: text('What is said to it', { title: 'Message', control: 'LONG_TEXT' }),
        conversationVariableId: variable('that holds the conversation', { title: 'Conversation' }),
        conversation_id: text('The conversation, in older flows', { deprecated: true }),
        user: text('Who speaks'),
        inputs: listOf(
          { key: text('The name', { title: 'Name' }), value: text('The value') },
          'Further inputs',
        ),
        responseMapping: mapping(CHAT_ITEMS),
      },
      items: CHAT_ITEMS,
      canStream: true,
      reads: { conversationVariableId: 'conversation_id' },
      saves: { conversationVariableId: 'Conversation ID' },
    },
    {
      name: 'Query Knowledge Base',
      options: {
        datasetId: text('Where to look', { title: 'Knowledge base' }),
        query: text('What to look for', { title: 'Look for' }),
        responseMapping: mapping(KNOWLEDGE_ITEMS),
      },
      items: KNOWLEDGE_ITEMS,
    },
  ],
});
