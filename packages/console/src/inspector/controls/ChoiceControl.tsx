import type { ReactNode } from 'react';
import { type ControlProps, textOf } from './control.js';
import { Select } from './Select.js';
import { WithCode } from '../../ui/WithCode.js';
import { t } from '../../i18n/t.js';

/** Letters of all labels that fit beside each other. */
const ROOM = 30;

/** One of the choices: beside each other where they are few and short, else in a list. */
export function ChoiceControl(props: ControlProps): ReactNode {
  const { id, field, value, set, describedBy } = props;
  const { choices } = field;
  const length = choices.reduce((sum, { label }) => sum + label.length + 2, 0);
  const usual = textOf(field.default);
  const chosen = textOf(value ?? field.default);
  const help = choices.find((choice) => choice.value === chosen)?.help;
  return (
    <div className="control">
      {choices.length <= 4 && length <= ROOM ? (
        <div className="radios" role="radiogroup" aria-labelledby={`${id}-label`} id={id}>
          {choices.map((choice) => (
            <label key={choice.value}>
              <input
                type="radio"
                name={id}
                value={choice.value}
                checked={choice.value === chosen}
                aria-describedby={describedBy}
                onChange={() => set(choice.value)}
              />
              <span>{choice.label}</span>
            </label>
          ))}
        </div>
      ) : (
        <Select
          {...props}
          options={choices}
          {...(choices.some((choice) => choice.value === usual)
            ? { usual }
            : { none: t('Choose …') })}
        />
      )}
      {help ? (
        <p className="help">
          <WithCode text={help} />
        </p>
      ) : null}
    </div>
  );
}
