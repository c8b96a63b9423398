import type { Flow, FlowGroup } from '@parley/client';
import { FormLists, LinkedFlow } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useData } from '../../app/server.js';
import { labelOf } from '../../blocks/kinds.js';
import { blockInWords, titleInWords } from '../../canvas/model/textOf.js';
import { useSelection } from '../../canvas/selection.js';
import { useDraftState } from '../../draft/useDraft.js';
import { useKinds } from '../../blocks/BlockTypesProvider.js';
import { useForm } from '../formContext.js';
import { type Field, valueAt } from '../../blocks/formModel.js';
import { type ControlProps, textOf } from './control.js';
import { Select } from './Select.js';
import { t } from '../../i18n/t.js';

/** What stands for the bot itself. */
const THIS_BOT = 'current';

/** A group of the flow, or of the bot that is chosen beside it; or a variable that holds the title of one. */
export function GroupControl(props: ControlProps): ReactNode {
  const otherId = useOtherBot(useBeside(props, 'BOT'));
  const own = useDraftState(({ flow }) => flow.groups);
  const others = useGroupsOf(otherId);
  const groups = otherId === undefined ? own : others;
  const variables = useDraftState(({ flow }) => flow.variables);
  const options = [
    ...groups.map(({ id, title }) => ({ value: id, label: String(title ?? id) })),
    ...variables.map(({ name }) => ({
      value: `{{${String(name)}}}`,
      label: t('The group named in {name}', { name: String(name) }),
    })),
  ];
  const chosen = groups.find(({ id }) => id === props.value);
  return (
    <div>
      <Select {...props} options={options} none={t('Choose a group …')} />
      {chosen ? <GroupPeek group={chosen} botId={otherId} /> : null}
    </div>
  );
}

/** A block of the group that is chosen beside it; of the group of the block where none is. */
export function BlockControl(props: ControlProps): ReactNode {
  const groupId = useBeside(props, 'GROUP');
  const groups = useDraftState(({ flow }) => flow.groups);
  const kinds = useKinds();
  const blocks = groups.find(({ id }) => id === groupId)?.blocks ?? [];
  const options = blocks.map(({ id, type }, place) => ({
    value: id,
    label: `${place + 1}. ${labelOf(type, kinds)}`,
  }));
  return <Select {...props} options={options} none={t('Its first block')} />;
}

/** A bot of the workspace. */
export function BotControl(props: ControlProps): ReactNode {
  const { botId = '' } = useParams<{ botId: string }>();
  const { data } = useData(FormLists, { botId });
  const bots = data?.bot?.workspace.bots.nodes ?? [];
  const options = [
    { value: THIS_BOT, label: t('This bot') },
    ...bots.filter(({ id }) => id !== botId).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const otherId = useOtherBot(props.value);
  return (
    <div>
      <Select {...props} options={options} none={t('Choose a bot …')} />
      {otherId === undefined ? null : <BotPeek botId={otherId} />}
    </div>
  );
}

/** The value of the field with a control in the same object, such as the group of which a block is chosen. */
function useBeside({ field, keys }: ControlProps, control: Field['control']): unknown {
  const { document, fields } = useForm();
  const beside = field.path.replace(/[^.]*$/, '');
  const found = fields.find(
    (one) => one.control === control && one.path.replace(/[^.]*$/, '') === beside,
  );
  return found && valueAt(document, [...keys.slice(0, -1), found.path.slice(beside.length)]);
}

/** The id of a bot that is not the one of the page. */
function useOtherBot(chosen: unknown): string | undefined {
  const { botId } = useParams<{ botId: string }>();
  const id = textOf(chosen);
  return id === '' || id === THIS_BOT || id === botId ? undefined : id;
}

function useGroupsOf(botId: string | undefined): readonly FlowGroup[] {
  const { data } = useData(LinkedFlow, { botId: botId ?? '' }, { pause: botId === undefined });
  // The draft of a bot is a flow.
  const flow: Flow | undefined = data?.bot?.draft;
  return flow?.groups ?? [];
}

/** How many lines a preview shows, at most. */
const MOST = 4;

/** What a group says, and the way to it; `botId` is that of another bot. */
function GroupPeek({
  group,
  botId,
}: {
  readonly group: FlowGroup;
  readonly botId: string | undefined;
}): ReactNode {
  const kinds = useKinds();
  const { select } = useSelection();
  return (
    <Peek words={group.blocks.map((block) => blockInWords(block, kinds))}>
      {botId === undefined ? (
        <button type="button" className="link" onClick={() => select({ groupIds: [group.id] })}>
          {t('Go there')}
        </button>
      ) : (
        <Link href={`/b/${botId}/flow?at=${group.id}`}>{t('Go there')}</Link>
      )}
    </Peek>
  );
}

/** The groups of another bot, and the way to it. */
function BotPeek({ botId }: { readonly botId: string }): ReactNode {
  const groups = useGroupsOf(botId);
  return (
    <Peek words={groups.map(titleInWords)}>
      <Link href={`/b/${botId}/flow`}>{t('Go there')}</Link>
    </Peek>
  );
}

function Peek({
  words,
  children,
}: {
  readonly words: readonly string[];
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="peek">
      <ul>
        {words.slice(0, MOST).map((text, place) => (
          <li key={place}>{text}</li>
        ))}
        {words.length > MOST ? <li>{t('{count} more', { count: words.length - MOST })}</li> : null}
      </ul>
      {children}
    </div>
  );
}
