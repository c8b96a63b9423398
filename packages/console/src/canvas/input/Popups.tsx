import type { Flow } from '@parley/client';
import { randomKey } from '@parley/client';
import { type ReactNode, useMemo } from 'react';
import { Chooser } from '../../ui/Chooser.js';
import { t } from '../../i18n/t.js';
import { useKinds } from '../../blocks/BlockTypesProvider.js';
import type { Kinds } from '../../blocks/kinds.js';
import { kindChoices, rememberKind } from '../draw/kindChoices.js';
import { type Addition, addBlock, type Gesture, joinTo, newBlock } from '../model/gestures.js';
import type { Outlet } from '../model/outlets.js';
import { blockInWords, blocksInWords, titleInWords } from '../model/textOf.js';
import type { Point } from '../flowModel.js';
import { writeIn } from './writeIn.js';

/** A list that is open: kinds of blocks to add, places of a block that an edge can begin at, or groups that it can lead to. */
export type Popup =
  | {
      readonly kind: 'palette';
      readonly at: Omit<Addition, 'block'>;
      /** Whether the focus goes back to the canvas; otherwise it goes to the form of what is added. */
      readonly staysOnCanvas?: boolean;
    }
  | { readonly kind: 'outlets'; readonly outlets: readonly Outlet[]; readonly point: Point }
  | { readonly kind: 'connect'; readonly outlet: string; readonly point: Point };

interface PopupProps {
  readonly popup: Popup;
  readonly flow: Flow;
  run(gesture: Gesture, words: string): void;
  open(popup: Popup | undefined): void;
}

/** The list that is open. */
export function OpenPopup(props: PopupProps): ReactNode {
  const { popup, open } = props;
  if (popup.kind === 'palette') return <Palette {...props} {...popup} />;
  if (popup.kind === 'connect') return <GroupList {...props} at={popup} />;
  return (
    <Chooser
      key="outlets"
      title={t('Connect …')}
      choices={popup.outlets.map(({ id, text }) => ({ id, label: text }))}
      choose={(outlet) => open({ kind: 'connect', outlet, point: popup.point })}
      close={() => open(undefined)}
    />
  );
}

function Palette({
  at,
  staysOnCanvas = false,
  flow,
  run,
  open,
}: PopupProps & Popup & { readonly kind: 'palette' }): ReactNode {
  const kinds = useKinds();
  const choices = useMemo(() => kindChoices(kinds), [kinds]);
  return (
    <Chooser
      title={at.groupId === undefined ? t('Add a group that begins with …') : t('Add a block')}
      hint={whereAdded(at, flow, kinds)}
      choices={choices}
      choose={(type) => {
        open(undefined);
        const kind = kinds.get(type);
        if (!kind) return;
        rememberKind(type);
        const block = newBlock(kind, randomKey);
        run(addBlock(flow, { ...at, block }, randomKey), t('{kind} added', { kind: kind.label }));
        if (!staysOnCanvas) writeIn(block.id);
      }}
      close={() => open(undefined)}
    />
  );
}

/** Where in a group a block is added; undefined for a new group, of which the title speaks. */
function whereAdded(
  { groupId, index = Infinity }: Omit<Addition, 'block'>,
  flow: Flow,
  kinds: Kinds,
): string | undefined {
  const group = flow.groups.find(({ id }) => id === groupId);
  if (!group) return undefined;
  const title = titleInWords(group);
  const next = group.blocks[index];
  if (!next) return t('At the end of “{title}”', { title });
  return t('In “{title}”, before “{block}”', { title, block: blockInWords(next, kinds) });
}

function GroupList({
  at: { outlet, point },
  flow,
  run,
  open,
}: PopupProps & { readonly at: { readonly outlet: string; readonly point: Point } }): ReactNode {
  const choices = [
    { id: '', label: t('A new group'), words: ['new', 'add'] },
    ...flow.groups.map((group) => ({
      ...{ id: group.id, label: titleInWords(group), words: [group.id] },
      help: blocksInWords(group.blocks.length),
    })),
  ];
  return (
    <Chooser
      title={t('Connect to …')}
      choices={choices}
      choose={(groupId) => {
        const to = choices.find(({ id }) => id === groupId);
        if (groupId === '') open({ kind: 'palette', at: { outlet, point } });
        else {
          open(undefined);
          run(
            joinTo(outlet, { groupId }, randomKey),
            t('Connected to {title}', { title: to?.label ?? '' }),
          );
        }
      }}
      close={() => open(undefined)}
    />
  );
}
