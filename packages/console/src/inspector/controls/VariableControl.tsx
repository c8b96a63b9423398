import { randomKey } from '@parley/client';
import type { ReactNode } from 'react';
import { useDraft } from '../../draft/useDraft.js';
import { Combobox } from './Combobox.js';
import { type ControlProps, textOf } from './control.js';
import { useVariables } from './useVariables.js';
import { t } from '../../i18n/t.js';

/** A variable of the flow: chosen, or made by typing its name. */
export function VariableControl({
  id,
  value,
  set,
  describedBy,
  isInvalid,
}: ControlProps): ReactNode {
  const draft = useDraft();
  const variables = useVariables();
  const chosen = textOf(value);
  const name = variables.find((variable) => variable.value === chosen)?.label;
  const make = (label: string): void => {
    const variable = { id: randomKey(), name: label };
    draft.edit([{ setVariable: { variable } }]);
    set(variable.id);
  };
  return (
    <Combobox
      id={id}
      options={variables}
      shown={name ?? ''}
      placeholder={
        chosen === '' || name !== undefined
          ? t('Choose, or type a new name')
          : t('A variable that was deleted')
      }
      describedBy={describedBy}
      isInvalid={isInvalid || (chosen !== '' && name === undefined)}
      choose={set}
      making={{ title: (text) => t('New variable “{name}”', { name: text }), make }}
    />
  );
}
