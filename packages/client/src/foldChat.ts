import { isStored, type ChatEvent, type ChatInput, type ChatMessage } from './chat.js';
import type { ChatStatus, ClientAction, StoredEvent } from './chat.js';

/** An entry of a chat, as a renderer shows it. */
export type Said =
  | {
      readonly from: 'visitor';
      readonly text: string;
      readonly attachedFileUrls?: readonly string[];
      /** Whether it was sent, but is not yet in the log. */
      readonly isPending?: true;
      /** The turn in which the server has received a pending message. */
      readonly turn?: number;
    }
  | { readonly from: 'bot' | 'agent'; readonly message: ChatMessage }
  /** A reply that is being generated: the text so far, which may contain Markdown. */
  | { readonly from: 'bot'; readonly blockId: string; readonly streamedText: string };

/** A chat as a renderer shows it. */
export interface ChatState {
  /** The entries, in order. */
  readonly said: readonly Said[];
  /** The input that the chat waits for, until it is answered. */
  readonly input?: ChatInput;
  /** The input whose answer is not yet in the log: the chat waits for it again if the turn fails. */
  readonly answeredInput?: ChatInput;
  /** The actions of the last turn, for the client to run. */
  readonly actions: readonly ClientAction[];
  /** Whether a turn is running, so that messages of the bot will follow. */
  readonly isTyping: boolean;
  readonly status: ChatStatus;
  /** From 0 to 100, when the progress bar is on. */
  readonly progress?: number;
  /** The language of the bot, a tag of BCP 47; absent where it has only one. */
  readonly language?: string;
  /** Addresses of pictures that follow variables. */
  readonly dynamicTheme: Readonly<Record<string, string>>;
  /** Whether the chat is over. */
  readonly isEnded: boolean;
  /** The number of the last event: pass it as `after` to continue watching. */
  readonly lastSeq: number;
  /** The turn of the last event. */
  readonly turn: number;
}

/** The state of a chat before its first event. */
export const newChat: ChatState = {
  said: [],
  actions: [],
  isTyping: false,
  status: 'OPEN',
  dynamicTheme: {},
  isEnded: false,
  lastSeq: 0,
  turn: 0,
};

/** The state after an event. An event that was already folded changes nothing. */
export function foldChat(state: ChatState, event: ChatEvent): ChatState {
  if (event.kind === 'delta') return withDelta(state, event);
  if (event.kind === 'withdrawn') return withWithdrawn(state, event);
  if (!isStored(event)) return withReceived(state, event);
  if (event.seq <= state.lastSeq) return state;
  const isNewTurn = event.turn > state.turn;
  const next = {
    ...state,
    lastSeq: event.seq,
    turn: event.turn,
    isTyping: true,
    ...(isNewTurn && { actions: [] }),
  };
  return fold(next, event);
}

/** The state after the server has accepted a text in this turn: the log has it now or soon, perhaps in another form. */
export function withTaken(state: ChatState, text: string, turn: number): ChatState {
  const at = state.said.findIndex((one) => isSending(one) && one.text === text);
  const sent = state.said[at];
  if (!sent || !isSending(sent)) return state;
  if (turn > state.turn) return { ...state, said: state.said.with(at, { ...sent, turn }) };
  return { ...state, said: state.said.filter((one) => one !== sent) };
}

/** The state after the server has refused a text: the text is removed, and the chat waits for the same answer. */
export function withRefused(state: ChatState, text: string): ChatState {
  const at = state.said.findIndex((one) => isSending(one) && one.text === text);
  const said = state.said.filter((_, index) => index !== at);
  return { ...withInputAgain(state), said, isTyping: false };
}

/** Whether an entry is a text of the visitor that the server has not confirmed. */
function isSending(said: Said): said is Extract<Said, { from: 'visitor' }> {
  return 'isPending' in said && said.turn === undefined;
}

/** The state after a message was sent: it shows the text, and waits for the answer. */
export function withSent(state: ChatState, text: string): ChatState {
  const said: Said = { from: 'visitor', text, isPending: true };
  return { ...withAnswered(state), said: [...state.said, said], isTyping: state.status === 'OPEN' };
}

function fold(state: ChatState, event: StoredEvent): ChatState {
  switch (event.kind) {
    case 'heard':
      return withHeard(state, event);
    case 'message':
      return withMessage(state, event);
    case 'input':
      return { ...withoutInput(state), input: event.input };
    case 'action':
      return withAction(state, event);
    case 'status':
      return { ...state, status: event.status, isEnded: event.status === 'CLOSED' };
    case 'turnEnd':
      return withEnd(state, event);
    default:
      return foldLook(state, event);
  }
}

/** The state after an event of how the chat looks, apart from what is said. */
function foldLook(
  state: ChatState,
  event: Exclude<
    StoredEvent,
    { kind: 'heard' | 'message' | 'input' | 'action' | 'status' | 'turnEnd' }
  >,
): ChatState {
  switch (event.kind) {
    case 'dynamicTheme':
      return { ...state, dynamicTheme: { ...state.dynamicTheme, ...event.dynamicTheme } };
    case 'progress':
      return { ...state, progress: event.progress };
    case 'language':
      return { ...state, language: event.language };
    // Also of kinds that only newer servers know.
    default:
      return state;
  }
}

type EventOf<K extends ChatEvent['kind']> = Extract<ChatEvent, { kind: K }>;

/** Shows a received message as pending, once; another one of the same turn replaces it. */
function withReceived(state: ChatState, { text, turn }: EventOf<'received'>): ChatState {
  const others = state.said.filter(
    (one) => !('isPending' in one) || (one.text !== text && one.turn !== turn),
  );
  const received: Said = { from: 'visitor', text, isPending: true, turn };
  const streamed = others.filter((one) => 'streamedText' in one);
  const before = others.filter((one) => !('streamedText' in one));
  return { ...withAnswered(state), said: [...before, received, ...streamed], isTyping: true };
}

/** Replaces the pending message by that of the log, before the reply that is being generated. */
function withHeard(
  state: ChatState,
  { text, turn, attachedFileUrls }: EventOf<'heard'>,
): ChatState {
  const isIt = (one: Said) => 'isPending' in one && (one.text === text || one.turn === turn);
  const pending = state.said.findIndex(isIt);
  const said = state.said.filter((_, index) => index !== pending);
  const heard: Said = { from: 'visitor', text, ...(attachedFileUrls && { attachedFileUrls }) };
  return {
    ...(state.status === 'PAUSED' ? withInputAgain(state) : withoutInput(state)),
    said: [...said.filter(isSettled), heard, ...said.filter(isOpen)],
  };
}

/** Makes the chat wait for the same input again, also while an agent answers in place of the bot. */
function withInputAgain(state: ChatState): ChatState {
  const { input = state.answeredInput } = state;
  return { ...withoutInput(state), ...(input && { input }) };
}

/** Replaces the streamed text by its message. */
function withMessage(state: ChatState, { message, isFromAgent }: EventOf<'message'>): ChatState {
  const others = state.said.filter((one) => !('blockId' in one) || one.blockId !== message.id);
  const said: Said = { from: isFromAgent ? 'agent' : 'bot', message };
  return { ...state, said: [...others.filter(isSettled), said, ...others.filter(isOpen)] };
}

/** Adds an action. A chat that waits for the outcome of one waits for no answer. */
function withAction(state: ChatState, { action }: EventOf<'action'>): ChatState {
  const waiting = action['expectsDedicatedReply'] === true ? withoutInput(state) : state;
  return { ...waiting, actions: [...state.actions, action] };
}

/** Adds a piece at its offset of the text; text beyond the offset is of a failed attempt. */
function withDelta(state: ChatState, { blockId, text, offset }: EventOf<'delta'>): ChatState {
  const at = state.said.findIndex((one) => 'blockId' in one && one.blockId === blockId);
  const known = state.said[at];
  const before = known && 'streamedText' in known ? known.streamedText : '';
  const streamed: Said = { from: 'bot', blockId, streamedText: before.slice(0, offset) + text };
  const said = known ? state.said.with(at, streamed) : [...state.said, streamed];
  return { ...state, said, isTyping: true };
}

/** Removes what was shown of a failed turn; the chat waits for the same input as before it. */
function withWithdrawn(state: ChatState, { turn }: EventOf<'withdrawn'>): ChatState {
  const isOfTurn = (one: Said) => 'streamedText' in one || ('turn' in one && one.turn === turn);
  const said = state.said.filter((one) => !isOfTurn(one));
  return { ...withInputAgain(state), said, isTyping: false };
}

/** Whether an entry is not yet in the log: entries of the log come before it. */
function isOpen(said: Said): boolean {
  return 'streamedText' in said || 'isPending' in said;
}

function isSettled(said: Said): boolean {
  return !isOpen(said);
}

/** The state while an answer is being sent. */
function withAnswered(state: ChatState): ChatState {
  if (state.status === 'PAUSED') return state;
  const { input: answeredInput = state.answeredInput } = state;
  return { ...withoutInput(state), ...(answeredInput && { answeredInput }) };
}

function withoutInput({ input: _, answeredInput: _answered, ...state }: ChatState): ChatState {
  return state;
}

/** Ends a turn: the log now has all of it, so texts that it does not have are of a failed attempt. */
function withEnd(state: ChatState, { isEnded, turn }: EventOf<'turnEnd'>): ChatState {
  const isLogged = (one: Said) => !('streamedText' in one) && !('turn' in one && one.turn <= turn);
  const said = state.said.filter(isLogged);
  return { ...(isEnded ? withoutInput(state) : state), said, isTyping: false, isEnded };
}
