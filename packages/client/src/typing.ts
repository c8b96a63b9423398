import { query } from './query.js';
import { resume } from './resume.js';
import type { Server } from './server.js';
import { readSubscription, type SocketServer } from './socket.js';
import type { TypedDocument } from './typedDocument.js';

/** Who types in a chat, and whether its visitor is there. */
export interface Typists {
  readonly isVisitorTyping: boolean;
  /** Whether a person in place of the bot does. */
  readonly isAgentTyping: boolean;
  /** Whether the visitor had the chat open a moment ago; of a messenger nobody knows. */
  readonly isVisitorHere: boolean;
  /** What the visitor has typed and not sent, for those who may answer; null where it is not shown. */
  readonly visitorText: string | null;
}

/** A sign that somebody types in a chat. */
export interface TypingSign extends Server {
  /** The secret of the chat. */
  readonly sessionId: string;
  /** Whether it is an agent, whose `token` must allow answering in the chat. */
  readonly isAgent?: boolean | undefined;
  /** What a visitor has typed so far, at most 500 characters; empty once nothing is left. Shown only where the settings of the bot say so. */
  readonly text?: string | undefined;
}

interface Shown {
  readonly input: Pick<TypingSign, 'sessionId' | 'isAgent' | 'text'>;
}

const SHOW: TypedDocument<unknown, Shown> =
  'mutation ShowTyping($input: ShowTypingInput!) { showTyping(input: $input) { userErrors { message } } }';

/** Shows for 6 seconds that somebody types; to be called every 3 seconds while that lasts. Throws as `query` does. */
export async function showTyping(sign: TypingSign): Promise<void> {
  const { sessionId, isAgent = false, text } = sign;
  await query(sign, SHOW, { input: { sessionId, isAgent, text } });
}

const WATCH = `subscription Typing($sessionId: ID!) {
  chatTyping(sessionId: $sessionId) { isVisitorTyping isAgentTyping isVisitorHere visitorText }
}`;

/** Who types in a chat, and whether its visitor is there, at first and after each change, across lost connections. Ends when aborted; throws as `resume` does. */
export function watchTyping(
  watch: SocketServer & { readonly sessionId: string },
): AsyncGenerator<Typists, void> {
  const { sessionId, signal, retry, token } = watch;
  const open = async function* (): AsyncGenerator<Typists, void> {
    const events = readSubscription<{ chatTyping: Typists }>(watch, WATCH, { sessionId });
    for await (const { chatTyping } of events) yield chatTyping;
  };
  const canRenew = typeof token === 'function';
  return resume({ open, numberOf: () => undefined, canRenew, signal, retry });
}
