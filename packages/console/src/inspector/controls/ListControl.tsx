import { randomKey } from '@parley/client';
import { type ReactNode, useId } from 'react';
import { FieldList } from '../FieldList.js';
import { useForm } from '../formContext.js';
import { type FieldNode, keysOf, newEntry, valueAt } from '../../blocks/formModel.js';
import { useEntryKeys } from '../useEntryKeys.js';
import { useNewEntry } from '../useNewEntry.js';
import { WithCode } from '../../ui/WithCode.js';
import { language, t } from '../../i18n/t.js';

/** A list: its entries can be changed, moved, removed and added. */
export function ListControl({
  node,
  places,
}: {
  readonly node: FieldNode;
  readonly places: readonly number[];
}): ReactNode {
  const { document, set } = useForm();
  const id = useId();
  const { field } = node;
  const keys = keysOf(field.path, places);
  const stored = valueAt(document, keys);
  const entries: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const { list, added } = useNewEntry(entries.length);
  const one = node.entryTitle;
  const insert = (place: number): void => {
    set(keys, entries.toSpliced(place, 0, newEntry(node, randomKey)));
    added(place);
  };
  const remove = (place: number): void => set(keys, entries.toSpliced(place, 1));
  const onKey = useEntryKeys({ insert, remove, isEmpty: (place) => hasNothing(entries[place]) });
  const move = (from: number, by: number): void => {
    set(keys, entries.toSpliced(from, 1).toSpliced(from + by, 0, entries[from]));
  };
  return (
    <fieldset
      className="list"
      data-path={field.path}
      aria-describedby={field.help ? id : undefined}
    >
      <legend>{field.title}</legend>
      {field.help ? (
        <p className="help" id={id}>
          <WithCode text={field.help} />
        </p>
      ) : null}
      <ol ref={list}>
        {entries.map((entry, place) => (
          <li
            key={idOf(entry) ?? place}
            // Pairs of a name and a value are filled in one after the other.
            onKeyDown={field.path === 'items' ? (event) => onKey(place, event) : undefined}
          >
            <div className="entryBar">
              <span>
                {one} {place + 1}
              </span>
              <button
                type="button"
                disabled={place === 0}
                onClick={() => move(place, -1)}
                aria-label={t('Move {name} up', { name: `${one} ${place + 1}` })}
              >
                ↑
              </button>
              <button
                type="button"
                disabled={place === entries.length - 1}
                onClick={() => move(place, 1)}
                aria-label={t('Move {name} down', { name: `${one} ${place + 1}` })}
              >
                ↓
              </button>
              <button
                type="button"
                onClick={() => remove(place)}
                aria-label={t('Remove {name}', { name: `${one} ${place + 1}` })}
              >
                ×
              </button>
            </div>
            <FieldList nodes={node.inside} places={[...places, place]} />
          </li>
        ))}
      </ol>
      <button type="button" onClick={() => insert(entries.length)}>
        {t('Add {name}', { name: language === 'en' ? one.toLowerCase() : one })}
      </button>
    </fieldset>
  );
}

/** Whether an entry has nothing but its id. */
function hasNothing(entry: unknown): boolean {
  return Object.entries(entry ?? {}).every(([name, value]) => name === 'id' || value === null);
}

function idOf(entry: unknown): string | undefined {
  const id = valueAt(entry, ['id']);
  return typeof id === 'string' ? id : undefined;
}
