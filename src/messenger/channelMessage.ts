/** A button; its id comes back as `replyId` when it is pressed. */
export interface ChannelButton {
  readonly id: string;
  /** At most 20 characters, and different from the titles of the other buttons. */
  readonly title: string;
}

/** A row to choose in a list; its id comes back as `replyId`. */
export interface ChannelRow {
  readonly id: string;
  /** At most 24 characters, and different from the titles of the other rows. */
  readonly title: string;
  /** At most 72 characters. */
  readonly description?: string;
}

/** A message in a form that messengers have in common; the plain webhook channel sends it unchanged. */
export type ChannelMessage =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image' | 'audio' | 'video' | 'document';
      readonly url: string;
      /** At most 1024 characters. */
      readonly caption?: string;
    }
  | {
      readonly type: 'buttons';
      /** At most 1024 characters. */
      readonly text: string;
      readonly imageUrl?: string;
      /** One to three. */
      readonly buttons: readonly ChannelButton[];
    }
  | {
      readonly type: 'list';
      /** At most 1024 characters. */
      readonly text: string;
      /** On the button that opens the list; at most 20 characters. */
      readonly button: string;
      /** One to ten. */
      readonly rows: readonly ChannelRow[];
    };

/** The address of the file in a message. */
export function shownIn(message: ChannelMessage): string | undefined {
  switch (message.type) {
    case 'text':
    case 'list':
      return undefined;
    case 'buttons':
      return message.imageUrl;
    default:
      return message.url;
  }
}

/** The next thing to do for a person in a messenger, in order. */
export interface ChannelStep {
  /** The number of the event of the chat that this step is for, or the last one. */
  readonly through: number;
  /** `continue`: the chat waits until its client reports a wait; it continues without a message. */
  readonly action:
    | { readonly do: 'send'; readonly message: ChannelMessage }
    | { readonly do: 'wait'; readonly seconds: number }
    | { readonly do: 'continue' };
}
