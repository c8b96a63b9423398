/** What a person or their client sent. */
export interface UserMessage {
  readonly text?: string;
  /** The id of the pressed item, when the client knows it. */
  readonly replyId?: string;
  readonly attachedFileUrls?: readonly string[];
  /** The address of a recording, when the answer was spoken. */
  readonly audioUrl?: string;
  /** The name of a command event to call instead of answering. */
  readonly command?: string;
}
