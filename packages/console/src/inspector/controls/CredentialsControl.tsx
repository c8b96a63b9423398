import { FormLists } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { useParams } from 'wouter';
import { useData } from '../../app/server.js';
import { CredentialsDialog } from '../../credentials/CredentialsDialog.js';
import { TestButton } from '../../credentials/TestButton.js';
import { type ControlProps, textOf } from './control.js';
import { Select } from './Select.js';
import { t } from '../../i18n/t.js';

/** Credentials of the workspace: chosen, made in place, changed, and tried. */
export function CredentialsControl(props: ControlProps): ReactNode {
  const { field, value, set } = props;
  const { botId = '' } = useParams<{ botId: string }>();
  const { data, reload } = useData(FormLists, { botId });
  const [open, setOpen] = useState<{ readonly credentialsId?: string }>();
  const workspace = data?.bot?.workspace;
  if (!workspace) return null;
  const workspaceId = workspace.id;
  const type = field.credentialsType ?? '';
  const options = (workspace.credentials ?? [])
    .filter((one) => one.type === type)
    .map(({ id, name }) => ({ value: id, label: name }));
  const chosen = textOf(value);
  const close = (credentialsId?: string): void => {
    setOpen(undefined);
    // An account that was connected on a page of its own is in the list, too.
    reload();
    if (credentialsId !== undefined && credentialsId !== chosen) set(credentialsId);
  };
  return (
    <div className="control">
      <Select {...props} options={options} none={t('Choose …')} />
      <div className="besides">
        <fieldset className="forEditors" disabled={workspace.credentials === null}>
          <button type="button" onClick={() => setOpen({})}>
            {t('New …')}
          </button>
          {chosen === '' ? null : (
            <>
              <button type="button" onClick={() => setOpen({ credentialsId: chosen })}>
                {t('Change …')}
              </button>
              <TestButton key={chosen} workspaceId={workspaceId} credentialsId={chosen} />
            </>
          )}
        </fieldset>
      </div>
      {open ? <CredentialsDialog {...{ type, workspaceId, close }} {...open} /> : null}
    </div>
  );
}
