import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useCommands } from '../app/commands.js';
import { t } from '../i18n/t.js';
import { later } from '../ui/later.js';

const Tryout = later(async () => (await import('./tries.js')).Tryout);

/** The canvas, with a chat beside it that ⌘Enter and a button show and hide. */
export function TryBeside({
  botId,
  panel,
  children,
}: {
  readonly botId: string;
  /** What is beside the canvas while the chat is not. */
  readonly panel: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.key !== 'Enter' || event.defaultPrevented)
        return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useCommands(
    useMemo(() => [{ title: t('Try it'), keys: t('Ctrl Enter'), run: () => setOpen(true) }], []),
  );
  return (
    <div className="besideCanvas">
      {children}
      {isOpen ? (
        <aside aria-label={t('Try')}>
          <header>
            <h2>{t('Try')}</h2>
            <button type="button" aria-label={t('Close')} onClick={() => setOpen(false)}>
              ×
            </button>
          </header>
          <Tryout botId={botId} isBeside />
        </aside>
      ) : (
        <>
          <div className="panelHere">{panel}</div>
          <button
            type="button"
            className="primary tryHere"
            title={t('Ctrl Enter')}
            onClick={() => setOpen(true)}
          >
            {t('Try it')}
          </button>
        </>
      )}
    </div>
  );
}
