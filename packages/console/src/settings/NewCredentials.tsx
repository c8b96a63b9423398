import type { JsonObject } from '@parley/client';
import { type CredentialTypesQuery, SaveCredentials } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { type Field, isShown, keysOf, withSet } from '../inspector/formModel.js';
import { Dialog } from '../ui/Dialog.js';
import { useAction } from '../app/useAction.js';
import { Fault } from '../ui/Fault.js';

type CredentialsType = CredentialTypesQuery['credentialTypes'][number];

/** Asks for new credentials of a type, by the form that the server describes. */
export function NewCredentials({
  workspaceId,
  kind: { type, label, help, fields },
  saved,
  close,
}: {
  readonly workspaceId: string;
  readonly kind: CredentialsType;
  readonly saved: () => void;
  readonly close: () => void;
}): ReactNode {
  const { fault, run } = useAction(saved);
  const [name, setName] = useState(label);
  const [document, setDocument] = useState<JsonObject>({});
  const set = (path: string, value: JsonObject[string] | undefined): void =>
    setDocument((old) => withSet(old, keysOf(path, []), value) as JsonObject);
  const save = (): void =>
    void run(
      change(SaveCredentials, {
        input: { workspaceId, credentials: { type, name, data: document } },
      }),
      close,
    );
  const shown = fields.filter(
    (field) =>
      !field.isDeprecated &&
      field.control !== 'SECTION' &&
      isShown(field, { fields, document, places: [] }),
  );
  return (
    <Dialog title={`New: ${label}`} close={close}>
      <p className="soft">{help}</p>
      <Fault words={fault} />
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label>
          Name
          <input required value={name} onChange={({ target }) => setName(target.value)} />
        </label>
        {shown.map((field) => (
          <FieldInput key={field.path} field={field} set={(value) => set(field.path, value)} />
        ))}
        <button className="primary">Save</button>
      </form>
    </Dialog>
  );
}

interface FieldProps {
  readonly field: Field;
  readonly set: (value: JsonObject[string] | undefined) => void;
}

function FieldInput({ field, set }: FieldProps): ReactNode {
  const { title, help, control, default: usual } = field;
  if (control === 'SWITCH') {
    return (
      <label className="check">
        <input
          type="checkbox"
          defaultChecked={usual === true}
          onChange={({ target }) => set(target.checked)}
        />{' '}
        {title}
      </label>
    );
  }
  return (
    <label>
      {title}
      <TextInput field={field} set={set} />
      <span className="soft">{help}</span>
    </label>
  );
}

/** A choice, keys of several lines, or a line of text, a secret or a number. */
function TextInput({ field, set }: FieldProps): ReactNode {
  const { control, choices, isRequired, isSecret, default: usual } = field;
  const isNumber = control === 'NUMBER';
  const write = ({ target: { value } }: { readonly target: { readonly value: string } }): void => {
    if (value === '') set(undefined);
    else set(isNumber ? Number(value) : value);
  };
  const common = { required: isRequired, onChange: write };
  if (choices.length > 0) {
    return (
      <select {...common}>
        <option value="" />
        {choices.map(({ value, label }) => (
          <option key={String(value)} value={String(value)}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  if (control === 'LONG_TEXT') return <textarea {...common} rows={4} autoComplete="off" />;
  return (
    <input
      {...common}
      type={isSecret ? 'password' : isNumber ? 'number' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      placeholder={usual === null ? undefined : String(usual)}
    />
  );
}
