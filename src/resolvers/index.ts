import { ReadBot } from './bots/bot.js';
import { BotFields } from './bots/botFields.js';
import { CreateBot } from './bots/createBot.js';
import { ImportBot } from './bots/importBot.js';
import { PublishBot } from './bots/publishBot.js';
import { UpdateBot } from './bots/updateBot.js';
import { ChatEvents } from './chats/chatEvents.js';
import { ContinueChat } from './chats/continueChat.js';
import { StartChat } from './chats/startChat.js';
import { StartPreviewChat } from './chats/startPreviewChat.js';
import { BotResults, ResultFields } from './results/botResults.js';
import { CreateWorkspace } from './workspaces/createWorkspace.js';

/** Every operation there is, listed by hand. */
export const resolvers = [
  CreateWorkspace,
  CreateBot,
  ImportBot,
  UpdateBot,
  PublishBot,
  ReadBot,
  BotFields,
  StartChat,
  StartPreviewChat,
  ContinueChat,
  ChatEvents,
  BotResults,
  ResultFields,
] as const;
