import type { IncomingHttpHeaders } from 'node:http';
import type { MessengerContact, UserMessage } from '../engine/index.js';
import type { ChannelMessage } from './channelMessage.js';

/** A message of a person in a messenger. */
export interface IncomingMessage {
  /** The same when it is delivered again. */
  readonly id: string;
  /** Whom answers go to; names the conversation. */
  readonly contactId: string;
  readonly contact: MessengerContact;
  readonly message: UserMessage;
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

/** How one service of messengers is spoken to. A second one is a second file like `webhookChannel.ts`. */
export interface Channel {
  /** The messages of a request; undefined where it is not signed by the service. */
  read(request: ChannelRequest): readonly IncomingMessage[] | undefined;
  /** Never rejects. */
  send(message: OutgoingMessage, abandoned: AbortSignal): Promise<Sent>;
}
