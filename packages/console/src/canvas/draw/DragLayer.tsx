import { ViewportPortal } from '@xyflow/react';
import type { ReactNode } from 'react';
import { pathOf } from '../model/edgePath.js';
import type { Scene } from '../model/scene.js';
import type { Dragging } from '../input/usePartDrags.js';

/** What is dragged now, above everything: the edge, and the place where it or a block would be put. */
export function DragLayer({
  dragging: { line, targetId, slot },
  scene,
}: {
  readonly dragging: Dragging;
  readonly scene: Scene;
}): ReactNode {
  if (!line && !slot) return null;
  const target = targetId === undefined ? undefined : scene.partById.get(targetId)?.box;
  return (
    <ViewportPortal>
      <svg className="dragLayer" aria-hidden="true">
        {line ? <path d={pathOf(line.from, line.to)} /> : null}
        {target ? <rect {...target} rx="10" /> : null}
        {slot ? <rect className="slot" {...slot.box} rx="2" /> : null}
      </svg>
    </ViewportPortal>
  );
}
