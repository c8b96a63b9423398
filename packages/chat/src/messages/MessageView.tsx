import type { ChatMessage, MessageKind } from '@parley/client';
import type { JSX } from 'preact';
import { isLink } from '../isLink.js';
import { recordOf, textIn } from '../json.js';
import { useView } from '../view/context.js';
import { CustomEmbed, EmbedMessage } from './EmbedMessage.js';
import { Picture } from './Picture.js';
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

/** A sound. It plays at once if its author has set that and the browser allows it. */
function AudioMessage({ message }: { message: ChatMessage }): JSX.Element | null {
  const { words } = useView();
  const { url, isAutoplayEnabled } = message.content;
  if (textIn(url) === '') return null;
  return (
    <div class="bot-host-bubble bot-media" data-block-id={message.id}>
      <audio
        controls
        aria-label={words.audio}
        src={textIn(url)}
        autoPlay={isAutoplayEnabled !== false}
      />
    </div>
  );
}

/** A picture, which may be a link. */
function ImageMessage({ message }: { message: ChatMessage }): JSX.Element | null {
  const { words } = useView();
  const url = textIn(message.content['url']);
  const link = recordOf(message.content['clickLink']);
  if (url === '') return null;
  const picture = <Picture url={url} alt={textIn(link['alt']) || words.image} />;
  const target = textIn(link['url']);
  return (
    <div class="bot-host-bubble bot-media" data-block-id={message.id}>
      {isLink(target) ? (
        <a href={target} target="_blank" rel="noopener">
          {picture}
        </a>
      ) : (
        picture
      )}
    </div>
  );
}
