import { useState } from 'react';
import { t } from '../i18n/t.js';

/** What a button for copying says of a text: that it was copied, or how to copy it where the browser refuses that. */
export function useCopy(text: string): { readonly words: string; copy(): void } {
  const [last, setLast] = useState<{ readonly text: string; readonly isCopied: boolean }>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setLast({ text, isCopied: true });
    } catch {
      setLast({ text, isCopied: false });
    }
  };
  const own = last?.text === text ? last : undefined;
  const done = own?.isCopied ? t('Copied') : t('Not allowed here: select it and press Ctrl C');
  return { words: own ? done : t('Copy'), copy: () => void copy() };
}
