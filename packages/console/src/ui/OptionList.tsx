import type { ReactNode } from 'react';

/** The list of what can be taken for a field in which somebody types: `active` is the place of the entry that Enter takes. */
export function OptionList({
  id,
  label,
  entries,
  active,
  take,
}: {
  /** The id of the field. */
  readonly id: string;
  readonly label: string;
  readonly entries: readonly { readonly key: string; readonly label: string }[];
  readonly active: number;
  readonly take: (place: number) => void;
}): ReactNode {
  return (
    <ul
      className="options"
      role="listbox"
      id={`${id}-list`}
      aria-label={label}
      hidden={entries.length === 0}
    >
      {entries.map((entry, place) => (
        <li
          key={entry.key}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === active}
          onMouseDown={(event) => {
            // The field keeps the focus.
            event.preventDefault();
            take(place);
          }}
        >
          {entry.label}
        </li>
      ))}
    </ul>
  );
}
