import type { Flow } from '@parley/client';
import { randomKey } from '@parley/client';
import type { ReactNode } from 'react';
import { Chooser } from '../../ui/Chooser.js';
import { useBoard } from '../draw/board.js';
import { KindIcon } from '../draw/KindIcon.js';
import { type Addition, addBlock, type Gesture, joinTo, newBlock } from '../model/gestures.js';
import type { Point } from '../flowModel.js';

/** A list that is open: kinds of blocks to add, or groups that an edge can lead to. */
export type Popup =
  | { readonly kind: 'palette'; readonly at: Omit<Addition, 'block'> }
  | { readonly kind: 'connect'; readonly outlet: string; readonly point: Point };

const FAMILIES = { BUBBLE: 'Say', INPUT: 'Ask', LOGIC: 'Decide', INTEGRATION: 'Use a service' };
const FAMILY_ORDER = Object.keys(FAMILIES);

interface PopupProps {
  readonly popup: Popup;
  readonly flow: Flow;
  run(gesture: Gesture, words: string): void;
  open(popup: Popup | undefined): void;
}

/** The list that is open. */
export function OpenPopup(props: PopupProps): ReactNode {
  return props.popup.kind === 'palette' ? (
    <Palette {...props} at={props.popup.at} />
  ) : (
    <GroupList {...props} at={props.popup} />
  );
}

function Palette({
  at,
  flow,
  run,
  open,
}: PopupProps & { readonly at: Omit<Addition, 'block'> }): ReactNode {
  const { kinds } = useBoard();
  const choices = [...kinds.values()]
    .filter(({ isDeprecated }) => !isDeprecated)
    .sort((a, b) => FAMILY_ORDER.indexOf(a.category) - FAMILY_ORDER.indexOf(b.category))
    .map((kind) => ({
      ...{ id: kind.type, label: kind.label, help: kind.help, words: kind.searchWords },
      icon: <KindIcon kind={kind} />,
      section: FAMILIES[kind.category],
    }));
  return (
    <Chooser
      title={at.groupId === undefined ? 'Add a group that begins with …' : 'Add a block'}
      choices={choices}
      choose={(type) => {
        open(undefined);
        const kind = kinds.get(type);
        const block = newBlock(type, kind?.example, randomKey);
        run(addBlock(flow, { ...at, block }, randomKey), `${kind?.label ?? type} added`);
      }}
      close={() => open(undefined)}
    />
  );
}

function GroupList({
  at: { outlet, point },
  flow,
  run,
  open,
}: PopupProps & { readonly at: { readonly outlet: string; readonly point: Point } }): ReactNode {
  const choices = [
    { id: '', label: 'A new group', words: ['new', 'add'] },
    ...flow.groups.map(({ id, title, blocks }) => ({
      ...{ id, label: String(title ?? '') || 'Without a title' },
      help: blocks.length === 1 ? '1 block' : `${blocks.length} blocks`,
      words: [id],
    })),
  ];
  return (
    <Chooser
      title="Connect to …"
      choices={choices}
      choose={(groupId) => {
        const to = choices.find(({ id }) => id === groupId);
        if (groupId === '') open({ kind: 'palette', at: { outlet, point } });
        else {
          open(undefined);
          run(joinTo(outlet, { groupId }, randomKey), `Connected to ${to?.label ?? 'the group'}`);
        }
      }}
      close={() => open(undefined)}
    />
  );
}
