import { ChatGroups } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useData } from '../app/server.js';
import { Chooser } from '../ui/Chooser.js';
import { t } from '../i18n/t.js';

/** A choice of the group at which the bot goes on: those of the version with which the chat began. */
export function GroupChooser({
  sessionId,
  choose,
  close,
}: {
  readonly sessionId: string;
  readonly choose: (groupId: string) => void;
  readonly close: () => void;
}): ReactNode {
  const { data } = useData(ChatGroups, { sessionId });
  // What is not there yet is not to be taken for nothing.
  if (!data) return null;
  const groups = data.chat?.version?.flow.groups ?? [];
  return (
    <Chooser
      title={t('Give back at which group?')}
      choices={groups.map(({ groupId, title }) => ({ id: groupId, label: title }))}
      choose={(groupId) => {
        close();
        choose(groupId);
      }}
      close={close}
    />
  );
}
