import { Bots, SetBotChannel } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { type Action, useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';
import type { HeldChannel } from './ChannelSteps.js';
import { LineForm } from '../ui/LineForm.js';

type Bot = HeldChannel['usedByBots'][number];

interface BotsOf {
  readonly workspaceId: string;
  readonly held: HeldChannel;
  readonly reload: () => void;
}

/** Which first message a bot answers, by how it is compared; each one where nothing is compared. */
const CONDITIONS: Readonly<Record<string, string>> = {
  '': t('Each first message'),
  Contains: t('A first message that contains'),
  'Equal to': t('A first message that is'),
  'Starts with': t('A first message that begins with'),
  'Matches regex': t('A first message that matches the pattern'),
};

/** The bots that answer in a channel, with the first messages that each answers. */
export function ChannelBots({ workspaceId, held, reload }: BotsOf): ReactNode {
  const action = useAction(reload);
  const answering = held.usedByBots.filter((bot) => bot.messengerCredentialsId === held.id);
  return (
    <>
      <p>
        {t(
          'The first bot whose condition holds begins the chat, else the first without one. What you set here counts once the bot is published.',
        )}
      </p>
      <Fault words={action.fault} />
      <ul className="rows">
        {answering.map((bot) => (
          <BotRow key={bot.id} {...{ bot, action }} credentialsId={held.id} />
        ))}
      </ul>
      <AddBot {...{ workspaceId, action }} credentialsId={held.id} answering={answering} />
    </>
  );
}

/** Sets in which channel a bot answers, and which first messages. */
async function setChannel(
  botId: string,
  messengerCredentialsId: string | null,
  messengerChannel: object,
): Promise<unknown> {
  return change(SetBotChannel, {
    channel: { botId, bot: { messengerCredentialsId } },
    settings: { botId, edits: [{ setSettings: { patch: { messengerChannel } } }] },
  });
}

function BotRow({
  bot,
  credentialsId,
  action,
}: {
  readonly bot: Bot;
  readonly credentialsId: string;
  readonly action: Action;
}): ReactNode {
  const { id, name } = bot;
  const comparisons = bot.flow.settings.messengerChannel?.startCondition?.comparisons ?? [];
  const [first] = comparisons;
  const [isSaved, setSaved] = useState(false);
  const save = async (form: FormData): Promise<boolean> => {
    const comparisonOperator = String(form.get('operator'));
    const value = String(form.get('value'));
    const startCondition =
      comparisonOperator === ''
        ? null
        : { logicalOperator: 'AND', comparisons: [{ id: 'first', comparisonOperator, value }] };
    setSaved(false);
    const saving = setChannel(id, credentialsId, { isEnabled: true, startCondition });
    setSaved(await action.run(saving));
    // The form keeps what was chosen.
    return false;
  };
  return (
    <li>
      <span className="rowText">
        <strong>{name}</strong>
        <span className="soft">{stateOf(bot)}</span>
      </span>
      <Link className="button" href={`/b/${id}/versions`}>
        {t('Publish …')}
      </Link>
      <button
        type="button"
        aria-label={t('Remove {name}', { name })}
        onClick={() => void action.run(setChannel(id, null, { isEnabled: false }))}
      >
        {t('Remove')}
      </button>
      {comparisons.length > 1 ? (
        <p className="wholeRow soft">
          {t('It has several conditions, which can be changed over the API.')}
        </p>
      ) : (
        <div className="wholeRow">
          <LineForm
            key={JSON.stringify(comparisons)}
            title={t('Which first messages {name} answers', { name })}
            button={t('Save')}
            submit={save}
          >
            <select
              name="operator"
              aria-label={t('Condition')}
              defaultValue={first?.comparisonOperator ?? ''}
            >
              {Object.entries(CONDITIONS).map(([operator, words]) => (
                <option key={operator} value={operator}>
                  {words}
                </option>
              ))}
            </select>
            <input name="value" aria-label={t('Text')} defaultValue={first?.value ?? ''} />
          </LineForm>
          <span role="status">{isSaved ? t('Saved') : ''}</span>
        </div>
      )}
    </li>
  );
}

function stateOf({ publicId, isClosed, hasUnpublishedChanges, flow }: Bot): string {
  if (flow.settings.messengerChannel?.isEnabled !== true)
    return t('It does not answer: its messenger is switched off');
  if (publicId === null) return t('Not published: it does not answer yet');
  if (isClosed) return t('Closed: it says so to whoever writes');
  return hasUnpublishedChanges
    ? t('It has changes that are not published, perhaps of this page')
    : t('It answers');
}

/** Lets another bot answer: the newest, or those that a search finds. */
function AddBot({
  workspaceId,
  credentialsId,
  answering,
  action,
}: {
  readonly workspaceId: string;
  readonly credentialsId: string;
  readonly answering: readonly Bot[];
  readonly action: Action;
}): ReactNode {
  const [text, setText] = useState('');
  const search = text.trim();
  const { data } = useData(Bots, { workspaceId, first: 8, ...(search !== '' && { search }) });
  const bots = (data?.workspace?.bots.nodes ?? []).filter(
    ({ id }) => !answering.some((bot) => bot.id === id),
  );
  return (
    <>
      <input
        type="search"
        aria-label={t('Find a bot that is to answer')}
        placeholder={t('Find a bot that is to answer')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ul className="rows">
        {bots.map(({ id, name }) => (
          <li key={id}>
            <span className="rowText">{name}</span>
            <button
              type="button"
              aria-label={t('Let {name} answer', { name })}
              onClick={() => void action.run(setChannel(id, credentialsId, { isEnabled: true }))}
            >
              {t('Let it answer')}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
