import { randomKey } from '@parley/client';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useDraft } from '../../draft/useDraft.js';
import { found } from '../templates.js';
import { useVariables } from './useVariables.js';

/** The list of variables that opens where somebody types `{`. */
export interface VariableMenu {
  /** Whether a key was for the list. */
  onKey(event: KeyboardEvent): boolean;
  readonly list: ReactNode;
  /** The id of the entry that Enter takes, for the field. */
  readonly activeId: string | undefined;
}

/** A list of the variables that fit a search, below a field; without a search it is closed. */
export function useVariableMenu(
  id: string,
  search: string | undefined,
  take: (name: string) => void,
): VariableMenu {
  const draft = useDraft();
  const variables = useVariables();
  const [place, setPlace] = useState(0);
  const [closedAt, setClosedAt] = useState<string>();
  const isOpen = search !== undefined && closedAt !== search;
  const fitting = isOpen ? found(variables, search).slice(0, 8) : [];
  const name = search?.trim() ?? '';
  const isNew = isOpen && name !== '' && !variables.some(({ label }) => label === name);
  const names = [...fitting.map(({ label }) => label), ...(isNew ? [name] : [])];
  const active = Math.min(place, names.length - 1);
  const choose = (at: number): void => {
    const chosen = names[at];
    if (chosen === undefined) return;
    if (at >= fitting.length)
      draft.edit([{ setVariable: { variable: { id: randomKey(), name } } }]);
    setPlace(0);
    take(chosen);
  };
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setPlace((active + 1) % names.length),
    ArrowUp: () => setPlace((active + names.length - 1) % names.length),
    Enter: () => choose(active),
    Tab: () => choose(active),
    Escape: () => setClosedAt(search),
  };
  return {
    onKey(event) {
      const move = names.length > 0 ? moves[event.key] : undefined;
      if (!move || event.nativeEvent.isComposing) return false;
      event.preventDefault();
      event.stopPropagation();
      move();
      return true;
    },
    activeId: names.length > 0 ? `${id}-${active}` : undefined,
    list:
      names.length === 0 ? null : (
        <ul className="options" role="listbox" id={`${id}-list`} aria-label="Variables">
          {names.map((one, at) => (
            <li
              key={one}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === active}
              onMouseDown={(event) => {
                event.preventDefault();
                choose(at);
              }}
            >
              {at < fitting.length ? one : `New variable “${one}”`}
            </li>
          ))}
        </ul>
      ),
  };
}
