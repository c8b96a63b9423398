import { useReactFlow } from '@xyflow/react';
import { useMemo, useRef, useState } from 'react';
import { useDraft } from '../../draft/useDraft.js';
import type { Point } from '../flowModel.js';
import { blockDrags } from './blockDrags.js';
import type { Doing, Dragging } from './dragging.js';
import { edgeDrags } from './edgeDrags.js';
import { itemDrags } from './itemDrags.js';

/** Dragging edges, blocks and items, and what is dragged now. */
export function usePartDrags(doing: Doing) {
  const draft = useDraft();
  const { screenToFlowPosition } = useReactFlow();
  const [dragging, show] = useState<Dragging>({});
  const now = useRef(doing);
  now.current = doing;
  const begins = useMemo(() => {
    const tools = {
      ...{ flow: () => draft.state().flow, doing: () => now.current, show },
      toPoint: (place: Point) => screenToFlowPosition(place, { snapToGrid: false }),
      toGrid: (place: Point) => screenToFlowPosition(place),
    };
    return { ...edgeDrags(tools), ...blockDrags(tools), ...itemDrags(tools) };
  }, [draft, screenToFlowPosition]);
  return { dragging, ...begins };
}
