import { type ReactNode, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useCommands } from '../app/commands.js';
import { t } from '../i18n/t.js';
import { later } from '../ui/later.js';

const PeopleDialog = later(
  async () => (await import('./PeopleDialog.js')).PeopleDialog,
  () => null,
);

/** Opens the dialog that says with whom the bot is shared. */
export function PeopleButton(bot: { readonly botId: string; readonly userId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useCommands(
    useMemo(
      () => [
        { title: t('Share the bot with people'), also: t('invite'), run: () => setOpen(true) },
      ],
      [],
    ),
  );
  return (
    <>
      <button
        type="button"
        className="people"
        title={t('Share the bot with people')}
        onClick={() => setOpen(true)}
      >
        {t('People')}
      </button>
      {isOpen
        ? createPortal(<PeopleDialog {...bot} close={() => setOpen(false)} />, document.body)
        : null}
    </>
  );
}
