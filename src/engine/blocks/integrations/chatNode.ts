import { defineForge } from '../../integrations/forge/defineForge.js';
import { mapping, text } from '../../integrations/forge/fields.js';

const ITEMS = ['Message', 'Thread ID'];

/** Generates an answer with a bot of ChatNode. */
export const chatNode = defineForge({
  type: 'chat-node',
  label: 'ChatNode',
  icon: 'nodes',
  searchWords: ['ai', 'bot', 'documents'],
  summary: 'Lets a bot of ChatNode answer.',
  leaves: 'The message and the id of the thread go to ChatNode, which keeps the dialogue.',
  repeats: 'The message is sent again, and the bot answers again.',
  example: { botId: 'their-bot', message: '{{Name}}' },
  needsCredentials: true,
  usesAi: true,
  actions: [
    {
      name: 'Send Message',
      options: {
        botId: text('The bot, by the id that ChatNode gave it', { title: 'Bot' }),
        threadId: text('The thread, to go on with an earlier dialogue', { title: 'Thread' }),
        message: text('What is said to it', { control: 'LONG_TEXT' }),
        responseMapping: mapping(ITEMS),
      },
      items: ITEMS,
    },
  ],
});
