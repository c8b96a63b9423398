import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { MessengerContact } from '../engine/index.js';
import type { ShownFile } from '../files/findShown.js';
import type { SentFile, StoredMessage } from '../schema/messengerConversation.js';
import type { ChannelMessage } from './channelMessage.js';

/** A message of a person in a messenger. */
export interface IncomingMessage {
  /** The same when it is delivered again. */
  readonly id: string;
  /** Whom answers go to; names the conversation. */
  readonly contactId: string;
  readonly contact: MessengerContact;
  readonly message: StoredMessage;
}

/** How far a message of a bot has come, as the messenger tells. */
export interface MessageStatus {
  readonly contactId: string;
  /** Why it did not arrive; absent where it did, or is under way. */
  readonly failure?: string | undefined;
  readonly isMarketing: boolean;
  /** As the messenger told it. */
  readonly sent: unknown;
}

/** What a request tells, or a piece of it. */
export interface Received {
  readonly messages: readonly IncomingMessage[];
  readonly statuses?: readonly MessageStatus[];
}

/** A request to the address of a channel. */
export interface ChannelRequest {
  readonly headers: IncomingHttpHeaders;
  /** As it came: signatures are of these bytes. */
  readonly body: Buffer;
}

/** A message to a person. */
export interface OutgoingMessage {
  /** The same in every attempt. */
  readonly id: string;
  readonly contactId: string;
  /** When the last message of the person came, in milliseconds since 1970. */
  readonly heardAt: number;
  readonly message: ChannelMessage;
  /** The file that the message shows, where it is one of this server. */
  readonly file?: ShownFile | undefined;
}

/** Why a message was not sent: `later` may work with the next attempt, `refused` never does. */
export interface NotSent {
  readonly outcome: 'later' | 'refused';
  readonly why: string;
}

/** What came of a message; `without` says what the person did not get of one that was sent. */
export type Sent = { readonly outcome: 'sent'; readonly without?: string | undefined } | NotSent;

/** What came of a message that a service did not take. */
export function failedSend(mayPass: boolean, why: string): NotSent {
  return { outcome: mayPass ? 'later' : 'refused', why };
}

/** Whether a service that answers with this status may answer otherwise the next time. */
export function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** The bytes of a file as they come. */
export interface OpenedFile {
  readonly content: Uint8Array | Readable;
  /** What the service says it is. */
  readonly type?: string | undefined;
  /** In bytes; absent where the service does not say. */
  readonly size?: number | undefined;
}

/** How one service of messengers is spoken to. A second one is a second file like `webhookChannel.ts`. */
export interface Channel {
  /** What a request tells, in pieces that take some milliseconds each; undefined where it is not signed by the service. */
  read(request: ChannelRequest): AsyncIterable<Received> | Iterable<Received> | undefined;
  /**
   * What a service is answered that asks with GET whether the address is the right one; undefined where it does not know the
   * token. Absent for services that do not ask.
   */
  greet?(query: URLSearchParams): string | undefined;
  /** Fetches a file of a person; undefined where it is gone. Rejects where another attempt may help. */
  openFile(file: SentFile, abandoned: AbortSignal): Promise<OpenedFile | undefined>;
  /** Shows the person that their message was read, and that an answer is being written. Never rejects. */
  markRead?(message: Pick<IncomingMessage, 'id'>, abandoned: AbortSignal): Promise<void>;
  /** Never rejects. */
  send(message: OutgoingMessage, abandoned: AbortSignal): Promise<Sent>;
}
