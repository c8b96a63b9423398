import type { Pool } from 'pg';
import type { ChatPorts } from '../chat/ports.js';
import type { Files } from '../files/files.js';
import type { CodeRunner } from '../integrations/codeRunner.js';
import type { Log } from '../log/log.js';
import type { ConversationSettings } from '../schema/messengerConversation.js';
import type { TakenConversation } from '../storage/messenger.js';
import type { Channel } from './channel.js';

/** What conversations are worked on with. */
export interface TalkServices {
  readonly pool: Pool;
  readonly chats: ChatPorts;
  readonly files: Pick<Files, 'keepUpload' | 'findShown'>;
  readonly code: Pick<CodeRunner, 'evaluate'>;
  readonly log: Pick<Log, 'warn'>;
}

/** The work on one conversation, and how far it has come. */
export interface Talk extends TalkServices {
  readonly channel: Channel;
  readonly taken: TakenConversation;
  readonly stopping: AbortSignal;
  /** Waits for some seconds, while another conversation is worked on. Rejects when the server stops. */
  rest(seconds: number): Promise<void>;
  /** The chat that messages go to; null where the next one starts another. */
  sessionId: string | null;
  /** The number of the last event of that chat that was sent. */
  sentSeq: number;
  /** How many messages of the next event were sent. */
  sentPart: number;
  settings: ConversationSettings | null;
  /** Whether the person knows that the bot is closed, and is not told again today. */
  isToldClosed: boolean;
  /** Whether the next message starts another chat, whatever became of this one. */
  isOver: boolean;
}

/** Another process works on the conversation now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The number of failures in a row after which a message is left out. */
const MOST_ATTEMPTS = 8;

/** Whether what fails now has failed often enough. */
export function isHopeless({ taken }: Talk): boolean {
  return taken.attempt >= MOST_ATTEMPTS;
}

/** Identifies a turn that a conversation takes, so that it is taken once, whatever happens to its worker. */
export function onceOf(what: string): { key: string; requestHash: string } {
  return { key: `messenger ${what}`, requestHash: 'messenger' };
}

/** Conversations have no client with an address. */
export const NO_ADDRESS = 'messenger';
