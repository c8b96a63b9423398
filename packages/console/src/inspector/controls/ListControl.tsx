import { randomKey } from '@parley/client';
import { type ReactNode, useId } from 'react';
import { FieldList } from '../FieldList.js';
import { useForm } from '../formContext.js';
import { type FieldNode, keysOf, newEntry, valueAt } from '../formModel.js';
import { useNewEntry } from '../useNewEntry.js';
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
  const move = (from: number, by: number): void => {
    const next = entries.toSpliced(from, 1).toSpliced(from + by, 0, entries[from]);
    set(keys, next);
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
          {field.help}
        </p>
      ) : null}
      <ol ref={list}>
        {entries.map((entry, place) => (
          <li key={idOf(entry) ?? place}>
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
                onClick={() => set(keys, entries.toSpliced(place, 1))}
                aria-label={t('Remove {name}', { name: `${one} ${place + 1}` })}
              >
                ×
              </button>
            </div>
            <FieldList nodes={node.inside} places={[...places, place]} />
          </li>
        ))}
      </ol>
      <button
        type="button"
        onClick={() => {
          set(keys, [...entries, newEntry(node, randomKey)]);
          added();
        }}
      >
        {t('Add {name}', { name: language === 'en' ? one.toLowerCase() : one })}
      </button>
    </fieldset>
  );
}

function idOf(entry: unknown): string | undefined {
  const id = valueAt(entry, ['id']);
  return typeof id === 'string' ? id : undefined;
}
