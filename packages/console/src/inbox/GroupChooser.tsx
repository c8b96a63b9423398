import { ChatGroups } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useData } from '../app/server.js';
import { Chooser } from '../ui/Chooser.js';
import { Dialog } from '../ui/Dialog.js';
import { Fault } from '../ui/Fault.js';
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
  const { data, fault } = useData(ChatGroups, { sessionId });
  const title = t('Give back at which group?');
  if (fault !== undefined)
    return (
      <Dialog {...{ title, close }}>
        <Fault words={fault} />
      </Dialog>
    );
  // While it loads, an empty list would look like a flow without groups.
  if (!data) return null;
  const groups = data.chat?.version?.flow.groups ?? [];
  return (
    <Chooser
      title={title}
      choices={groups.map(({ groupId, title }) => ({ id: groupId, label: title }))}
      choose={(groupId) => {
        close();
        choose(groupId);
      }}
      close={close}
    />
  );
}
