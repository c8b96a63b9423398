import { ReactFlow, useReactFlow, useStore, ViewportPortal } from '@xyflow/react';
import { type ReactNode, useMemo } from 'react';
import { isAdding } from '../input/blockDrags.js';
import { useLeastZoom } from '../input/useCamera.js';
import type { Moves } from '../input/useMoves.js';
import type { Dragging } from '../input/dragging.js';
import type { Overlay } from '../model/overlay.js';
import { overlaps, partAt, type Scene } from '../model/scene.js';
import type { Person } from '../people.js';
import type { Selection } from '../picked.js';
import { DragLayer } from './DragLayer.js';
import { EdgeLayer } from './EdgeLayer.js';
import { FarLayer } from './FarLayer.js';
import { MarkLayer } from './MarkLayer.js';
import { NODE_TYPES, type Nodes } from './useNodes.js';
import type { View } from './useView.js';

/** What is drawn, and what becomes of drags and clicks. */
interface SurfaceProps {
  readonly scene: Scene;
  readonly view: View;
  readonly nodes: Nodes;
  readonly faulty: { has(id: string): boolean };
  readonly moves: Moves;
  readonly dragging: Dragging;
  readonly selection: Selection;
  readonly overlay: Overlay | undefined;
  readonly people: readonly Person[];
}

/** The plane with the groups, events and edges of a flow. */
export function Surface(props: SurfaceProps): ReactNode {
  const { scene, view, nodes, moves, dragging, selection } = props;
  const { select, blockId, groupIds } = selection;
  const { screenToFlowPosition } = useReactFlow();
  const leastZoom = useLeastZoom(scene);
  return (
    <ReactFlow
      nodes={nodes}
      nodeTypes={NODE_TYPES}
      minZoom={leastZoom}
      maxZoom={2}
      snapToGrid
      snapGrid={GRID}
      panOnScroll
      zoomOnDoubleClick={false}
      multiSelectionKeyCode={SEVERAL_KEYS}
      deleteKeyCode={null}
      disableKeyboardA11y
      nodesFocusable={false}
      nodesConnectable={false}
      onNodesChange={moves.change}
      onNodeDragStop={moves.putDown}
      onSelectionDragStop={moves.putDown}
      onNodeClick={(event, { id }) => {
        const isBlock = event.target instanceof Element && event.target.closest('.block');
        // React Flow leaves several selected where one of them is clicked.
        const isOneOfSeveral = groupIds.length > 1 && !isAdding(event);
        if (!isBlock && (blockId !== undefined || isOneOfSeveral)) select({ groupIds: [id] });
      }}
      onPaneClick={({ clientX: x, clientY: y }) => {
        // Boxes on the bitmap are no elements that can be clicked.
        const part = view.level === 'boxes' && partAt(scene, screenToFlowPosition({ x, y }));
        select(part ? { groupIds: [part.id] } : {});
      }}
    >
      <Layers {...props} />
      <PointerLayer people={props.people} />
      <DragLayer dragging={dragging} scene={scene} />
    </ReactFlow>
  );
}

const GRID: [number, number] = [8, 8];
const SEVERAL_KEYS = ['Shift', 'Meta', 'Control'];

function Layers({ scene, view, faulty, selection, overlay }: SurfaceProps): ReactNode {
  const { groupIds, edgeId, select } = selection;
  const picked = useMemo(() => new Set(groupIds), [groupIds]);
  const lines = useMemo(
    () => (view.level === 'boxes' ? [] : scene.lines.filter(({ box }) => overlaps(box, view.box))),
    [scene, view],
  );
  if (view.level === 'boxes') return <FarLayer {...{ scene, picked, faulty, overlay }} />;
  return (
    <>
      <EdgeLayer lines={lines} pickedId={edgeId} select={select} />
      {overlay ? <MarkLayer overlay={overlay} scene={scene} view={view} /> : null}
    </>
  );
}

/** Where others point, with their names; in one size at any zoom. */
function PointerLayer({ people }: { readonly people: readonly Person[] }): ReactNode {
  const zoom = useStore(({ transform }) => transform[2]);
  return (
    <ViewportPortal>
      {people.map(({ clientId, name, pointer }) =>
        pointer ? (
          <div
            key={clientId}
            className="pointer"
            aria-hidden="true"
            style={{ transform: `translate(${pointer.x}px, ${pointer.y}px) scale(${1 / zoom})` }}
          >
            <svg viewBox="0 0 16 16">
              <path d="M1 1l5 14 2-6 6-2z" />
            </svg>
            <span>{name}</span>
          </div>
        ) : null,
      )}
    </ViewportPortal>
  );
}
