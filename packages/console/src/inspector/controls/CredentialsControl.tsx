import { FormLists, TestCredentials } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { useParams } from 'wouter';
import { client, useData } from '../../app/server.js';
import { type ControlProps, textOf } from './control.js';
import { CredentialsDialog } from './CredentialsDialog.js';
import { Select } from './Select.js';

/** Credentials of the workspace: chosen, made in place, and tried. */
export function CredentialsControl(props: ControlProps): ReactNode {
  const { field, value, set } = props;
  const { botId = '' } = useParams<{ botId: string }>();
  const { data, reload } = useData(FormLists, { botId });
  const [isOpen, setOpen] = useState(false);
  const workspace = data?.bot?.workspace;
  if (!workspace) return null;
  const workspaceId = workspace.id;
  const type = field.credentialsType ?? '';
  const options = (workspace.credentials ?? [])
    .filter((one) => one.type === type)
    .map(({ id, name }) => ({ value: id, label: name }));
  const chosen = textOf(value);
  const close = (credentialsId?: string): void => {
    setOpen(false);
    if (credentialsId === undefined) return;
    set(credentialsId);
    reload();
  };
  return (
    <div className="control">
      <Select {...props} options={options} none="Choose …" />
      <div className="besides">
        <button type="button" onClick={() => setOpen(true)}>
          New …
        </button>
        {chosen === '' ? null : (
          <TestButton key={chosen} workspaceId={workspaceId} credentialsId={chosen} />
        )}
      </div>
      {isOpen ? <CredentialsDialog {...{ type, workspaceId, close }} /> : null}
    </div>
  );
}

/** Tries credentials at their service. */
function TestButton(input: {
  readonly workspaceId: string;
  readonly credentialsId: string;
}): ReactNode {
  const [found, setFound] = useState('');
  const run = async (): Promise<void> => {
    setFound('Asking …');
    const { data, error } = await client.mutation(TestCredentials, { input }).toPromise();
    const said = data?.testCredentials;
    const fault = error?.message ?? said?.userErrors[0]?.message;
    setFound(fault ?? said?.message ?? 'This service has nothing to try them with.');
  };
  return (
    <>
      <button type="button" onClick={() => void run()}>
        Test
      </button>
      <span role="status">{found}</span>
    </>
  );
}
