import type { ChatMessage, MessageKind } from '@parley/client';
import type { JSX } from 'preact';
import { AudioMessage } from './AudioMessage.js';
import { CustomEmbed } from './CustomEmbed.js';
import { EmbedMessage } from './EmbedMessage.js';
import { ImageMessage } from './ImageMessage.js';
import { TextMessage } from './TextMessage.js';
import { VideoMessage } from './VideoMessage.js';

type View = (props: { message: ChatMessage }) => JSX.Element | null;

/** The view of each kind of message. */
const views: Readonly<Record<MessageKind, View>> = {
  text: TextMessage,
  image: ImageMessage,
  video: VideoMessage,
  audio: AudioMessage,
  embed: EmbedMessage,
  'custom-embed': CustomEmbed,
};

const byType = new Map<string, View>(Object.entries(views));

/** A message of the bot, or of a person who has taken over; null for an unknown kind. */
export function MessageView({ message }: { message: ChatMessage }): JSX.Element | null {
  const View = byType.get(message.type);
  return View ? <View message={message} /> : null;
}
