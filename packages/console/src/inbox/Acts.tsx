import { Members } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useData } from '../app/server.js';
import type { InboxChat } from './inboxList.js';
import type { ChatActs } from './useChatActs.js';
import { t } from '../i18n/t.js';

/** The buttons of what an agent does with a chat. */
export function Acts({
  workspaceId,
  chat,
  acts,
  isMine,
  isOver,
  isReadOnly,
  chooseGroup,
}: {
  readonly workspaceId: string;
  readonly chat: InboxChat | undefined;
  readonly acts: ChatActs;
  readonly isMine: boolean;
  /** Whether it is closed, or its flow has ended. */
  readonly isOver: boolean;
  readonly isReadOnly: boolean;
  readonly chooseGroup: () => void;
}): ReactNode {
  return (
    <fieldset className="forEditors" disabled={isReadOnly}>
      {isOver ? (
        <button type="button" className="primary" onClick={acts.reopen}>
          {t('Open again')}
        </button>
      ) : (
        <>
          {isMine ? (
            <>
              <button type="button" onClick={() => acts.release()}>
                {t('Give back to the bot')}
              </button>
              <button type="button" aria-haspopup="dialog" onClick={chooseGroup}>
                {t('Give back at …')}
              </button>
            </>
          ) : (
            <button type="button" className="primary" onClick={acts.take}>
              {t('Take over')}
            </button>
          )}
          <Assignee workspaceId={workspaceId} chat={chat} assign={acts.assign} />
          <button type="button" onClick={acts.close}>
            {t('Close')}
          </button>
        </>
      )}
    </fieldset>
  );
}

/** Gives the chat to a member of the workspace. */
function Assignee({
  workspaceId,
  chat,
  assign,
}: {
  readonly workspaceId: string;
  readonly chat: InboxChat | undefined;
  readonly assign: (userId: string | null) => void;
}): ReactNode {
  const people = useData(Members, { workspaceId }).data?.workspace?.members;
  if (!people) return null;
  return (
    <select
      aria-label={t('Assigned to')}
      value={chat?.assignee?.id ?? ''}
      onChange={({ target }) => assign(target.value === '' ? null : target.value)}
    >
      <option value="">{t('Nobody')}</option>
      {people.map(({ user }) => (
        <option key={user.id} value={user.id}>
          {user.name ?? user.email}
        </option>
      ))}
    </select>
  );
}
