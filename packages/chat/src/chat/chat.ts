import type { ChatStarted, ChatState, JsonObject, Sent } from '@parley/client';
import type { Settings, Theme } from '../theme/shapes.js';

/** A chat to show. */
export interface ChatOptions {
  /** The address of the server, without a path. */
  readonly url: string;
  /** The public id of the bot. */
  readonly bot: string;
  /** A flow to try instead of a published bot. The chat is a preview, and not kept across a reload. */
  readonly flow?: JsonObject | undefined;
  /** The id of an example of the server, which is played instead of `flow`. */
  readonly exampleId?: string | undefined;
  /** Starts a preview in place of this page: `flow` is set as well. */
  readonly startPreview?: StartPreview | undefined;
  /** Variables that the chat starts with, by their names. */
  readonly prefilledVariables?: JsonObject | undefined;
  /** The languages to speak, the most wanted first, with commas between them; those of the browser without. */
  readonly locale?: string | undefined;
  /** Where code of the bot runs: see `runScript`. */
  readonly scripts: 'page' | 'frame';
  /** Whether visitor and agent see each other type. */
  readonly showsTyping?: boolean | undefined;
  /** Loads the scripts again. True if they are another version, which then takes over from this one. */
  readonly renew?: (() => Promise<boolean>) | undefined;
  /** Called for each event of the element. */
  readonly tell?: ((happening: Happening) => void) | undefined;
}

/** Starts a preview, such as one of a draft that an editor has open. */
export type StartPreview = () => Promise<ChatStarted>;

/** An event of the element, for the page around the chat. */
export type Happening =
  | { readonly kind: 'started'; readonly sessionId: string; readonly resultId?: string | undefined }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'answered'; readonly text: string }
  /** The server has answered a message. */
  | { readonly kind: 'replied' }
  | { readonly kind: 'ended' };

/** A chat as it is shown. */
export interface Shown extends ChatState {
  readonly theme: Theme;
  readonly settings: Settings;
  /** The number of the last event that was shown before a reload. Screen readers do not read those events again. */
  readonly knownUpTo?: number | undefined;
  /** Whether a person in place of the bot types. */
  readonly isAgentTyping?: boolean | undefined;
  /** Why something failed, in the words of the server. */
  readonly failure?: string | undefined;
  /**
   * Why there is no chat: the settings of the bot do not allow the site that shows it, no bot of this name is published, or the
   * server cannot be reached.
   */
  readonly stopped?: 'notHere' | 'notFound' | 'unreachable' | undefined;
  /** The words of a bot that is closed, in place of a chat. */
  readonly closed?: string | undefined;
  /** Whether the chat is gone from the server: it was deleted, or has expired. */
  readonly isLost: boolean;
  /** A text that the page around the chat has put into the field. */
  readonly draft?: string | undefined;
  /** An answer that was not sent, because its question was answered in another tab. */
  readonly notSent?: string | undefined;
  /** The author's texts about sent files, by the addresses of the files. */
  readonly fileTexts: ReadonlyMap<string, string>;
  /** Whether messages wait for the network. */
  readonly isOffline: boolean;
  /** The address of a new tab that the browser did not let the bot open. */
  readonly blockedLink?: string | undefined;
}

/** An answer of the visitor: the text that is shown, and the message that is sent if it is more than the text. */
export interface Answer {
  readonly text: string;
  readonly message?: Sent | undefined;
}

/** Something to send: an answer, or the outcome of an action, which is not shown. */
export type Outgoing = Answer | Outcome;

/** The outcome of an action. */
export interface Outcome {
  readonly outcome: string | undefined;
  /** The idempotency key: the same in each tab that runs the action, so that the server accepts one outcome. */
  readonly key: string;
}

/** A chat that is running in this page. */
export interface Chat {
  readonly options: ChatOptions;
  /** The secret of the chat once it has started. */
  readonly sessionId: string | undefined;
  readonly shown: Shown;
  /** Calls a function after each change; returns the function that ends this. */
  subscribe(changed: () => void): () => void;
  /** Shows an answer at once, and sends it once, however often the connection is lost. */
  answer(answer: Answer): void;
  /** Called when the visitor has changed the text that they write, or emptied the field by sending it. */
  typed(text: string): void;
  /** Puts a text into the field of this input, or of the next one. */
  prefill(text: string): void;
  /** Starts a new chat. */
  restart(): void;
  /** Tries again to show the chat. */
  retry(): void;
  /** Stops showing it; the chat itself goes on. */
  close(): void;
}
