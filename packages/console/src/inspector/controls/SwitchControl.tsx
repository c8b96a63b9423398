import type { ReactNode } from 'react';
import type { ControlProps } from './control.js';

/** On or off. */
export function SwitchControl({ id, field, value, set, describedBy }: ControlProps): ReactNode {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      checked={(value ?? field.default) === true}
      aria-describedby={describedBy}
      onChange={({ target }) => set(target.checked)}
    />
  );
}
