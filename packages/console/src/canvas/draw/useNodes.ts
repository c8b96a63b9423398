import type { FlowGroup, FlowPart } from '@parley/client';
import type { Node } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { overlaps, type Placed, type Scene } from '../model/scene.js';
import { type Picked, pickedBlocks } from '../picked.js';
import type { Fault } from './board.js';
import { EventPill, type EventNode } from './EventPill.js';
import { GroupBox, type GroupNode } from './GroupBox.js';
import { NoteBox, type NoteNode } from './NoteBox.js';
import type { View } from './useView.js';

/** The kinds of nodes for React Flow. */
export const NODE_TYPES = { flowGroup: GroupBox, flowEvent: EventPill, flowNote: NoteBox };

const NOBODY: ReadonlyMap<string, string> = new Map();
const NO_BLOCKS: ReadonlySet<string> = new Set();
const NO_FAULTS: readonly Fault[] = [];

/** A part of the flow for React Flow. */
type PartNode = GroupNode | EventNode | NoteNode;

/** Groups, events and notes for React Flow. */
export type Nodes = PartNode[];

/** What decides how the nodes are drawn. */
interface Drawn {
  readonly scene: Scene;
  readonly view: View;
  readonly picked: Picked;
  readonly faultsByGroup: ReadonlyMap<string, readonly Fault[]>;
  readonly renamingId: string | undefined;
  /** Names of others by the groups and blocks that they look at. */
  readonly peopleAt: ReadonlyMap<string, string>;
  /** Those that are moved. */
  readonly places: ReadonlyMap<string, unknown>;
}

/**
 * The groups, events and notes that React Flow draws: those near the view, those that are selected, and those that are dragged. Its own choice
 * of visible nodes looks at all of them in each frame. A node that is drawn as before is the same object, which React Flow skips.
 */
export function useNodes(drawn: Drawn): Nodes {
  const { scene, view, picked, faultsByGroup, renamingId, peopleAt, places } = drawn;
  const { groupIds, blockId, moreBlockIds } = picked;
  const known = useRef(new Map<string, PartNode>());
  return useMemo(() => {
    if (view.level === 'boxes' || !view.isReady) return [];
    const chosen = new Set(groupIds);
    const blocks = new Set(pickedBlocks({ groupIds, blockId, moreBlockIds }));
    const blocksIn = (group: FlowGroup) =>
      group.blocks.some(({ id }) => blocks.has(id)) ? blocks : NO_BLOCKS;
    const near = scene.parts.filter(
      ({ id, box }) => chosen.has(id) || places.has(id) || overlaps(box, view.box),
    );
    const nodes = near.map((part) => {
      const isSelected = chosen.has(part.id);
      const node: PartNode = part.group
        ? {
            ...placed(part, isSelected),
            type: 'flowGroup',
            dragHandle: '.groupHead',
            data: {
              group: part.group,
              level: view.level,
              faults: faultsByGroup.get(part.id) ?? NO_FAULTS,
              pickedBlocks: blocksIn(part.group),
              isRenaming: part.id === renamingId,
              people: peopleAt.has(part.id) ? peopleAt : NOBODY,
            },
          }
        : part.note
          ? noteNode(part.note, placed(part, isSelected), { renamingId, peopleAt })
          : { ...placed(part, isSelected), type: 'flowEvent', data: { event: eventOf(part) } };
      const before = known.current.get(part.id);
      return before && isDrawnAlike(before, node) ? before : node;
    });
    known.current = new Map(nodes.map((node) => [node.id, node]));
    return nodes;
  }, [scene, view, groupIds, blockId, moreBlockIds, faultsByGroup, renamingId, peopleAt, places]);
}

function noteNode(
  note: FlowPart,
  node: ReturnType<typeof placed>,
  { renamingId, peopleAt }: Pick<Drawn, 'renamingId' | 'peopleAt'>,
): NoteNode {
  return {
    ...node,
    // React Flow adds this to what is selected; a note stays below the edges.
    zIndex: node.selected ? -SELECTED - 1 : -1,
    type: 'flowNote',
    data: { note, isWriting: note.id === renamingId, people: peopleAt.get(note.id) },
  };
}

const SELECTED = 1_000;

function eventOf({ id, event }: Placed): { readonly id: string; readonly [name: string]: unknown } {
  return event ?? { id };
}

function placed({ id, box: { x, y, width, height } }: Placed, selected: boolean) {
  // With its size, React Flow need not measure a node before it shows it.
  return { id, position: { x, y }, selected, width, height, measured: { width, height } };
}

function isDrawnAlike(one: Node, other: Node): boolean {
  return (
    one.position.x === other.position.x &&
    one.position.y === other.position.y &&
    one.selected === other.selected &&
    one.width === other.width &&
    one.height === other.height &&
    Object.entries(one.data).every(([name, value]) => other.data[name] === value)
  );
}
