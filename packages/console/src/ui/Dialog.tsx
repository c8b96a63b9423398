import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useFocusBack } from './useFocusBack.js';
import { t } from '../i18n/t.js';

/** What takes keys. */
const CONTROLS = 'button, input, select, textarea, a[href]';

/** A modal dialog, shown as long as it is drawn. `close` is called by Escape, its button, a link that leads away, and a click beside it. */
export function Dialog({
  title,
  close,
  children,
}: {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
}): ReactNode {
  useFocusBack();
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
      onClick={(event) => (event.target === dialog.current || leadsAway(event)) && close()}
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

/** Whether a link was followed to another part of the console, which the dialog would cover. */
function leadsAway({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element && target.closest('a[href]:not([target], [download])');
  return Boolean(link) && !ctrlKey && !metaKey && !shiftKey;
}

/** Puts the focus on the first control below the header, rather than on the button that closes the dialog. */
function enter(dialog: HTMLElement): void {
  const controls = [...dialog.querySelectorAll<HTMLElement>(CONTROLS)];
  controls.find((one) => !one.closest('header') && !one.matches(':disabled'))?.focus();
}
