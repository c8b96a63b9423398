import type { ChatState, JsonObject, Sent } from '@parley/client';
import type { Settings, Theme } from '../theme/shapes.js';

/** A chat to show. */
export interface ChatOptions {
  /** The address of the server, without a path. */
  readonly url: string;
  /** The public id of the bot. */
  readonly bot: string;
  /** A flow to try instead of a published bot. The chat is a preview, and forgotten when the page is left. */
  readonly flow?: JsonObject | undefined;
  /** The id of an example that the server has, which is played instead of that flow. */
  readonly exampleId?: string | undefined;
  /** Variables that the chat starts with, by their names. */
  readonly prefilledVariables?: JsonObject | undefined;
  /** Where code of the bot runs: see `runScript`. */
  readonly scripts: 'page' | 'frame';
  /** Loads the scripts again; gives whether they are of another version, which goes on in place of this one. */
  readonly renew?: (() => Promise<boolean>) | undefined;
  /** Called as things happen; the page that holds a widget receives them. */
  readonly tell?: ((happening: Happening) => void) | undefined;
}

/** Something a page may want to know. */
export type Happening =
  | { readonly kind: 'started'; readonly sessionId: string; readonly resultId?: string | undefined }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'ended' };

/** A chat as it is shown. */
export interface Shown extends ChatState {
  readonly theme: Theme;
  readonly settings: Settings;
  /** The number of the last event that was shown before a reload: what came until then is no news. */
  readonly knownUpTo?: number | undefined;
  /** What cannot be done, in the words of the server. */
  readonly failure?: string | undefined;
  /**
   * Why there is no chat: the settings of the bot do not allow the site that shows it, no bot of this name is published, or the
   * server cannot be reached.
   */
  readonly stopped?: 'notHere' | 'notFound' | 'unreachable' | undefined;
  /** What is said in place of a chat by a bot that takes none. */
  readonly closed?: string | undefined;
  /** Whether the server has the chat no more: it was deleted, or has waited for too long. */
  readonly isLost: boolean;
  /** What the page around the chat has put in the field. */
  readonly draft?: string | undefined;
  /** An answer that was not sent, because its question had been answered by another page. */
  readonly notSent?: string | undefined;
  /** Whether messages wait for the network. */
  readonly isOffline: boolean;
  /** A page that the bot opens in a new tab, where the browser did not let it. */
  readonly blockedLink?: string | undefined;
}

/** An answer of the visitor: what is shown of it, and what is sent where that is more than the text. */
export interface Answer {
  readonly text: string;
  readonly message?: Sent | undefined;
}

/** Something to send: an answer, or the outcome of an action, of which nothing is shown. */
export type Outgoing = Answer | Outcome;

/** The outcome of an action. */
export interface Outcome {
  readonly outcome: string | undefined;
  /** The same in each page that runs the action, so that the server takes one. */
  readonly key: string;
}

/** A chat that is running in this page. */
export interface Chat {
  readonly options: ChatOptions;
  /** The secret of the chat once it has started. */
  readonly sessionId: string | undefined;
  readonly shown: Shown;
  /** Calls a function after each change, until the returned one is called. */
  subscribe(changed: () => void): () => void;
  /** Shows an answer at once and sends it, across lost connections, once. */
  answer(answer: Answer): void;
  /** Puts a text in the field of what is asked, now or next. */
  prefill(text: string): void;
  /** Starts a new chat. */
  restart(): void;
  /** Tries again to show the chat. */
  retry(): void;
  /** Stops showing it; the chat itself goes on. */
  close(): void;
}
