import type { Readable } from 'node:stream';
import type { AiActionUse, Session } from '../engine/index.js';

/** The chat on whose behalf an effect is handled. */
export interface EffectOrigin {
  /** The bot, whose workspace's secrets may be used. */
  readonly botId: string | undefined;
  /** The part of the workspace that a restricted preview may use; absent for other chats, which may use all of it. */
  readonly reach: Session['settings']['reach'];
  /** Opens a stream that sends the text of the result to watchers; absent if nobody can watch. */
  readonly openReply?: () => Promise<ReplySink>;
  /** Identifies the effect within its turn: equal when the turn is repeated, so that a request can be made idempotent. */
  readonly callKey?: string;
  /** Aborted when the result is no longer needed: the effect may stop, and counts as failed. */
  readonly abandoned?: AbortSignal | undefined;
  /** Told what an AI action took; absent in a turn that is not traced. */
  readonly noteUse?: ((use: AiActionUse) => void) | undefined;
  /**
   * Stores a file that the effect made. Returns its URL, which anybody who knows it may read. The file is deleted with the result of the
   * chat. Absent in restricted previews.
   */
  readonly keepFile?: (made: MadeFile) => Promise<string>;
  /** Finds a file of this chat by its URL, to send it elsewhere. Absent in restricted previews. */
  readonly findFile?: (address: string) => Promise<ReadFile | undefined>;
}

/** Receives the text of a reply as it is generated. */
export interface ReplySink {
  say(text: string): void;
  /** Aborted when the reply must stop: the text so far is the reply then. */
  readonly stopped: AbortSignal;
}

/** A file that the server makes for a chat, such as speech or an image. */
export interface MadeFile {
  /** The file name in downloads; its extension follows from the type. */
  readonly name: string;
  /** The media type. */
  readonly type: string;
  readonly content: Uint8Array | Readable;
}

/** A file of a chat, to be sent elsewhere. */
export interface ReadFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  read(): Promise<Readable>;
}
