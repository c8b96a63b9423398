import { type ReactNode, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useCommands } from '../app/commands.js';
import { useDraftState } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';
import { later } from '../ui/later.js';

const PublishDialog = later(
  async () => (await import('./PublishDialog.js')).PublishDialog,
  () => null,
);

/** Opens the dialog that makes the draft live; says whether there is something to publish. */
export function PublishButton({
  botId,
  isChanged,
}: {
  readonly botId: string;
  readonly isChanged: boolean;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const isReadOnly = useDraftState((state) => state.isReadOnly);
  useCommands(
    useMemo(
      () => (isReadOnly ? [] : [{ title: t('Publish'), run: () => setOpen(true) }]),
      [isReadOnly],
    ),
  );
  return (
    <>
      <button
        type="button"
        className="primary"
        disabled={isReadOnly}
        title={isChanged ? t('The draft differs from what is live') : t('The draft is live')}
        onClick={() => setOpen(true)}
      >
        {t('Publish')}
        {isChanged ? ' •' : ''}
      </button>
      {isOpen
        ? createPortal(<PublishDialog botId={botId} close={() => setOpen(false)} />, document.body)
        : null}
    </>
  );
}
