import {
  AddDomain,
  Domains as DomainsOf,
  type DomainsQuery,
  RemoveDomain,
  VerifyDomain,
} from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { When } from '../ui/When.js';
import { Copyable } from './Copyable.js';
import { DOMAIN_STATES } from './domainStates.js';
import { LineForm } from './LineForm.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';
import { type Action, useAction } from '../app/useAction.js';

type Domain = NonNullable<NonNullable<DomainsQuery['workspace']>['customDomains']>[number];

/** The domains at which bots answer. */
export function Domains({ workspaceId }: SettingsOf): ReactNode {
  const shown = useData(DomainsOf, { workspaceId });
  const action = useAction(shown.reload);
  const add = async (form: FormData): Promise<boolean> =>
    action.run(change(AddDomain, { input: { workspaceId, name: String(form.get('name')) } }));
  return (
    <SettingsPage
      title="Domains"
      help="A bot can answer at an address of your own, such as chat.example.com."
      {...{ shown, fault: action.fault }}
    >
      {({ workspace }) =>
        workspace?.customDomains ? (
          <>
            <LineForm title="Add a domain" button="Add" submit={add}>
              <input name="name" aria-label="Domain" placeholder="chat.example.com" required />
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
  const remove = (): void => {
    if (!confirm(`Remove ${name}? Its bots no longer answer there.`)) return;
    void action.run(change(RemoveDomain, { input }));
  };
  return (
    <li>
      <span className="rowText">
        <strong>{name}</strong>
        <span className={status === 'VALID' ? 'good' : 'soft'}>{DOMAIN_STATES[status]}</span>
        {checkedAt === null ? null : (
          <span className="soft">
            Looked up <When at={checkedAt} />
          </span>
        )}
      </span>
      <button
        type="button"
        aria-label={`Verify ${name}`}
        onClick={() => void action.run(change(VerifyDomain, { input }))}
      >
        Verify
      </button>
      <button type="button" aria-label={`Remove ${name}`} onClick={remove}>
        Remove
      </button>
      {status === 'VALID' ? null : (
        <div className="wholeRow">
          {records.map((record) => (
            <div key={record.type}>
              {record.type} record of <code>{record.name}</code>
              <Copyable label={`${record.type} record of ${record.name}`} text={record.value} />
            </div>
          ))}
        </div>
      )}
    </li>
  );
}
