import type { ReactNode } from 'react';
import { type ControlProps, textOf } from './control.js';
import { TextControl } from './TextControl.js';
import { t } from '../../i18n/t.js';

/** A date from the calendar of the browser, or a text with a variable. */
export function DateControl(props: ControlProps): ReactNode {
  const { field, value, set } = props;
  const date = /^\d{4}-\d{2}-\d{2}/.exec(textOf(value))?.[0] ?? '';
  return (
    <div className="dateField">
      <TextControl {...props} />
      <input
        type="date"
        aria-label={t('{name}: calendar', { name: field.title })}
        value={date}
        onChange={({ target }) => set(target.value === '' ? null : target.value)}
      />
    </div>
  );
}
