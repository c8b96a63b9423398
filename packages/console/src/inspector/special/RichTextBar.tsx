import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/t.js';

const MARKS = [
  { command: 'bold', name: t('Bold'), letter: 'B' },
  { command: 'italic', name: t('Italic'), letter: 'I' },
  { command: 'underline', name: t('Underline'), letter: 'U' },
] as const;

/** The buttons of a rich text: marks of the selected words, and a link on them. */
export function RichTextBar({
  editor,
  changed,
}: {
  readonly editor: RefObject<HTMLDivElement | null>;
  readonly changed: () => void;
}): ReactNode {
  const on = useMarks(editor);
  const [url, setUrl] = useState<string>();
  const range = useRef<Range>(undefined);
  const run = (command: string, value?: string): void => {
    editor.current?.focus();
    document.execCommand('styleWithCSS', false, 'false');
    document.execCommand(command, false, value);
    changed();
  };
  const openLink = (): void => {
    const selection = getSelection();
    if (!selection || selection.rangeCount === 0) return;
    range.current = selection.getRangeAt(0).cloneRange();
    const around = selection.anchorNode?.parentElement?.closest('a');
    if (around) range.current.selectNodeContents(around);
    setUrl(around?.getAttribute('href') ?? '');
  };
  const link = (): void => {
    const selection = getSelection();
    editor.current?.focus();
    if (range.current && selection) {
      selection.removeAllRanges();
      selection.addRange(range.current);
    }
    if (url?.trim()) {
      // The address of a link is kept as it is typed: it may have variables.
      run('createLink', url.trim());
    } else run('unlink');
    setUrl(undefined);
  };
  return (
    <div className="richTextBar" role="toolbar" aria-label={t('Format')}>
      {MARKS.map(({ command, name, letter }) => (
        <button
          key={command}
          type="button"
          className={command}
          aria-label={name}
          aria-pressed={on.includes(command)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(command)}
        >
          {letter}
        </button>
      ))}
      <button
        type="button"
        aria-expanded={url !== undefined}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => (url === undefined ? openLink() : setUrl(undefined))}
      >
        {t('Link')}
      </button>
      <button
        type="button"
        title={t('Insert the value of a variable; or type {')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => run('insertText', '{')}
      >
        {t('Variable')}
      </button>
      {url === undefined ? null : <LinkField url={url} change={setUrl} done={link} />}
    </div>
  );
}

/** The address of the link on the selected words: Enter puts it there, Escape leaves all as it was. */
function LinkField({
  url,
  change,
  done,
}: {
  readonly url: string;
  readonly change: (url: string | undefined) => void;
  readonly done: () => void;
}): ReactNode {
  return (
    <input
      ref={(input) => input?.focus()}
      aria-label={t('Address of the link')}
      placeholder={t('https://… then Enter')}
      value={url}
      onChange={({ target }) => change(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done();
        if (event.key === 'Escape') change(undefined);
        if (['Enter', 'Escape'].includes(event.key)) event.preventDefault();
      }}
    />
  );
}

/** The marks of the words at the caret. */
function useMarks(editor: RefObject<HTMLDivElement | null>): readonly string[] {
  const [on, setOn] = useState<readonly string[]>([]);
  useEffect(() => {
    const look = (): void => {
      if (!editor.current?.contains(getSelection()?.anchorNode ?? null)) return;
      setOn(MARKS.map(({ command }) => command).filter((name) => document.queryCommandState(name)));
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [editor]);
  return on;
}
