import type { Typists } from '@parley/client';
import type { ReactNode } from 'react';
import type { InboxChat } from './inboxList.js';
import { t } from '../i18n/t.js';

/** Who types in a chat, and what the visitor has typed, where the settings of the bot show it. */
export function WhoIsThere({
  typists,
  chat,
  isMine,
  isOver,
}: {
  readonly typists: Typists;
  readonly chat: InboxChat | undefined;
  readonly isMine: boolean;
  readonly isOver: boolean;
}): ReactNode {
  const { visitorText } = typists;
  return (
    <>
      {visitorText === null || isOver ? null : (
        // Not read aloud: it changes with each key.
        <p className="visitorText" role="note" aria-label={t('Not sent yet')} dir="auto">
          {visitorText}
        </p>
      )}
      <p className="typing" role="status">
        {isOver ? seenAgain(chat) : whoIsThere(typists, { chat, isMine })}
      </p>
    </>
  );
}

/** Who types, or else whether the visitor is there, as far as somebody can know it. */
function whoIsThere(
  { isVisitorTyping, isAgentTyping, isVisitorHere }: Typists,
  { chat, isMine }: { readonly chat: InboxChat | undefined; readonly isMine: boolean },
): string {
  if (isVisitorTyping) return t('The visitor types …');
  if (isAgentTyping && !isMine)
    return t('{name} types …', { name: chat?.assignee?.name ?? t('Somebody') });
  if (chat?.channel !== 'WEB') return '';
  return isVisitorHere ? t('The visitor is here') : t('The visitor does not have the chat open');
}

/** Whether a visitor sees it when a chat is opened again: a messenger shows it, a page only for a while after somebody closed the chat. */
function seenAgain(chat: InboxChat | undefined): string {
  if (chat?.channel !== 'WEB') return '';
  if (chat.status === 'ENDED') return t('The visitor does not see it if you open this chat again.');
  return t(
    'If you open this chat again, the visitor sees it only on a page that is still open, up to 15 minutes after the end.',
  );
}
