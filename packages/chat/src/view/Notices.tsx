import type { JSX } from 'preact';
import { useShown, useView } from './context.js';

/** Messages of the chat itself: no connection, a refusal, a page that could not be opened, the end. */
export function Notices(): JSX.Element {
  const { words } = useView();
  const { failure, closed = '', isOffline, isLost, stopped, settings } = useShown();
  const refusal = stopped ? words[stopped] : failure;
  const alert = isLost ? words.ended : refusal;
  const { networkErrorTitle, networkErrorMessage } = settings.general?.systemMessages ?? {};
  const offline = [networkErrorTitle, networkErrorMessage || words.offline];
  return (
    <div class="bot-notices">
      <p role="status">{isOffline ? offline.filter(Boolean).join('\n') : closed}</p>
      <p role="alert">{alert}</p>
      <Seen />
      <NotSent />
      <BlockedLink />
      <StartAgain />
    </div>
  );
}

/** Tells the visitor, before they write, that a person sees it. */
function Seen(): JSX.Element {
  const { words } = useView();
  const { status, isLost, settings } = useShown();
  const isSeen = settings.general?.isTypedTextShown === true && status === 'PAUSED' && !isLost;
  return <p role="status">{isSeen && words.seen}</p>;
}

/** The button that starts a new chat after the end, or tries again to load one. */
function StartAgain(): JSX.Element | null {
  const { chat, words } = useView();
  const { isEnded, isLost, stopped } = useShown();
  const isOver = isEnded || isLost;
  if (!isOver && stopped !== 'unreachable') return null;
  return (
    <button
      type="button"
      class="bot-restart"
      onClick={() => (isOver ? chat.restart() : chat.retry())}
    >
      {isOver ? words.restart : words.retry}
    </button>
  );
}

/** An answer that was not sent, because its question was answered in another tab. */
function NotSent(): JSX.Element {
  const { words } = useView();
  const { notSent } = useShown();
  return (
    <p role="alert" dir="auto">
      {notSent && `${words.notSent} “${notSent}”`}
    </p>
  );
}

/** A link to a page that the bot opens in a new tab, if the browser has blocked that. */
function BlockedLink(): JSX.Element | null {
  const { words } = useView();
  const { blockedLink, settings } = useShown();
  const { popupBlockedTitle, popupBlockedDescription, popupBlockedButtonLabel } =
    settings.general?.systemMessages ?? {};
  if (!blockedLink) return null;
  return (
    <>
      {popupBlockedTitle && (
        <p>
          <strong>{popupBlockedTitle}</strong>
        </p>
      )}
      {popupBlockedDescription && <p>{popupBlockedDescription}</p>}
      <a class="bot-button" href={blockedLink} target="_blank" rel="noopener">
        {popupBlockedButtonLabel || words.linkBlocked}
      </a>
    </>
  );
}
