import type { JsonObject } from '@parley/client';
import { CredentialTypes, SaveCredentials } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { client, useData } from '../../app/server.js';
import { Loading } from '../../ui/Loading.js';
import { FieldList } from '../FieldList.js';
import { FormContext } from '../formContext.js';
import { fieldTree, withSet } from '../formModel.js';

/** Asks for new credentials of a type; gives their id when they are saved. */
export function CredentialsDialog({
  type,
  workspaceId,
  close,
}: {
  readonly type: string;
  readonly workspaceId: string;
  readonly close: (credentialsId?: string) => void;
}): ReactNode {
  const { data, fault } = useData(CredentialTypes, {}, { isFixed: true });
  const kind = data?.credentialTypes.find((one) => one.type === type);
  const [name, setName] = useState('');
  const [members, setMembers] = useState<JsonObject>({});
  const [words, setWords] = useState<string>();
  const save = async (): Promise<void> => {
    // What is typed in a field is stored when it is left.
    const credentials = { type, name: name.trim() || (kind?.label ?? type), data: members };
    const { data: saved, error } = await client
      .mutation(SaveCredentials, { input: { workspaceId, credentials } })
      .toPromise();
    const payload = saved?.saveCredentials;
    if (payload?.credentials) return close(payload.credentials.id);
    setWords(payload?.userErrors.map(({ message }) => message).join(' ') ?? error?.message);
  };
  return (
    <dialog
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal();
      }}
      aria-label={`New: ${kind?.label ?? type}`}
      className="credentialsDialog"
      onClose={() => close()}
    >
      {kind ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <h2>New: {kind.label}</h2>
          <p className="help">{kind.help}</p>
          <div className="field">
            <label htmlFor="credentialsName">Name</label>
            <input
              id="credentialsName"
              value={name}
              placeholder={kind.label}
              onChange={({ target }) => setName(target.value)}
            />
          </div>
          <FormContext
            value={{
              document: members,
              fields: kind.fields,
              issues: [],
              set: (keys, value) => setMembers((old) => withSet(old, keys, value) as JsonObject),
            }}
          >
            <FieldList nodes={fieldTree(kind.fields)} places={[]} />
          </FormContext>
          <p className="fault" role="alert">
            {words}
          </p>
          <div className="besides">
            <button type="submit" className="primary">
              Save
            </button>
            <button type="button" onClick={() => close()}>
              Cancel
            </button>
          </div>
        </form>
      ) : (
        <p>{fault ?? <Loading />}</p>
      )}
    </dialog>
  );
}
