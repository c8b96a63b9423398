import type { ReactNode } from 'react';
import { useTyped } from '../../ui/useTyped.js';
import { type ControlProps, textOf } from './control.js';
import { TextControl } from './TextControl.js';
import { Theirs } from './Theirs.js';
import { t } from '../../i18n/t.js';

/** A number with its unit; where variables are filled in, also a text with them. */
export function NumberControl(props: ControlProps): ReactNode {
  const { id, field, value, set, describedBy, isInvalid } = props;
  const typed = useTyped(textOf(value), (text) => {
    if (faultOf(text, props) === undefined) set(text === '' ? null : Number(text));
  });
  if (field.takesVariables) {
    return <TextControl {...props} set={(text) => set(numberOrText(text))} />;
  }
  const fault = faultOf(typed.text, props);
  return (
    <div className="control">
      <span className="withUnit">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={typed.text}
          placeholder={textOf(field.default)}
          aria-describedby={`${describedBy} ${id}-fault`}
          aria-invalid={isInvalid || fault !== undefined || undefined}
          onFocus={typed.enter}
          onBlur={typed.leave}
          onChange={({ target }) => typed.type(target.value.trim())}
        />
        {field.unit ? <span className="unit">{field.unit}</span> : null}
      </span>
      <span id={`${id}-fault`} className="fault" role="status">
        {fault}
      </span>
      <Theirs typed={typed} />
    </div>
  );
}

/** Why a text is no number that the field takes. */
function faultOf(text: string, { field: { min, max } }: ControlProps): string | undefined {
  const number = Number(text);
  if (text === '') return undefined;
  if (Number.isNaN(number)) return t('This is not a number.');
  if (typeof min === 'number' && number < min) return t('The least is {number}.', { number: min });
  if (typeof max === 'number' && number > max) return t('The most is {number}.', { number: max });
  return undefined;
}

function numberOrText(text: unknown): unknown {
  return typeof text === 'string' && text.trim() !== '' && !Number.isNaN(Number(text))
    ? Number(text)
    : text;
}
