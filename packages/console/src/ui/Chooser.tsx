import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useFocusBack } from './useFocusBack.js';
import { WithCode } from './WithCode.js';
import { t } from '../i18n/t.js';

/** One of the things to choose from. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  /** Further words by which it is found. */
  readonly words?: readonly string[];
  readonly icon?: ReactNode;
  /** The keys that do the same, in words. */
  readonly keys?: string | undefined;
  /** The heading that it is under while nothing is searched. */
  readonly section?: string;
}

/** More than anybody reads. */
const MOST = 60;

/** A dialog with a field that searches a list; arrow keys and Enter choose. */
export function Chooser({
  title,
  hint,
  asks = title,
  choices,
  choose,
  close,
  searched: onSearch,
}: {
  readonly title: string;
  /** What becomes of the choice, where the title does not say it. */
  readonly hint?: string | undefined;
  /** What the field asks for, where the title does not say it. */
  readonly asks?: string;
  readonly choices: readonly Choice[];
  readonly choose: (id: string) => void;
  readonly close: () => void;
  /** Called with what is searched, where there are more choices than these. */
  readonly searched?: (search: string) => void;
}): ReactNode {
  useFocusBack();
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useId();
  const [search, setSearch] = useState('');
  const [last, setAt] = useState(0);
  const found = useMemo(() => searched(choices, search).slice(0, MOST), [choices, search]);
  // An answer of the server may make the list shorter, or fill an empty one.
  const at = Math.min(last, Math.max(found.length - 1, 0));
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt((at + 1) % (found.length || 1)),
    ArrowUp: () => setAt((at + found.length - 1) % (found.length || 1)),
    Enter: () => found[at] && choose(found[at].id),
    // A search field would only be emptied.
    Escape: close,
  };
  return (
    <dialog
      ref={dialog}
      className="chooser"
      aria-label={title}
      onClose={close}
      onClick={({ target }) => target === dialog.current && close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <input
        type="search"
        role="combobox"
        aria-label={asks}
        aria-expanded="true"
        aria-controls={name}
        aria-describedby={hint && `${name}-hint`}
        aria-activedescendant={found[at] && `${name}-${at}`}
        placeholder={asks}
        autoFocus
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
          onSearch?.(target.value.trim());
          setAt(0);
        }}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (!act) return;
          event.preventDefault();
          act();
        }}
      />
      {hint ? (
        <p className="help" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      <List {...{ name, title, found, at, setAt, choose, hasSections: search === '' }} />
      {found.length === 0 ? (
        <p role="status" className="empty">
          {t('Nothing matches')}
        </p>
      ) : null}
    </dialog>
  );
}

interface ListProps {
  readonly name: string;
  readonly title: string;
  readonly found: readonly Choice[];
  readonly at: number;
  readonly setAt: (at: number) => void;
  readonly choose: (id: string) => void;
  readonly hasSections: boolean;
}

function List({ name, title, found, at, setAt, choose, hasSections }: ListProps): ReactNode {
  return (
    <div id={name} role="listbox" aria-label={title}>
      {found.map((choice, place) => (
        <div key={choice.id} role="presentation">
          {hasSections && choice.section !== found[place - 1]?.section ? (
            <div className="section">{choice.section}</div>
          ) : null}
          <div
            id={`${name}-${place}`}
            role="option"
            aria-selected={place === at}
            className="choice"
            onPointerMove={() => setAt(place)}
            onClick={() => choose(choice.id)}
          >
            {choice.icon}
            <span>
              <b>{choice.label}</b>
              {choice.help ? (
                <small>
                  <WithCode text={choice.help} />
                </small>
              ) : null}
            </span>
            {choice.keys === undefined ? null : <kbd>{choice.keys}</kbd>}
          </div>
        </div>
      ))}
    </div>
  );
}

/** The choices that match a search: the one that it names first, then those whose label begins with it. */
export function searched(choices: readonly Choice[], search: string): readonly Choice[] {
  const words = search.trim().toLowerCase();
  if (words === '') return choices;
  const ranked = choices.flatMap((choice) => {
    const label = choice.label.toLowerCase();
    if (label === words) return [{ choice, rank: 0 }];
    if (label.startsWith(words)) return [{ choice, rank: 1 }];
    if (label.includes(words)) return [{ choice, rank: 2 }];
    if (choice.words?.some((word) => word.toLowerCase().includes(words)))
      return [{ choice, rank: 3 }];
    return choice.help?.toLowerCase().includes(words) ? [{ choice, rank: 4 }] : [];
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ choice }) => choice);
}
