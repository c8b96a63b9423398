import { type ReactNode, useState } from 'react';
import { t } from '../i18n/t.js';

/** A text to copy, such as a link or a secret. */
export function Copyable({
  label,
  text,
}: {
  readonly label: string;
  readonly text: string;
}): ReactNode {
  const [copied, setCopied] = useState<string>();
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => setCopied(text));
  return (
    <p className="copyable">
      <input readOnly aria-label={label} value={text} onFocus={({ target }) => target.select()} />
      <button type="button" aria-label={t('Copy: {label}', { label })} onClick={copy}>
        {copied === text ? t('Copied') : t('Copy')}
      </button>
    </p>
  );
}
