import type { ReactNode } from 'react';
import { useTyped } from '../../ui/useTyped.js';
import { type ControlProps, textOf } from './control.js';
import { TextControl } from './TextControl.js';
import { t } from '../../i18n/t.js';

/** A colour, from a picker or as CSS. */
export function ColorControl(props: ControlProps): ReactNode {
  const { id, field, value, set } = props;
  const stored = textOf(value ?? field.default);
  const typed = useTyped(stored, set);
  return (
    <div className="colour">
      <input
        type="color"
        aria-label={t('{name}: pick', { name: field.title })}
        value={/^#[0-9a-f]{6}$/i.test(typed.text) ? typed.text : '#ffffff'}
        onChange={({ target }) => typed.type(target.value)}
        onBlur={typed.leave}
      />
      <TextControl {...props} id={id} />
    </div>
  );
}
