import type { JsonObject } from '@parley/client';
import { type CredentialTypesQuery, SaveCredentials } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { type Field, isShown, keysOf, withSet } from '../inspector/formModel.js';
import { Dialog } from '../ui/Dialog.js';
import { useAction } from './useAction.js';

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
      {fault === '' ? null : <p role="alert">{fault}</p>}
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

function FieldInput({
  field: { title, help, control, choices, isRequired, isSecret, default: usual },
  set,
}: {
  readonly field: Field;
  readonly set: (value: JsonObject[string] | undefined) => void;
}): ReactNode {
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
  const isNumber = control === 'NUMBER';
  const write = (text: string): void => {
    if (text === '') set(undefined);
    else set(isNumber ? Number(text) : text);
  };
  return (
    <label>
      {title}
      {choices.length > 0 ? (
        <select required={isRequired} onChange={({ target }) => write(target.value)}>
          <option value="" />
          {choices.map(({ value, label }) => (
            <option key={String(value)} value={String(value)}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          type={isSecret ? 'password' : isNumber ? 'number' : 'text'}
          autoComplete={isSecret ? 'new-password' : 'off'}
          required={isRequired}
          placeholder={usual === null ? undefined : String(usual)}
          onChange={({ target }) => write(target.value)}
        />
      )}
      <span className="soft">{help}</span>
    </label>
  );
}
