import { enumOf } from './enums.js';

/** Who answers in a chat, as the inbox lists it. */
export const InboxStatus = enumOf('InboxStatus', 'Who answers in a chat of the inbox.', {
  OPEN: 'The bot, at the input it waits at.',
  PAUSED: 'A person; what the visitor sends is noted for them.',
  CLOSED: 'Nobody: a person closed the chat.',
  ENDED: 'Nobody: its flow came to the end.',
});
export type InboxStatus = keyof typeof InboxStatus;

/** Where the visitor of a chat writes. */
export const ChatChannel = enumOf('ChatChannel', 'Where the visitor of a chat writes.', {
  WEB: 'At a page, in the widget, or through the API.',
  MESSENGER: 'In a messenger.',
});
export type ChatChannel = keyof typeof ChatChannel;

/** The order of a list of chats. */
export const ChatsOrder = enumOf('ChatsOrder', 'The order of a list of chats.', {
  LATEST: 'The one in which something happened last comes first.',
  WAITING: 'Only those whose visitor waits for a person, the longest waiting first.',
});
export type ChatsOrder = keyof typeof ChatsOrder;
