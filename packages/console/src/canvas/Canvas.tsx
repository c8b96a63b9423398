import {
  Background,
  Controls,
  type Edge,
  Handle,
  MiniMap,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react';
import { type ReactNode, useMemo } from 'react';
import type { Flow, FlowGroup } from '@parley/client';
import { useDraft, useDraftState } from '../draft/useDraft.js';
import { findBlock, originOf, pointOf } from './flowModel.js';
import { useSelection } from './selection.js';

/** The flow as a graph of groups that edges join. */
export function Canvas(): ReactNode {
  const draft = useDraft();
  const flow = useDraftState((state) => state.flow);
  const { select } = useSelection();
  const nodes = useMemo(() => nodesOf(flow), [flow]);
  const edges = useMemo(() => edgesOf(flow), [flow]);
  return (
    <div className="canvas">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        minZoom={0.1}
        fitView
        onNodeClick={(_event, { id }) => select({ groupIds: [id] })}
        onPaneClick={() => select({})}
        onNodeDragStop={(_event, node) => {
          const { x, y } = node.position;
          draft.edit([{ moveGroups: { groups: [{ groupId: node.id, x, y }] } }]);
        }}
      >
        <Background />
        <Controls />
        <MiniMap />
      </ReactFlow>
    </div>
  );
}

type GroupNode = Node<{ readonly group: FlowGroup }, 'flowGroup'>;

function GroupBox({ data: { group } }: NodeProps<GroupNode>): ReactNode {
  return (
    <div className="group">
      <Handle type="target" position={Position.Left} />
      <h2>{String(group['title'] ?? '')}</h2>
      <ul>
        {group.blocks.map((block) => (
          <li key={block.id}>{String(block['type'])}</li>
        ))}
      </ul>
      <Handle type="source" position={Position.Right} />
    </div>
  );
}

const NODE_TYPES = { flowGroup: GroupBox };

function nodesOf({ groups }: Flow): GroupNode[] {
  return groups.map((group) => ({
    id: group.id,
    type: 'flowGroup',
    position: pointOf(group),
    data: { group },
  }));
}

function edgesOf(flow: Flow): Edge[] {
  return flow.edges.flatMap((edge) => {
    const { blockId } = originOf(edge);
    const source = blockId === undefined ? undefined : findBlock(flow, blockId)?.group.id;
    return source ? [{ id: edge.id, source, target: edge.to.groupId }] : [];
  });
}
