import type { ReactNode } from 'react';
import type { Option } from './useOptions.js';
import { type ControlProps, textOf } from './control.js';
import { t } from '../../i18n/t.js';

/** A list of the browser; a value that is not in it is kept and said. */
export function Select({
  id,
  value,
  set,
  describedBy,
  isInvalid,
  options,
  none,
  usual = '',
}: ControlProps & {
  readonly options: readonly Option[];
  /** What is shown without a value; absent where one of the options is. */
  readonly none?: string;
  /** The option that counts without a value. */
  readonly usual?: string;
}): ReactNode {
  const chosen = textOf(value);
  const isKnown = chosen === '' || options.some((option) => option.value === chosen);
  return (
    <select
      id={id}
      value={chosen === '' ? usual : chosen}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || !isKnown || undefined}
      className={chosen === '' ? 'unset' : undefined}
      onChange={({ target }) => set(target.value === '' ? null : target.value)}
    >
      {none === undefined ? null : <option value="">{none}</option>}
      {isKnown ? null : (
        <option value={chosen}>{t('Not there any more: {value}', { value: chosen })}</option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
