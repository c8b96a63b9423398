import { defineForge } from '../../integrations/forge/defineForge.js';
import { mapping, text } from '../../integrations/forge/fields.js';

const ITEMS = ['Message', 'Thread ID'];

/** Generates an answer with a bot of ChatNode. */
export const chatNode = defineForge({
  type: 'chat-node',
  summary: 'Lets a bot of ChatNode answer.',
  leaves: 'The message and the id of the thread go to ChatNode, which keeps the dialogue.',
  repeats: 'The message is sent again, and the bot answers again.',
  example: { botId: 'their-bot', message: '{{Name}}' },
  needsCredentials: true,
  actions: [
    {
      name: 'Send Message',
      options: {
        botId: text('The bot, by the id the vendor gave it'),
        threadId: text('The thread'),
        message: text('What is said to it'),
        responseMapping: mapping(ITEMS),
      },
      items: ITEMS,
    },
  ],
});
