import type { ClientActionType } from './clientActions.js';

/** One message of the bot; the kind of bubble decides what `content` holds. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** The input the chat waits for: the input block itself with its variables filled in. */
export interface InputRequest {
  readonly id: string;
  readonly type: string;
  readonly outgoingEdgeId?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly items?: readonly Readonly<Record<string, unknown>>[];
  readonly prefilledValue?: string;
  readonly runtimeOptions?: Readonly<Record<string, unknown>>;
}

/** Something the client runs; the payload is under a key named like `type` (`clientActions`). */
export interface ClientAction {
  readonly type: ClientActionType;
  readonly lastBubbleBlockId?: string;
  readonly expectsDedicatedReply?: boolean;
  readonly [payload: string]: unknown;
}

/** A line for those who watch the chat; never contains secrets. */
export interface Log {
  readonly status: 'success' | 'error' | 'info';
  readonly description: string;
  readonly details?: unknown;
  /** The block it came from, and the group of that; absent where no block did. */
  readonly blockId?: string | undefined;
  readonly groupId?: string | undefined;
}

/** A log of a turn. `details` are those of a live chat, which visitors never receive. */
export interface LogEvent {
  readonly kind: 'log';
  readonly log: Log;
  readonly details?: unknown;
}

/** Whether the bot answers, a person answers, or the chat is closed. */
export type ChatStatus = 'OPEN' | 'PAUSED' | 'CLOSED';

/** A person who answers in place of the bot, with the name they had then. */
export interface Agent {
  readonly id: string;
  readonly name: string | null;
}

/** The events of a turn, in the order they happened. A reply is folded from them. */
export type TurnEvent =
  | {
      readonly kind: 'heard';
      readonly blockId?: string;
      readonly text: string;
      readonly attachedFileUrls?: readonly string[];
    }
  /**
   * `isStreamed`: the client has shown the text already, so a reply leaves it out. `isFromAgent`: a person sent it in
   * place of the bot, and `agent` who.
   */
  | {
      readonly kind: 'message';
      readonly message: Message;
      readonly isStreamed?: true;
      readonly isFromAgent?: true;
      readonly agent?: Agent;
    }
  | { readonly kind: 'input'; readonly input: InputRequest }
  | { readonly kind: 'action'; readonly action: ClientAction }
  | LogEvent
  | { readonly kind: 'dynamicTheme'; readonly dynamicTheme: Readonly<Record<string, string>> }
  | { readonly kind: 'progress'; readonly progress: number }
  /** What follows is in this language, a tag of BCP 47. */
  | { readonly kind: 'language'; readonly language: string }
  /** A person took the chat over, gave it back, or closed it. */
  | { readonly kind: 'status'; readonly status: ChatStatus; readonly agent?: Agent }
  /** The chat goes on in another version of its bot from here. */
  | { readonly kind: 'moved'; readonly versionId: string; readonly version: number }
  | { readonly kind: 'turnEnd'; readonly isEnded: boolean; readonly lastMessageNewFormat?: string };

/** The reply of one turn as REST callers read it. */
export interface Reply {
  readonly messages: readonly Message[];
  readonly lastMessageNewFormat?: string;
  readonly input?: InputRequest;
  readonly clientSideActions?: readonly ClientAction[];
  readonly logs?: readonly Log[];
  readonly dynamicTheme?: Readonly<Record<string, string>>;
  readonly progress?: number;
  readonly language?: string;
}
