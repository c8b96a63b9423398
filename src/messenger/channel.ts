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
  /** The person to answer; names the conversation. */
  readonly contactId: string;
  readonly contact: MessengerContact;
  readonly message: StoredMessage;
}

/** The progress of a message of a bot, as the messenger reports it. */
export interface MessageStatus {
  readonly contactId: string;
  /** Why it did not arrive; absent where it arrived, or is under way. */
  readonly failure?: string | undefined;
  readonly isMarketing: boolean;
  /** As the messenger sent it. */
  readonly sent: unknown;
}

/** The contents of a request, or a part of them. */
export interface Received {
  readonly messages: readonly IncomingMessage[];
  readonly statuses?: readonly MessageStatus[];
}

/** A request to the address of a channel. */
export interface ChannelRequest {
  readonly headers: IncomingHttpHeaders;
  /** The unparsed body, because signatures are of its bytes. */
  readonly body: Buffer;
}

/** A message to a person. */
export interface OutgoingMessage {
  /** The same in every attempt. */
  readonly id: string;
  readonly contactId: string;
  /** When the last message of the person arrived, in milliseconds since 1970. */
  readonly heardAt: number;
  readonly message: ChannelMessage;
  /** The file in the message, if this server stores it. */
  readonly file?: ShownFile | undefined;
}

/** Why a message was not sent: after `later` another attempt may work, after `refused` none does. */
export interface NotSent {
  readonly outcome: 'later' | 'refused';
  readonly why: string;
}

/** The outcome of a message; `without` says what was left out of one that was sent. */
export type Sent = { readonly outcome: 'sent'; readonly without?: string | undefined } | NotSent;

/** The outcome of a message that a service did not accept. */
export function failedSend(mayPass: boolean, why: string): NotSent {
  return { outcome: mayPass ? 'later' : 'refused', why };
}

/** Whether a service that responds with this status may respond otherwise the next time. */
export function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** A file that is being fetched. */
export interface OpenedFile {
  readonly content: Uint8Array | Readable;
  /** The media type that the service names. */
  readonly type?: string | undefined;
  /** In bytes; absent where the service does not state it. */
  readonly size?: number | undefined;
}

/** The protocol of a messenger service. A second service is a second file like `webhookChannel.ts`. */
export interface Channel {
  /** Parses a request, in parts that take some milliseconds each; undefined where the service did not sign it. */
  read(request: ChannelRequest): AsyncIterable<Received> | Iterable<Received> | undefined;
  /**
   * The response to a GET request by which a service verifies the address; undefined for a wrong token. Absent for services that do not
   * verify it.
   */
  greet?(query: URLSearchParams): string | undefined;
  /** Fetches a file of a person; undefined where it is gone. Rejects where another attempt may help. */
  openFile(file: SentFile, abandoned: AbortSignal): Promise<OpenedFile | undefined>;
  /** Shows the person that their message was read, and that an answer is being written. Never rejects. */
  markRead?(message: Pick<IncomingMessage, 'id'>, abandoned: AbortSignal): Promise<void>;
  /** Never rejects. */
  send(message: OutgoingMessage, abandoned: AbortSignal): Promise<Sent>;
}
