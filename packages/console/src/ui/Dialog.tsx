import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../i18n/t.js';

/** What takes keys. */
const CONTROLS = 'button, input, select, textarea, a[href]';

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
  // With another title it shows something else, without the button that was pressed.
  useEffect(() => {
    if (dialog.current) enter(dialog.current);
  }, [title]);
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
      {/* In the bar of a bot it would be another banner. */}
      <header role="presentation">
        <h2>{title}</h2>
        <button type="button" className="plain" aria-label={t('Close')} onClick={close}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}

/** Puts the focus on the first control below the header, rather than on the button that closes the dialog. */
function enter(dialog: HTMLElement): void {
  const controls = [...dialog.querySelectorAll<HTMLElement>(CONTROLS)];
  controls.find((one) => !one.closest('header') && !one.matches(':disabled'))?.focus();
}
