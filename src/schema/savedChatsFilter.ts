import { z } from 'zod';
import { storableTextSchema } from './resultsFilters.js';
import { ChatChannel, InboxStatus } from './inboxEnums.js';
import { scalarOf } from './scalar.js';

const flag = z.boolean().nullish();
const text = storableTextSchema.nullish();

/** The filter of a view of the inbox. Its members and their meaning are those of `ChatsFilter`. */
export const savedChatsFilterSchema = z.strictObject({
  statuses: z.array(z.enum(InboxStatus)).max(10).nullish().describe('One of these'),
  assigneeId: text.describe('The person who has them'),
  isAssigned: flag.describe('Whether anybody has them'),
  isWaiting: flag.describe('Whether their visitor waits for a person'),
  botId: text.describe('The bot they began with'),
  channel: z.enum(ChatChannel).nullish().describe('Where their visitor writes'),
  queue: text.describe('The queue they are in'),
  tag: text.describe('A tag they have'),
  text: text.describe('A part of their last message, in any case'),
});

export type SavedChatsFilter = z.infer<typeof savedChatsFilterSchema>;

export const SavedChatsFilterScalar = scalarOf({
  name: 'SavedChatsFilter',
  description: 'What a view of the inbox selects, as the members of `ChatsFilter`.',
  schema: savedChatsFilterSchema,
});
