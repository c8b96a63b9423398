/** One thing the bot says. `content` is what the kind of bubble makes of it. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** What the chat waits for: the input block itself with its variables filled in. */
export interface InputRequest {
  readonly id: string;
  readonly type: string;
  readonly outgoingEdgeId?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly items?: readonly Readonly<Record<string, unknown>>[];
  readonly prefilledValue?: string;
  readonly runtimeOptions?: Readonly<Record<string, unknown>>;
}

/** Something the client runs; the payload stands under a key named like `type`. */
export interface ClientAction {
  readonly type: string;
  readonly lastBubbleBlockId?: string;
  readonly expectsDedicatedReply?: boolean;
  readonly [payload: string]: unknown;
}

/** A line for whoever watches the chat; never carries secrets. */
export interface Log {
  readonly status: 'success' | 'error' | 'info';
  readonly description: string;
  readonly details?: unknown;
}

/** A log of a turn. `details` are those of a live chat, which visitors never get. */
export interface LogEvent {
  readonly kind: 'log';
  readonly log: Log;
  readonly details?: unknown;
}

/** Whether the bot answers, a person does, or nobody any more. */
export type ChatStatus = 'OPEN' | 'PAUSED' | 'CLOSED';

/** What happened in a turn, in the order it happened. A reply is folded from these. */
export type TurnEvent =
  | {
      readonly kind: 'heard';
      readonly blockId?: string;
      readonly text: string;
      readonly attachedFileUrls?: readonly string[];
    }
  /**
   * `isStreamed`: the client has shown the text already, so a reply leaves it out. `isFromAgent`: a person
   * said it in the bot's place.
   */
  | {
      readonly kind: 'message';
      readonly message: Message;
      readonly isStreamed?: true;
      readonly isFromAgent?: true;
    }
  | { readonly kind: 'input'; readonly input: InputRequest }
  | { readonly kind: 'action'; readonly action: ClientAction }
  | LogEvent
  | { readonly kind: 'dynamicTheme'; readonly dynamicTheme: Readonly<Record<string, string>> }
  | { readonly kind: 'progress'; readonly progress: number }
  /** A person took the chat over, gave it back, or closed it. */
  | { readonly kind: 'status'; readonly status: ChatStatus }
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
}
