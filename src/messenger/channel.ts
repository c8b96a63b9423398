import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { MessengerContact } from '../engine/index.js';
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
  readonly message: ChannelMessage;
}

/** What came of a message: `later` may work with the next attempt, `refused` never does. */
export type Sent =
  { readonly outcome: 'sent' } | { readonly outcome: 'later' | 'refused'; readonly why: string };

/** The bytes of a file as they come. */
export interface OpenedFile {
  readonly content: Uint8Array | Readable;
  /** What the service says it is. */
  readonly type?: string | undefined;
}

/** How one service of messengers is spoken to. A second one is a second file like `webhookChannel.ts`. */
export interface Channel {
  /** The messages of a request; undefined where it is not signed by the service. */
  read(request: ChannelRequest): readonly IncomingMessage[] | undefined;
  /** Fetches a file of a person; undefined where it is gone. Rejects where another attempt may help. */
  openFile(file: SentFile, abandoned: AbortSignal): Promise<OpenedFile | undefined>;
  /** Never rejects. */
  send(message: OutgoingMessage, abandoned: AbortSignal): Promise<Sent>;
}
