import type { ChatMessage } from '@parley/client';
import type { JSX } from 'preact';
import { recordOf, textIn } from '../json.js';
import { useView } from '../view/context.js';
import { isLink } from '../isLink.js';
import { Picture } from './Picture.js';

/** A picture, which may be a link. */
export function ImageMessage({ message }: { message: ChatMessage }): JSX.Element | null {
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
