import type { Node, NodeProps } from '@xyflow/react';
import type { FlowGroup } from '@parley/client';
import { memo, type ReactNode, useRef } from 'react';
import { t } from '../../i18n/t.js';
import { typedIn, useTyped } from '../../ui/useTyped.js';
import { isAdding } from '../input/blockDrags.js';
import { problemsInWords } from '../model/overlay.js';
import { type BlockPlan, planOf } from '../model/plan.js';
import { itemTextOf } from '../model/textOf.js';
import { type Fault, useBoard } from './board.js';
import { familyOf, KindIcon } from './KindIcon.js';
import type { Kind } from '../../blocks/kinds.js';
import type { Level } from './useView.js';

/** A group for React Flow. */
export type GroupNode = Node<
  {
    readonly group: FlowGroup;
    readonly level: Level;
    readonly faults: readonly Fault[];
    /** The blocks that are selected, if some of them are in it. */
    readonly pickedBlocks: ReadonlySet<string>;
    readonly isRenaming: boolean;
    /** Who else is at it or at its blocks, by their ids. */
    readonly people: ReadonlyMap<string, string>;
  },
  'flowGroup'
>;

/** A group with its blocks, as its plan says. */
export const GroupBox = memo(function GroupBox({
  data: { group, level, faults, pickedBlocks, isRenaming, people },
  selected,
}: NodeProps<GroupNode>): ReactNode {
  const { kinds } = useBoard();
  const plan = planOf(group, kinds);
  return (
    <section className={selected ? 'group picked' : 'group'} style={{ height: plan.height }}>
      <header className="groupHead">
        {isRenaming ? <TitleField group={group} /> : <Title group={group} />}
        <Names names={people.get(group.id)} />
        <Badge faults={faults.filter((fault) => fault.blockId === null)} />
      </header>
      {plan.blocks.map((block) => (
        <BlockBox
          key={block.block.id}
          plan={block}
          isBrief={level === 'brief'}
          isPicked={pickedBlocks.has(block.block.id)}
          people={people.get(block.block.id)}
          faults={faults.filter((fault) => fault.blockId === block.block.id)}
        />
      ))}
      {plan.blocks.length === 0 ? <p className="empty">{t('Press + to add a block')}</p> : null}
    </section>
  );
});

/** The names of others who look at a part. */
export function Names({ names }: { readonly names: string | undefined }): ReactNode {
  return names === undefined ? null : <span className="people">{names}</span>;
}

/** The title of a group. */
function Title({ group }: { readonly group: FlowGroup }): ReactNode {
  const { beginRename } = useBoard();
  return (
    <h2 title={t('Double-click to rename')} onDoubleClick={() => beginRename(group.id)}>
      {titleOf(group)}
    </h2>
  );
}

/** The field in which a title is written: stored after a pause, and when it is left; Escape brings the one before back. */
function TitleField({ group }: { readonly group: FlowGroup }): ReactNode {
  const { changeTitle, endWriting } = useBoard();
  const before = useRef(titleOf(group));
  const typed = useTyped(titleOf(group), (title) => changeTitle(group.id, title));
  return (
    <input
      className="nodrag"
      aria-label={t('Title of the group')}
      autoFocus
      {...typedIn(typed)}
      onFocus={({ target }) => {
        typed.enter();
        target.select();
      }}
      onBlur={({ relatedTarget }) => {
        typed.leave();
        endWriting(relatedTarget);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') typed.type(before.current);
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

function titleOf(group: FlowGroup): string {
  return typeof group['title'] === 'string' ? group['title'] : '';
}

interface BlockBoxProps {
  readonly plan: BlockPlan;
  readonly isBrief: boolean;
  readonly isPicked: boolean;
  readonly people: string | undefined;
  readonly faults: readonly Fault[];
}

function BlockBox({ plan, isBrief, isPicked, people, faults }: BlockBoxProps): ReactNode {
  const { kinds, beginBlock } = useBoard();
  const { block, items } = plan;
  const kind = kinds.get(String(block['type']));
  return (
    <div
      className={`block nodrag nokey ${familyOf(kind)}${isPicked ? ' picked' : ''}${people ? ' seen' : ''}`}
      style={{ top: plan.y, height: plan.height }}
      data-block={block.id}
      onPointerDown={(event) => beginBlock(block.id, event)}
      // With these keys, React Flow would begin a box (but for `nokey`), or take its group from the selection.
      onClick={(event) => isAdding(event) && event.stopPropagation()}
    >
      <KindIcon kind={kind} />
      <Said plan={plan} kind={kind} lines={isBrief ? 1 : plan.lines} />
      <Badge faults={faults} />
      <Details plan={plan} />
      <Outlet id={plan.outlet.id} y={plan.outlet.y - plan.y} />
      {items.map(({ outlet }) => (
        <Outlet key={outlet.id} id={outlet.id} y={outlet.y - plan.y} />
      ))}
    </div>
  );
}

/** What a block says, or what kind it is. */
function Said({
  plan: { text, block },
  kind,
  lines,
}: {
  readonly plan: BlockPlan;
  readonly kind: Kind | undefined;
  readonly lines: number;
}): ReactNode {
  return (
    <p className={text ? '' : 'blank'} style={{ WebkitLineClamp: lines }}>
      {text || (kind?.label ?? String(block['type']))}
    </p>
  );
}

/** The variable that a block sets, and the rows of its items; the last one is what happens otherwise. */
function Details({ plan: { block, items, variableId } }: { readonly plan: BlockPlan }): ReactNode {
  const { nameOf, beginItem } = useBoard();
  return (
    <>
      {variableId ? (
        <div className="sets">
          <span className="chip">{nameOf(variableId)}</span>
        </div>
      ) : null}
      {items.length > 0 ? (
        <ul>
          {items.map(({ row, outlet }) => (
            <li
              key={outlet.id}
              onPointerDown={(event) =>
                beginItem({ blockId: block.id, itemId: outlet.itemId ?? '' }, event)
              }
            >
              {itemTextOf(row, nameOf) || t('Not filled in')}
            </li>
          ))}
          <li className="otherwise">{t('Otherwise')}</li>
        </ul>
      ) : null}
    </>
  );
}

/** The place where an edge begins: dragged to a group, or to where a new one shall be. */
export function Outlet({ id, y }: { readonly id: string; readonly y: number }): ReactNode {
  const { beginEdge } = useBoard();
  return (
    <span
      className="outlet nodrag"
      style={{ top: y }}
      onPointerDown={(event) => beginEdge(id, event)}
    />
  );
}

/** How many things are wrong, and which. */
function Badge({ faults }: { readonly faults: readonly Fault[] }): ReactNode {
  if (faults.length === 0) return null;
  const isError = faults.some(({ level }) => level === 'ERROR');
  return (
    <span
      className={isError ? 'badge error' : 'badge'}
      title={faults.map(({ message }) => message).join('\n')}
    >
      <span aria-hidden="true">
        {isError ? '✕' : '!'} {faults.length}
      </span>
      <span className="hidden">{problemsInWords(faults.length)}</span>
    </span>
  );
}
