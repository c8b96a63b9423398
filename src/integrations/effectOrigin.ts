import type { Readable } from 'node:stream';
import type { Session } from '../engine/index.js';

/** On whose behalf an effect is handled. */
export interface EffectOrigin {
  /** The bot whose workspace's secrets may be used. */
  readonly botId: string | undefined;
  /** What a restricted preview may use of the workspace; absent for other chats, which may use all of it. */
  readonly reach: Session['settings']['reach'];
  /** Opens a stream that shows watchers the text of the result as it comes; absent where nobody could see it. */
  readonly openReply?: () => Promise<ReplySink>;
  /** The same for the same effect of the same turn, so that what is requested twice can be done once. */
  readonly callKey?: string;
  /** Aborted when nobody needs the result any more: the effect may be given up, and counts as failed. */
  readonly abandoned?: AbortSignal | undefined;
  /**
   * Stores a file that the effect made, and gives its address, which anybody who has it may read. It is deleted with the result
   * of the chat. Absent in restricted previews.
   */
  readonly keepFile?: (made: MadeFile) => Promise<string>;
  /** The file at an address, if it is one of this chat, to be sent on. Absent in restricted previews. */
  readonly findFile?: (address: string) => Promise<ReadFile | undefined>;
}

/** Takes the text of a reply as it comes. */
export interface ReplySink {
  say(text: string): void;
  /** Aborted when the reply is to stop: the text until now is the reply then. */
  readonly stopped: AbortSignal;
}

/** A file that the server makes for a chat, such as speech or an image. */
export interface MadeFile {
  /** What a person who downloads it sees; its ending follows the type. */
  readonly name: string;
  /** The media type. */
  readonly type: string;
  readonly content: Uint8Array | Readable;
}

/** A file of a chat, to be sent on. */
export interface ReadFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  read(): Promise<Readable>;
}
