import type { JSX } from 'preact';
import { useShown, useView } from './context.js';

/** What the chat itself has to say: no connection, a refusal, a page that could not be opened, the end. */
export function Notices(): JSX.Element {
  const { chat, words } = useView();
  const { failure, isOffline, isEnded, blockedLink } = useShown();
  return (
    <div class="bot-notices">
      <p role="status">{isOffline ? words.offline : ''}</p>
      <p role="alert">{failure ?? ''}</p>
      {blockedLink && (
        <a class="bot-button" href={blockedLink} target="_blank" rel="noopener">
          {words.linkBlocked}
        </a>
      )}
      {isEnded && (
        <button type="button" class="bot-restart" onClick={() => chat.restart()}>
          {words.restart}
        </button>
      )}
    </div>
  );
}
