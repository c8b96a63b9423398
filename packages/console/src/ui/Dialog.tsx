import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../i18n/t.js';

/** A modal dialog, shown as long as it is drawn. `close` is called by Escape, its button, and a click beside it. */
export function Dialog({
  title,
  close,
  children,
}: {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" className="plain" aria-label={t('Close')} onClick={close}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}
