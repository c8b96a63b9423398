import {
  BotRules as RulesOf,
  type BotRulesQuery,
  SetBotAiBudget,
  SetBotPublishPolicy,
  SetReplay,
  SetTracing,
} from '@parley/client/dashboard';
import { type ReactNode, useId } from 'react';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { type Action, useAction } from '../app/useAction.js';
import { useDraftState } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';
import { Reading } from '../ui/Reading.js';
import { Budget } from './Budget.js';
import { POLICIES, type Policy as PolicyOf } from './policies.js';
import { SavedNumber } from './SavedNumber.js';

type Bot = NonNullable<BotRulesQuery['bot']>;

/** What holds for one bot besides its draft: publishing, what AI may take, and what is kept of its chats. */
export function BotRules({ botId }: { readonly botId: string }): ReactNode {
  const { data, fault } = useData(RulesOf, { botId });
  const action = useAction();
  const bot = data?.bot;
  return (
    <section className="stack rules" aria-label={t('Rules of this bot')}>
      <h2>{t('Rules of this bot')}</h2>
      <p className="soft">
        {t(
          'These rules apply at once, to the live version too. Each is saved when you leave its field.',
        )}
      </p>
      <Fault words={action.fault} />
      {bot ? (
        <>
          <Policy bot={bot} action={action} />
          <AiBudget bot={bot} action={action} />
          <Kept bot={bot} action={action} />
        </>
      ) : (
        <Reading fault={fault} />
      )}
    </section>
  );
}

interface Ruled {
  readonly bot: Bot;
  readonly action: Action;
}

function Policy({ bot: { id: botId, publishPolicy, workspace }, action }: Ruled): ReactNode {
  const isAdmin = workspace.viewerRole === 'ADMIN';
  const set = (value: string): void => {
    // A key of `POLICIES`, or nothing.
    const policy = value === '' ? null : (value as PolicyOf);
    void action.run(change(SetBotPublishPolicy, { input: { botId, policy } }));
  };
  return (
    <>
      <label>
        {t('When it is published with problems')}
        <select
          value={publishPolicy ?? ''}
          disabled={!isAdmin}
          onChange={({ target }) => set(target.value)}
        >
          <option value="">
            {t('As its workspace: {policy}', { policy: POLICIES[workspace.publishPolicy] })}
          </option>
          {Object.entries(POLICIES).map(([policy, words]) => (
            <option key={policy} value={policy}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {isAdmin ? null : <p className="help">{t('Admins of the workspace set this.')}</p>}
    </>
  );
}

function AiBudget({ bot: { id: botId, aiBudget, aiUsage, workspace }, action }: Ruled): ReactNode {
  const isMember = workspace.viewerRole === 'ADMIN' || workspace.viewerRole === 'MEMBER';
  return (
    <>
      <h3>{t('AI in a month')}</h3>
      <Budget
        budget={aiBudget}
        usage={aiUsage}
        isDisabled={!isMember}
        set={(limit) => action.run(change(SetBotAiBudget, { input: { botId, ...limit } }))}
      />
      {isMember ? null : <p className="help">{t('Members of the workspace set this.')}</p>}
    </>
  );
}

function Kept({ bot: { id: botId, traceShare, replayShare }, action }: Ruled): ReactNode {
  return (
    <>
      <h3>{t('What is kept of new chats')}</h3>
      <PercentField
        label={t('Traced chats, in percent')}
        help={t('What happened inside each of their turns, which a result shows.')}
        share={traceShare}
        set={(share) => action.run(change(SetTracing, { input: { botId, share } }))}
      />
      <PercentField
        label={t('Chats for replays, in percent')}
        help={t(
          'What visitors sent and services answered, without secrets. It is deleted with the results.',
        )}
        share={replayShare}
        set={(share) => action.run(change(SetReplay, { input: { botId, share } }))}
      />
    </>
  );
}

function PercentField({
  label,
  help,
  share,
  set,
}: {
  readonly label: string;
  readonly help: string;
  readonly share: number;
  readonly set: (share: number) => Promise<boolean>;
}): ReactNode {
  const id = useId();
  const isReadOnly = useDraftState((state) => state.isReadOnly);
  return (
    <>
      <label>
        {label}
        <SavedNumber
          // 0.07 × 100 is a little more than 7.
          stored={Number((share * 100).toFixed(4))}
          isNeeded
          max={100}
          aria-describedby={id}
          disabled={isReadOnly}
          save={(percent) => set(Number(percent) / 100)}
        />
      </label>
      <p className="help" id={id}>
        {help}
      </p>
    </>
  );
}
