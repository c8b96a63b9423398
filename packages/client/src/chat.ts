import type { JsonObject } from './flow.js';

/** The `type` of each kind of message that the server of this version sends; a newer one may send others. */
export type MessageKind = 'text' | 'image' | 'video' | 'audio' | 'embed' | 'custom-embed';

/** The `type` of each kind of input that the server of this version sends; a newer one may send others. */
export type InputKind =
  | 'text input'
  | 'number input'
  | 'email input'
  | 'url input'
  | 'phone number input'
  | 'date input'
  | 'time input'
  | 'choice input'
  | 'picture choice input'
  | 'payment input'
  | 'rating input'
  | 'file input'
  | 'cards';

/** A message of the bot; the kind of bubble decides what `content` holds. Of a `text`: `richText`, `html` and `plainText`. */
export interface ChatMessage {
  readonly id: string;
  readonly type: string;
  readonly content: JsonObject;
}

/** The input the chat waits for, with variables filled in. */
export interface ChatInput {
  readonly id: string;
  readonly type: string;
  readonly options?: JsonObject;
  /** What can be chosen, where the kind offers a choice. */
  readonly items?: readonly JsonObject[];
  readonly prefilledValue?: string;
  readonly runtimeOptions?: JsonObject;
}

/** An action for the client to run; its data is under a key with the name of `type`. */
export interface ClientAction {
  readonly type: string;
  readonly [payload: string]: unknown;
}

/** A line that was logged. */
export interface ChatLog {
  readonly status: 'success' | 'error' | 'info';
  readonly description: string;
  readonly details?: unknown;
}

/** Whether the bot answers, an agent answers in its place, or the chat is closed. */
export type ChatStatus = 'OPEN' | 'PAUSED' | 'CLOSED';

/** What happened, by kind. docs/PROTOCOL.md describes each. */
type Happened =
  | {
      readonly kind: 'heard';
      readonly text: string;
      readonly blockId?: string;
      readonly attachedFileUrls?: readonly string[];
    }
  | {
      readonly kind: 'message';
      readonly message: ChatMessage;
      readonly isStreamed?: true;
      readonly isFromAgent?: true;
    }
  | { readonly kind: 'input'; readonly input: ChatInput }
  | { readonly kind: 'action'; readonly action: ClientAction }
  | { readonly kind: 'log'; readonly log: ChatLog }
  | { readonly kind: 'dynamicTheme'; readonly dynamicTheme: Readonly<Record<string, string>> }
  | { readonly kind: 'progress'; readonly progress: number }
  /** What follows is in this language, a tag of BCP 47. */
  | { readonly kind: 'language'; readonly language: string }
  | { readonly kind: 'status'; readonly status: ChatStatus }
  | { readonly kind: 'moved'; readonly versionId: string; readonly version: number }
  | { readonly kind: 'turnEnd'; readonly isEnded: boolean; readonly lastMessageNewFormat?: string }
  /** A message of the visitor whose reply is still being generated; `heard` follows. It is not stored. */
  | {
      readonly kind: 'received';
      readonly text: string;
      readonly blockId?: string;
      readonly attachedFileUrls?: readonly string[];
    }
  /** A piece of a reply that is being generated, at `offset` of the text of a block. It is not stored. */
  | {
      readonly kind: 'delta';
      readonly blockId: string;
      readonly text: string;
      readonly offset: number;
    }
  /** The turn failed: remove what was shown of it. It is not stored. */
  | { readonly kind: 'withdrawn' };

/** An event of a chat. `seq` is its number; one that is not stored has the number of the event before it. */
export type ChatEvent = Happened & {
  readonly seq: number;
  readonly turn: number;
  /** When it happened, as RFC 3339. */
  readonly at: string;
};

/** An event of the log, with its own number. */
export type StoredEvent = Exclude<ChatEvent, { kind: PassingKind }>;

type PassingKind = 'received' | 'delta' | 'withdrawn';

const PASSING: ReadonlySet<string> = new Set<PassingKind>(['received', 'delta', 'withdrawn']);

/** Whether an event is one of the log. */
export function isStored(event: ChatEvent): event is StoredEvent {
  return !PASSING.has(event.kind);
}

/** The reply of a turn, as REST sends it. */
export interface ChatReply {
  readonly messages: readonly ChatMessage[];
  readonly input?: ChatInput;
  readonly clientSideActions?: readonly ClientAction[];
  readonly logs?: readonly ChatLog[];
  readonly dynamicTheme?: Readonly<Record<string, string>>;
  readonly progress?: number;
  /** The language in which the bot goes on, where it has several. */
  readonly language?: string;
  /** The sent message as the server parsed it, if that differs. */
  readonly lastMessageNewFormat?: string;
  /** The number of the turn; absent where a proxy hides the header `Parley-Turn`. */
  readonly turn?: number;
}

/** The reply to the start of a chat. */
export interface ChatStarted extends ChatReply {
  /** The secret of the chat: whoever has it can watch the chat and continue it. */
  readonly sessionId: string;
  readonly resultId?: string;
  /** The bot, with what a page needs to show it. */
  readonly bot: { readonly id: string; readonly theme: JsonObject; readonly settings: JsonObject };
}
