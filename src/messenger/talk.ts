import type { Pool } from 'pg';
import type { ChatPorts } from '../chat/ports.js';
import type { Files } from '../files/files.js';
import type { CodeRunner } from '../integrations/codeRunner.js';
import type { Log } from '../log/log.js';
import type { ConversationSettings } from '../schema/messengerConversation.js';
import type { TakenConversation } from '../storage/messenger.js';
import type { Channel } from './channel.js';

/** Dependencies of the work on conversations. */
export interface TalkServices {
  readonly pool: Pool;
  readonly chats: ChatPorts;
  readonly files: Pick<Files, 'keepUpload' | 'findShown'>;
  readonly code: Pick<CodeRunner, 'evaluate'>;
  readonly log: Pick<Log, 'warn'>;
}

/** The work on one conversation, and its progress. */
export interface Talk extends TalkServices {
  readonly channel: Channel;
  readonly taken: TakenConversation;
  readonly stopping: AbortSignal;
  /** Waits for some seconds, while the process works on other conversations. Rejects when the server stops. */
  rest(seconds: number): Promise<void>;
  /** The chat that messages go to; null where the next one starts another. */
  sessionId: string | null;
  /** The number of the last event of that chat that was sent. */
  sentSeq: number;
  /** Messages of the next event that were sent. */
  sentPart: number;
  settings: ConversationSettings | null;
  /** Whether the person was sent the notice of a closed bot today. */
  isToldClosed: boolean;
  /** Whether the next message starts another chat in any case. */
  isOver: boolean;
}

/** Another process works on the conversation now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Failures in a row after which a message is left out. */
const MOST_ATTEMPTS = 8;

/** Whether the work has failed often enough to leave out what fails now. */
export function isHopeless({ taken }: Talk): boolean {
  return taken.attempt >= MOST_ATTEMPTS;
}

/** The idempotency key of a turn of a conversation, so that the turn is taken once, even if its worker dies. */
export function onceOf(name: string): { key: string; requestHash: string } {
  return { key: `messenger ${name}`, requestHash: 'messenger' };
}

/** Stands for the address of a client, which conversations do not have. */
export const NO_ADDRESS = 'messenger';
