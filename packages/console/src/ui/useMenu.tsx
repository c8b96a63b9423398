import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { OptionList } from './OptionList.js';

/** What somebody can take from a list below a field. */
export interface MenuEntry {
  readonly key: string;
  readonly label: string;
  take(): void;
}

/** A list that opens below a field in which somebody types. */
export interface Menu {
  /** Whether a key was for the list. */
  onKey(event: KeyboardEvent): boolean;
  readonly list: ReactNode;
  /** The id of the entry that Enter takes, for the field. */
  readonly activeId: string | undefined;
}

/** A list of what fits a search: arrows choose, Enter and Tab take, Escape closes it until the search is another one. */
export function useMenu({
  id,
  label,
  search,
  entries,
}: {
  readonly id: string;
  readonly label: string;
  readonly search: string | undefined;
  readonly entries: readonly MenuEntry[];
}): Menu {
  const [place, setPlace] = useState(0);
  const [closedAt, setClosedAt] = useState<string>();
  const offered = search !== undefined && closedAt !== search ? entries : [];
  const active = Math.min(place, offered.length - 1);
  const take = (at: number): void => {
    setPlace(0);
    offered[at]?.take();
  };
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setPlace((active + 1) % offered.length),
    ArrowUp: () => setPlace((active + offered.length - 1) % offered.length),
    Enter: () => take(active),
    Tab: () => take(active),
    Escape: () => setClosedAt(search),
  };
  return {
    onKey(event) {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
      const move = offered.length > 0 && isPlain ? moves[event.key] : undefined;
      if (!move) return false;
      event.preventDefault();
      event.stopPropagation();
      move();
      return true;
    },
    activeId: offered.length > 0 ? `${id}-${active}` : undefined,
    list:
      offered.length === 0 ? null : (
        <OptionList {...{ id, label, active, take }} entries={offered} />
      ),
  };
}
