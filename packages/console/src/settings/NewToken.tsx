import { CreateToken } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { Dialog } from '../ui/Dialog.js';
import { Copyable } from '../ui/Copyable.js';
import { type Scope, SCOPES } from './scopes.js';
import { useAction } from '../app/useAction.js';
import { Fault } from '../ui/Fault.js';
import { t } from '../i18n/t.js';

const DAY = 86_400_000;

/** Makes a token, and shows its secret, which cannot be read later. */
export function NewToken({
  workspaceId,
  made,
  close,
}: {
  readonly workspaceId: string;
  readonly made: () => void;
  readonly close: () => void;
}): ReactNode {
  const { fault, run } = useAction(made);
  const [secret, setSecret] = useState<string | null>(null);
  const submit = (form: FormData): void =>
    void run(change(CreateToken, { input: inputOf(form, workspaceId) }), ({ createApiToken }) =>
      setSecret(createApiToken.secret),
    );
  return (
    <Dialog title={t('New token')} close={close}>
      <Fault words={fault} />
      {secret === null ? (
        <TokenForm submit={submit} />
      ) : (
        <div role="status">
          <p>{t('Copy the token now: it is not shown again.')}</p>
          <Copyable label={t('The token')} text={secret} />
          <button type="button" onClick={close}>
            {t('Done')}
          </button>
        </div>
      )}
    </Dialog>
  );
}

function TokenForm({ submit }: { readonly submit: (form: FormData) => void }): ReactNode {
  const [isLimited, setLimited] = useState(false);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      <label>
        {t('Name')}
        <input name="name" placeholder={t('Nightly report')} required autoFocus />
      </label>
      <label>
        {t('Works')}
        <select name="days" defaultValue="90">
          <option value="30">{t('for {count} days', { count: 30 })}</option>
          <option value="90">{t('for {count} days', { count: 90 })}</option>
          <option value="365">{t('for a year')}</option>
          <option value="">{t('until it is revoked')}</option>
        </select>
      </label>
      <label className="check">
        <input type="checkbox" name="isHere" defaultChecked /> {t('Only in this workspace')}
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={isLimited}
          onChange={({ target }) => setLimited(target.checked)}
        />{' '}
        {t('Only for some things')}
      </label>
      {isLimited ? (
        <fieldset>
          <legend>{t('What it may do')}</legend>
          {Object.entries(SCOPES).map(([scope, words]) => (
            <label key={scope} className="check">
              <input type="checkbox" name="scopes" value={scope} /> {words}
            </label>
          ))}
        </fieldset>
      ) : (
        <input type="hidden" name="isAll" value="yes" />
      )}
      <button className="primary">{t('Create')}</button>
    </form>
  );
}

function inputOf(form: FormData, workspaceId: string) {
  const days = Number(form.get('days'));
  return {
    name: String(form.get('name')),
    ...(days > 0 && { expiresAt: new Date(Date.now() + days * DAY).toISOString() }),
    ...(form.has('isHere') && { workspaceId }),
    // The values of the boxes above.
    ...(!form.has('isAll') && { scopes: form.getAll('scopes') as Scope[] }),
  };
}
