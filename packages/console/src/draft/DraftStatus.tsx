import { type ReactNode, useEffect, useMemo } from 'react';
import { useCommands } from '../app/commands.js';
import { t } from '../i18n/t.js';
import { ClashCard } from './ClashCard.js';
import { useDraft, useDraftState } from './useDraft.js';

const WORDS = {
  saved: t('Saved'),
  saving: t('Saving …'),
  offline: t('Offline'),
  signedOut: t('Signed out'),
} as const;

/** Whether everything is stored, with undo and redo. */
export function DraftStatus({ botId }: { readonly botId: string }): ReactNode {
  const draft = useDraft();
  const { status, unsent, isReadOnly, canUndo, canRedo, notices, clash } = useDraftState(
    (state) => state,
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'z') return;
      if (isField(event.target)) return;
      event.preventDefault();
      if (event.shiftKey) draft.redo();
      else draft.undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [draft]);
  const commands = useMemo(
    () => [
      ...(canUndo ? [{ title: t('Undo'), keys: t('Ctrl Z'), run: () => draft.undo() }] : []),
      ...(canRedo ? [{ title: t('Redo'), keys: t('Ctrl ⇧ Z'), run: () => draft.redo() }] : []),
    ],
    [draft, canUndo, canRedo],
  );
  useCommands(commands);
  return (
    <div className="draftStatus">
      {isReadOnly ? null : (
        <>
          <button
            type="button"
            disabled={!canUndo}
            onClick={() => draft.undo()}
            aria-label={t('Undo')}
            title={t('Undo (Ctrl Z)')}
          >
            ↶
          </button>
          <button
            type="button"
            disabled={!canRedo}
            onClick={() => draft.redo()}
            aria-label={t('Redo')}
            title={t('Redo (Ctrl ⇧ Z)')}
          >
            ↷
          </button>
        </>
      )}
      <span role="status">
        {isReadOnly && status === 'saved' ? t('You may look at this bot.') : WORDS[status]}
        {status !== 'saving' && unsent > 0 ? t(' ({count} waiting)', { count: unsent }) : ''}
      </span>
      {clash ? <ClashCard botId={botId} clash={clash} /> : null}
      {notices.length > 0 ? (
        <ul className="notices" role="alert">
          {notices.map((notice, place) => (
            <li key={place}>
              {notice}{' '}
              <button type="button" onClick={() => draft.dismiss(notice)} aria-label={t('Dismiss')}>
                ×
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Whether keys belong to a field, which has an undo of its own. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
