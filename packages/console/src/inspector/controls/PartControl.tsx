import { FormLists } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useData } from '../../app/server.js';
import { useDraftState } from '../../draft/useDraft.js';
import { labelOf } from '../../canvas/model/kinds.js';
import { useForm } from '../formContext.js';
import { valueAt } from '../formModel.js';
import { useKinds } from '../BlockTypesProvider.js';
import type { ControlProps } from './control.js';
import { Select } from './Select.js';
import { t } from '../../i18n/t.js';

/** A group of the flow, or a variable that holds the title of one. */
export function GroupControl(props: ControlProps): ReactNode {
  const groups = useDraftState(({ flow }) => flow.groups);
  const variables = useDraftState(({ flow }) => flow.variables);
  const options = [
    ...groups.map(({ id, title }) => ({ value: id, label: String(title ?? id) })),
    ...variables.map(({ name }) => ({
      value: `{{${String(name)}}}`,
      label: t('The group named in {name}', { name: String(name) }),
    })),
  ];
  return <Select {...props} options={options} none={t('Choose a group …')} />;
}

/** A block of the group that is chosen beside it; of the group of the block where none is. */
export function BlockControl(props: ControlProps): ReactNode {
  const { document, fields } = useForm();
  const groups = useDraftState(({ flow }) => flow.groups);
  const kinds = useKinds();
  const beside = props.field.path.replace(/[^.]*$/, '');
  const chooser = fields.find(
    ({ path, control }) => control === 'GROUP' && path.replace(/[^.]*$/, '') === beside,
  );
  const name = chooser?.path.slice(beside.length) ?? '';
  const groupId = valueAt(document, [...props.keys.slice(0, -1), name]);
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
    { value: 'current', label: t('This bot') },
    ...bots.filter(({ id }) => id !== botId).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return <Select {...props} options={options} none={t('Choose a bot …')} />;
}
