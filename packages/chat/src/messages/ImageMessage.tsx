import type { ChatMessage } from '@parley/client';
import type { JSX } from 'preact';
import { recordOf, textIn } from '../actions/payload.js';
import { useView } from '../view/context.js';

/** A picture, which may lead somewhere. */
export function ImageMessage({ message }: { message: ChatMessage }): JSX.Element | null {
  const { words } = useView();
  const { url, clickLink } = message.content;
  const link = recordOf(clickLink);
  if (textIn(url) === '') return null;
  const picture = (
    <img class="bot-image" src={textIn(url)} alt={textIn(link['alt']) || words.image} />
  );
  const target = textIn(link['url']);
  return (
    <div class="bot-host-bubble bot-media" data-block-id={message.id}>
      {/^(https?|mailto|tel):/i.test(target) ? (
        <a href={target} target="_blank" rel="noopener">
          {picture}
        </a>
      ) : (
        picture
      )}
    </div>
  );
}
