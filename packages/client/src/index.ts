export { applyEdits, EditRefused, type Edited } from './applyEdits.js';
export type {
  ChatEvent,
  ChatInput,
  ChatLog,
  ChatMessage,
  ChatReply,
  ChatStarted,
  ChatStatus,
  ClientAction,
  InputKind,
  MessageKind,
} from './chat.js';
export { failureOf, ParleyError } from './failure.js';
export type {
  Flow,
  FlowEdge,
  FlowEdit,
  FlowEdits,
  FlowGroup,
  FlowPart,
  JsonObject,
} from './flow.js';
export {
  foldChat,
  newChat,
  withRefused,
  withSent,
  withTaken,
  type ChatState,
  type Said,
} from './foldChat.js';
export {
  jsonOf,
  type Message,
  type Preview,
  randomKey,
  send,
  type Sent,
  type Start,
  startChat,
  startPreview,
} from './talk.js';
export { query } from './query.js';
export { resume, type Resumable } from './resume.js';
export type { RetryOptions, Server } from './server.js';
export { showTyping, type Typists, type TypingSign, watchTyping } from './typing.js';
export { watchChat, type Watch } from './watchChat.js';
export type { TypedDocument } from './typedDocument.js';
export { withNewIds, type FlowParts } from './withNewIds.js';
