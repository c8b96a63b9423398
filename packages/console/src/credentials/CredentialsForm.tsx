import type { JsonObject } from '@parley/client';
import { ConnectAccount, SaveCredentials, UpdateCredentials } from '@parley/client/dashboard';
import { type ReactNode, useMemo, useState } from 'react';
import { change, Refused, wordsOf } from '../app/change.js';
import { useData } from '../app/server.js';
import { FieldList } from '../inspector/FieldList.js';
import { FormContext, type FieldIssue } from '../inspector/formContext.js';
import { bothPatches, keysOf, patchOf, withSet } from '../blocks/formModel.js';
import { useFieldTree } from '../inspector/useFieldTree.js';
import { Fault } from '../ui/Fault.js';
import type { CredentialsKind, CredentialsOf, StoredCredentials } from './CredentialsDialog.js';
import { TestButton } from './TestButton.js';
import { ofServer, t } from '../i18n/t.js';
import { WithCode } from '../ui/WithCode.js';
import { useFormWords } from '../i18n/useFormWords.js';

/** The form of credentials. Of stored ones only what was changed is sent, so nobody has to know the other secrets. */
export function CredentialsForm({
  of,
  kind,
  held,
  given = {},
  close,
}: {
  readonly of: CredentialsOf;
  readonly kind: CredentialsKind;
  readonly held: StoredCredentials | undefined;
  /** What new ones begin with. */
  readonly given?: JsonObject;
  readonly close: (credentialsId?: string) => void;
}): ReactNode {
  const [name, setName] = useState(held?.name ?? ofServer(kind.label));
  const [shown, setShown] = useState(() => ({ ...given, ...readable(held) }));
  const [changed, setChanged] = useState<JsonObject>(given);
  const [refused, setRefused] = useState<unknown>();
  const nodes = useFieldTree(kind.fields);
  const secrets = useMemo(() => secretsOf(held), [held]);
  const issues = issuesOf(refused, kind);
  const save = async (): Promise<void> => {
    try {
      close(await store(of, { name, data: changed }));
    } catch (error) {
      setRefused(error);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Help text={kind.help} />
      <Connect of={of} held={held} />
      <div className="field">
        <label htmlFor="credentialsName">{t('Name')}</label>
        <input
          id="credentialsName"
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <FormContext
        value={{
          document: shown,
          fields: kind.fields,
          issues,
          secrets,
          set(keys, value) {
            setShown((old) => withSet(old, keys, value) as JsonObject);
            setChanged((old) => bothPatches(old, patchOf({}, keys, value)));
          },
        }}
      >
        <FieldList nodes={nodes ?? []} places={[]} />
      </FormContext>
      {refused !== undefined && issues.length === 0 ? <Fault words={wordsOf(refused)} /> : null}
      <div className="besides">
        <button className="primary">{t('Save')}</button>
        <button type="button" onClick={() => close()}>
          {t('Cancel')}
        </button>
        {of.credentialsId === undefined ? null : (
          <TestButton {...of} credentialsId={of.credentialsId} />
        )}
      </div>
    </form>
  );
}

/** What credentials are for. */
function Help({ text }: { readonly text: string }): ReactNode {
  const words = useFormWords();
  return (
    <p className="help">
      <WithCode text={words?.texts?.[text] ?? text} />
    </p>
  );
}

/** Where a person connects an account at the service, in place of typing its keys. */
function Connect({
  of: { workspaceId, type },
  held,
}: {
  readonly of: CredentialsOf;
  readonly held: StoredCredentials | undefined;
}): ReactNode {
  const { data } = useData(ConnectAccount, { workspaceId, type }, { pause: held !== undefined });
  const url = held ? held.reconnectAccountUrl : data?.workspace?.connectAccountUrl;
  if (!url) return null;
  return (
    <p>
      <a className="button" href={url} target="_blank" rel="noreferrer">
        {held ? t('Connect the account again') : t('Connect an account')}
      </a>{' '}
      <span className="help">{t('It opens a page; the account is in the list afterwards.')}</span>
    </p>
  );
}

/** Stores the credentials; returns their id. */
async function store(
  { workspaceId, type, credentialsId }: CredentialsOf,
  { name, data }: { readonly name: string; readonly data: JsonObject },
): Promise<string | undefined> {
  if (credentialsId !== undefined) {
    const input = { workspaceId, credentialsId, name, data };
    return (await change(UpdateCredentials, { input })).updateCredentials.credentials?.id;
  }
  const input = { workspaceId, credentials: { type, name, data } };
  return (await change(SaveCredentials, { input })).saveCredentials.credentials?.id;
}

/** The members that are no secrets. */
function readable(held: StoredCredentials | undefined): JsonObject {
  const open = (held?.members ?? []).filter(({ isSecret }) => !isSecret);
  return open.reduce<JsonObject>(
    (document, { path, value }) => withSet(document, keysOf(path, []), value) as JsonObject,
    {},
  );
}

/** The last characters of the secrets that are stored, by their paths. */
function secretsOf(held: StoredCredentials | undefined): ReadonlyMap<string, string> {
  const stored = (held?.members ?? []).filter(({ isSecret }) => isSecret);
  return new Map(stored.map(({ path, ending }) => [path, ending ?? '']));
}

/** What is wrong with single members; nothing where one of the faults belongs to none that the form has. */
function issuesOf(refused: unknown, { fields }: CredentialsKind): readonly FieldIssue[] {
  const faults = refused instanceof Refused ? refused.faults : [];
  const issues = faults.map(({ path, message }) => ({
    ...{ level: 'ERROR' as const, fixes: [], message },
    path: path?.slice(path.indexOf('data') + 1).join('.') ?? '',
  }));
  return issues.every((issue) => fields.some(({ path }) => path === issue.path)) ? issues : [];
}
