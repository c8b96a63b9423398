import { type ComponentType, type ReactNode, useId } from 'react';
import { peopleNow, typedField } from '../canvas/people.js';
import { ChoiceControl } from './controls/ChoiceControl.js';
import { CodeControl } from './controls/CodeControl.js';
import { ColorControl } from './controls/ColorControl.js';
import type { ControlProps } from './controls/control.js';
import { CredentialsControl } from './controls/CredentialsControl.js';
import { DateControl } from './controls/DateControl.js';
import { FileControl } from './controls/FileControl.js';
import { NumberControl } from './controls/NumberControl.js';
import { BlockControl, BotControl, GroupControl } from './controls/PartControl.js';
import { SecretControl } from './controls/SecretControl.js';
import { SwitchControl } from './controls/SwitchControl.js';
import { TextControl } from './controls/TextControl.js';
import { VariableControl } from './controls/VariableControl.js';
import { useForm } from './formContext.js';
import { type Field, hasText, isMixed, keysOf, valueAt } from '../blocks/formModel.js';
import { Issues } from './Issues.js';
import { OptionsControl } from './special/OptionsControl.js';
import { RichTextControl } from './special/RichTextControl.js';
import { WithCode } from '../ui/WithCode.js';
import { t } from '../i18n/t.js';

/** The controls by their names; a line of text is for every other one. */
const CONTROLS: Readonly<Partial<Record<Field['control'], ComponentType<ControlProps>>>> = {
  SWITCH: SwitchControl,
  CHOICE: ChoiceControl,
  NUMBER: NumberControl,
  COLOR: ColorControl,
  DATE: DateControl,
  CODE: CodeControl,
  FILE: FileControl,
  VARIABLE: VariableControl,
  CREDENTIALS: CredentialsControl,
  GROUP: GroupControl,
  BLOCK: BlockControl,
  BOT: BotControl,
  RICH_TEXT: RichTextControl,
};

/** One field: its label, the control, help, and what is wrong with it. */
export function FieldRow({
  field,
  places,
  isBare = false,
}: {
  readonly field: Field;
  readonly places: readonly number[];
  /** Whether what is around it says what it is: the label is for readers of the screen only. */
  readonly isBare?: boolean;
}): ReactNode {
  const { document, keys, value, isDifferent, own, set } = useField(field, places);
  const id = useId();
  const Control = hasText(field, document) ? TextControl : controlOf(field);
  const isSet = value !== undefined && value !== null;
  return (
    <div
      className={`field ${field.control}`}
      data-path={field.path}
      onFocus={() => typedField.set(pathOf(keys))}
      onBlur={() => typedField.set(undefined)}
    >
      <div className={isBare ? 'fieldHead hidden' : 'fieldHead'}>
        <label htmlFor={id} id={`${id}-label`}>
          {field.title}
          {field.isRequired ? <span className="required"> ({t('needed')})</span> : null}
        </label>
        <Others path={pathOf(keys)} />
        {isDifferent ? <span className="mixed">{t('Mixed')}</span> : null}
        {isSet ? <Reset field={field} reset={() => set(keys, null)} /> : null}
      </div>
      <Control
        {...{ id, field, keys, value }}
        describedBy={`${id}-help`}
        isInvalid={own.some(({ level }) => level !== 'HINT')}
        set={(next) => set(keys, next)}
      />
      <div id={`${id}-help`}>
        {field.help && !isBare ? (
          <p className="help">
            <WithCode text={field.help} />
          </p>
        ) : null}
        <Issues issues={own} />
      </div>
    </div>
  );
}

/** The names of others who type in the same field. */
function Others({ path }: { readonly path: string }): ReactNode {
  const { id } = useForm().document;
  const here = (peopleNow.use() ?? []).filter(
    ({ blockId, field }) => blockId !== null && blockId === id && field === path,
  );
  if (here.length === 0) return null;
  return (
    <span className="typists" role="status">
      {t('{names} also here', { names: here.map(({ name }) => name).join(', ') })}
    </span>
  );
}

/** What a form has for a field; no value where it is another in each of several documents. */
function useField(field: Field, places: readonly number[]) {
  const { document, others = [], issues, set } = useForm();
  const keys = keysOf(field.path, places);
  const isDifferent = isMixed([document, ...others], keys);
  const own = issues.filter(
    (issue) => issue.path === pathOf(keys) || issue.path === keys.join('.'),
  );
  const value = isDifferent ? undefined : valueAt(document, keys);
  return { document, keys, value, isDifferent, own, set };
}

function controlOf({ control, listedBy, isSecret }: Field): ComponentType<ControlProps> {
  if (isSecret) return SecretControl;
  return listedBy ? OptionsControl : (CONTROLS[control] ?? TextControl);
}

/** Makes an absent member of one that has a default. */
function Reset({ field, reset }: { readonly field: Field; readonly reset: () => void }): ReactNode {
  if (field.default === null || field.default === undefined) return null;
  return (
    <button
      type="button"
      className="reset"
      onClick={reset}
      aria-label={t('Reset {name}', { name: field.title })}
    >
      {t('Reset')}
    </button>
  );
}

/** As the server writes paths: `items[0].content`. */
function pathOf(keys: ReturnType<typeof keysOf>): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}
