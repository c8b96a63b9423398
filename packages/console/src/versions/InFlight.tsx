import { MovePlan, type MovePlanQuery, type PublishingQuery } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { useData } from '../app/server.js';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';

type Bot = NonNullable<PublishingQuery['bot']>;
type Policy = Bot['inFlightPolicy'];
type Plan = MovePlanQuery['movePlan'];

const POLICIES: readonly (readonly [Policy, string])[] = [
  ['FINISH_ON_OLD', t('They finish on the version they began with')],
  ['MOVE_AT_NEXT_INPUT', t('They move with their next message, where they can')],
  ['MOVE_NOW_OR_END', t('They move with their next message, or their chat ends')],
];

/** What becomes of people who are in a chat, as fields of the form around: `inFlightPolicy` and `inFlightMessage`. */
export function InFlight({
  botId,
  bot: { inFlightPolicy, inFlightMessage },
}: {
  readonly botId: string;
  readonly bot: Bot;
}): ReactNode {
  const [policy, setPolicy] = useState<Policy>(inFlightPolicy);
  return (
    <fieldset className="inFlight">
      <legend>{t('People who are in a chat now')}</legend>
      {POLICIES.map(([value, words]) => (
        <label key={value}>
          <input
            type="radio"
            name="inFlightPolicy"
            value={value}
            checked={policy === value}
            onChange={() => setPolicy(value)}
          />
          {words}
        </label>
      ))}
      {policy === 'FINISH_ON_OLD' ? null : <WhoCanMove botId={botId} />}
      {policy === 'MOVE_NOW_OR_END' ? (
        <label>
          {t('What is said when a chat ends')} <span className="soft">{t('(optional)')}</span>
          <input name="inFlightMessage" maxLength={1000} defaultValue={inFlightMessage ?? ''} />
        </label>
      ) : null}
    </fieldset>
  );
}

function WhoCanMove({ botId }: { readonly botId: string }): ReactNode {
  const { data, fault } = useData(MovePlan, { botId });
  const plan = data?.movePlan;
  return (
    <div role="status">
      <Fault words={fault} />
      {plan ? <p>{summaryOf(plan)}</p> : null}
      {plan && plan.reasons.length > 0 ? (
        <ul>
          {plan.reasons.map(({ code, message, chats }) => (
            <li key={`${code} ${message}`}>
              {message} ({chats})
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function summaryOf({ open, unaffected, moving, nextCursor }: Plan): string {
  if (open === 0) return t('No chat is open.');
  return [
    nextCursor === null
      ? t('{moving} of {open} open chats can move.', { moving, open })
      : t('{moving} of the {open} newest open chats can move.', { moving, open }),
    unaffected > 0 ? t('{count} stay where they are.', { count: unaffected }) : '',
    open - unaffected - moving > 0 ? t('Why the others cannot:') : '',
  ]
    .filter(Boolean)
    .join(' ');
}
