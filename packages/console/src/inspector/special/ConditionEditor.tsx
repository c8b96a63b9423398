import { randomKey } from '@parley/client';
import { type ReactNode, useId } from 'react';
import { FieldRow } from '../FieldRow.js';
import { useForm } from '../formContext.js';
import { type FieldNode, isShown, keysOf, newEntry, valueAt } from '../../blocks/formModel.js';
import { useNewEntry } from '../useNewEntry.js';
import { t } from '../../i18n/t.js';

/** The names of the members by which a condition is known in any form. */
const [OPERATOR, COMPARISONS] = ['.logicalOperator', '.comparisons'];

/** Whether an object is a condition: comparisons, of which all must hold or one is enough. */
export function isCondition({ inside }: FieldNode): boolean {
  return [OPERATOR, COMPARISONS].every((name) =>
    inside.some(({ field }) => field.path.endsWith(name)),
  );
}

/** A condition as a sentence: what is compared, how, with what; "and" or "or" between. */
export function ConditionEditor({
  node,
  places,
}: {
  readonly node: FieldNode;
  readonly places: readonly number[];
}): ReactNode {
  const { document, fields, set } = useForm();
  const operator = node.inside.find(({ field }) => field.path.endsWith(OPERATOR));
  const list = node.inside.find(({ field }) => field.path.endsWith(COMPARISONS));
  const id = useId();
  const keys = list ? keysOf(list.field.path, places) : [];
  const stored = valueAt(document, keys);
  const comparisons: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const { list: rows, added } = useNewEntry(comparisons.length);
  if (!operator || !list) return null;
  const operatorKeys = keysOf(operator.field.path, places);
  const isOr = (valueAt(document, operatorKeys) ?? operator.field.default) === 'OR';
  return (
    <div className="condition" role="group" aria-labelledby={id} data-path={node.field.path}>
      <p id={id}>
        {comparisons.length > 1 ? (
          <>
            {t('When')}{' '}
            <select
              aria-label={operator.field.title}
              value={isOr ? 'OR' : 'AND'}
              onChange={({ target }) => set(operatorKeys, target.value)}
            >
              <option value="AND">{t('all of these hold')}</option>
              <option value="OR">{t('one of these holds')}</option>
            </select>
          </>
        ) : (
          t('When')
        )}
      </p>
      <ol ref={rows}>
        {comparisons.map((comparison, place) => (
          <li key={String(valueAt(comparison, ['id']) ?? place)}>
            {place > 0 ? <span className="joint">{isOr ? t('or') : t('and')}</span> : null}
            <div className="comparison">
              {list.inside
                .filter(({ field }) => !['ID', 'EDGE'].includes(field.control))
                .filter(({ field }) =>
                  isShown(field, { fields, document, places: [...places, place] }),
                )
                .map(({ field }) => (
                  <FieldRow key={field.path} field={field} places={[...places, place]} isBare />
                ))}
            </div>
            <button
              type="button"
              className="remove"
              aria-label={t('Remove comparison {number}', { number: place + 1 })}
              onClick={() => set(keys, comparisons.toSpliced(place, 1))}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
      <button
        type="button"
        onClick={() => {
          set(keys, [...comparisons, newEntry(list, randomKey)]);
          added();
        }}
      >
        {t('Add comparison')}
      </button>
    </div>
  );
}
