import type { ChatMessage } from '@parley/client';
import type { JSX } from 'preact';
import { AudioMessage } from './AudioMessage.js';
import { CustomEmbed } from './CustomEmbed.js';
import { EmbedMessage } from './EmbedMessage.js';
import { ImageMessage } from './ImageMessage.js';
import { TextMessage } from './TextMessage.js';
import { VideoMessage } from './VideoMessage.js';

/** Each kind of message by its type. */
const views: Readonly<Record<string, (props: { message: ChatMessage }) => JSX.Element | null>> = {
  text: TextMessage,
  image: ImageMessage,
  video: VideoMessage,
  audio: AudioMessage,
  embed: EmbedMessage,
  'custom-embed': CustomEmbed,
};

/** A message of the bot, or of a person who has taken over; null for an unknown kind. */
export function MessageView({ message }: { message: ChatMessage }): JSX.Element | null {
  const View = views[message.type];
  return View ? <View message={message} /> : null;
}
