/** What a person or their client sent. */
export interface UserMessage {
  readonly text?: string;
  /** The id of the pressed item, when the client knows it. */
  readonly replyId?: string;
  readonly attachedFileUrls?: readonly string[];
  /** The address of a recording, when the answer was spoken. */
  readonly audioUrl?: string;
  /** Files of this chat that the message names, as the server found them; never supplied by the client. */
  readonly uploads?: readonly Upload[];
  /**
   * Addresses in the message that look like uploads to this server and are none of this chat; found in the same way.
   */
  readonly refusedUploads?: readonly RefusedUpload[];
  /** The name of a command event to call instead of answering. */
  readonly command?: string;
}

/** An address at this server that is not that of an upload of this chat. */
export interface RefusedUpload {
  /** Exactly as a message names it. */
  readonly url: string;
  /** The reason, for the owner of the bot. */
  readonly why: string;
}

/** A file that was uploaded in this chat. */
export interface Upload {
  /** Its address, exactly as a message names it. */
  readonly url: string;
  readonly bytes: number;
}
