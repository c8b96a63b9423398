import type { ChatMessage } from '@parley/client';
import type { JSX } from 'preact';
import { textIn } from '../json.js';
import { useView } from '../view/context.js';

/** A sound. It plays at once if its author has set that and the browser allows it. */
export function AudioMessage({ message }: { message: ChatMessage }): JSX.Element | null {
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
