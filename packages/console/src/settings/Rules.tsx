import {
  SetAiBudget,
  SetPublishPolicy,
  WorkspaceRules,
  type WorkspaceRulesQuery,
} from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { amount, Budget, LIMITS } from './Budget.js';
import { POLICIES, type Policy as PolicyOf } from './policies.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';
import { type Action, useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';

type Workspace = NonNullable<WorkspaceRulesQuery['workspace']>;

/** What holds for all bots of a workspace: publishing, and what AI may take. */
export function Rules({ workspaceId }: SettingsOf): ReactNode {
  const shown = useData(WorkspaceRules, { workspaceId });
  const action = useAction(shown.reload);
  return (
    <SettingsPage
      title={t('Publishing and AI')}
      help={t('Rules for all bots of the workspace. Each is saved when you leave its field.')}
      {...{ shown, fault: action.fault }}
    >
      {({ workspace }) =>
        workspace ? (
          <>
            <Policy workspace={workspace} action={action} />
            <AiBudget workspace={workspace} action={action} />
            <Months months={workspace.aiUsageByMonth ?? []} />
          </>
        ) : (
          <NotForYou />
        )
      }
    </SettingsPage>
  );
}

interface RulesOf {
  readonly workspace: Workspace;
  readonly action: Action;
}

function Policy({
  workspace: { id: workspaceId, publishPolicy, viewerRole },
  action,
}: RulesOf): ReactNode {
  const set = (value: string): void => {
    // A key of `POLICIES`.
    const policy = value as PolicyOf;
    void action.run(change(SetPublishPolicy, { input: { workspaceId, policy } }));
  };
  return (
    <div className="stack">
      <h2>{t('Publishing')}</h2>
      <label>
        {t('When a bot with problems is published')}
        <select
          value={publishPolicy}
          disabled={viewerRole !== 'ADMIN'}
          onChange={({ target }) => set(target.value)}
        >
          {Object.entries(POLICIES).map(([policy, words]) => (
            <option key={policy} value={policy}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function AiBudget({
  workspace: { id: workspaceId, aiBudget, aiUsage, viewerRole },
  action,
}: RulesOf): ReactNode {
  return (
    <>
      <h2>{t('AI in a month')}</h2>
      <Budget
        budget={aiBudget}
        usage={aiUsage}
        isDisabled={viewerRole !== 'ADMIN'}
        set={(limit) => action.run(change(SetAiBudget, { input: { workspaceId, ...limit } }))}
      />
    </>
  );
}

/** What AI took month by month: a bar as long as its share of the dearest, and the figures. */
function Months({
  months,
}: {
  readonly months: NonNullable<Workspace['aiUsageByMonth']>;
}): ReactNode {
  if (months.length === 0) return null;
  const most = Math.max(...months.map(({ cost }) => cost));
  return (
    <table className="budget">
      <caption>{t('AI month by month')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Month')}</th>
          <th scope="col">{LIMITS.cost}</th>
          <th scope="col">{LIMITS.tokens}</th>
          <th scope="col">{LIMITS.calls}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, cost, tokens, calls }) => (
          <tr key={month}>
            <th scope="row">{month.slice(0, 7)}</th>
            <td>
              <meter
                min={0}
                max={most || 1}
                value={cost}
                aria-label={t('Share of {month}', { month: month.slice(0, 7) })}
              />{' '}
              {amount(cost)}
            </td>
            <td>{amount(tokens)}</td>
            <td>{amount(calls)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
