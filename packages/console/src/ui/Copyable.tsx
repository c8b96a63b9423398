import type { ReactNode } from 'react';
import { useCopy } from './useCopy.js';
import { t } from '../i18n/t.js';

/** A text to copy, such as a link or a secret. */
export function Copyable({
  label,
  text,
}: {
  readonly label: string;
  readonly text: string;
}): ReactNode {
  const { words, copy } = useCopy(text);
  return (
    <p className="copyable">
      <input readOnly aria-label={label} value={text} onFocus={({ target }) => target.select()} />
      <button type="button" aria-label={t('Copy: {label}', { label })} onClick={copy}>
        {words}
      </button>
    </p>
  );
}
