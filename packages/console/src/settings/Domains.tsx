import {
  AddDomain,
  Domains as DomainsOf,
  type DomainsQuery,
  RemoveDomain,
  VerifyDomain,
} from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { change } from '../app/change.js';
import { askFirst } from '../app/questions.js';
import { useData } from '../app/server.js';
import { When } from '../ui/When.js';
import { Copyable } from '../ui/Copyable.js';
import { DOMAIN_STATES } from './domainStates.js';
import { LineForm } from '../ui/LineForm.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';
import { type Action, useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';

type Domain = NonNullable<NonNullable<DomainsQuery['workspace']>['customDomains']>[number];

/** The domains at which bots answer. */
export function Domains({ workspaceId }: SettingsOf): ReactNode {
  const shown = useData(DomainsOf, { workspaceId });
  const action = useAction(shown.reload);
  const add = async (form: FormData): Promise<boolean> =>
    action.run(change(AddDomain, { input: { workspaceId, name: String(form.get('name')) } }));
  return (
    <SettingsPage
      title={t('Domains')}
      help={t('A bot can answer at an address of your own, such as chat.example.com.')}
      {...{ shown, fault: action.fault }}
    >
      {({ workspace }) =>
        workspace?.customDomains ? (
          <>
            <LineForm title={t('Add a domain')} button={t('Add')} submit={add}>
              <input name="name" aria-label={t('Domain')} placeholder="chat.example.com" required />
            </LineForm>
            <ul className="rows">
              {workspace.customDomains.map((domain) => (
                <DomainRow key={domain.id} {...{ workspaceId, domain, action }} />
              ))}
            </ul>
          </>
        ) : (
          <NotForYou />
        )
      }
    </SettingsPage>
  );
}

function DomainRow({
  workspaceId,
  domain: { name, status, checkedAt, records },
  action,
}: {
  readonly workspaceId: string;
  readonly domain: Domain;
  readonly action: Action;
}): ReactNode {
  const input = { workspaceId, name };
  const remove = (): void =>
    askFirst(
      {
        title: t('Remove {name}?', { name }),
        help: t('Its bots no longer answer there.'),
        button: t('Remove'),
      },
      () => void action.run(change(RemoveDomain, { input })),
    );
  return (
    <li>
      <span className="rowText">
        <strong>{name}</strong>
        <span className={status === 'VALID' ? 'good' : 'soft'}>{DOMAIN_STATES[status]}</span>
        {checkedAt === null ? null : (
          <span className="soft">
            <When at={checkedAt} words={(time) => t('Looked up {time}', { time })} />
          </span>
        )}
      </span>
      <button
        type="button"
        aria-label={t('Verify {name}', { name })}
        onClick={() => void action.run(change(VerifyDomain, { input }))}
      >
        {t('Verify')}
      </button>
      <button type="button" aria-label={t('Remove {name}', { name })} onClick={remove}>
        {t('Remove')}
      </button>
      {status === 'VALID' ? null : (
        <div className="wholeRow">
          {records.map((record) => (
            <div key={record.type}>
              {t('{type} record', record)}: <code>{record.name}</code>
              <Copyable label={t('{type} record of {name}', record)} text={record.value} />
            </div>
          ))}
        </div>
      )}
    </li>
  );
}
