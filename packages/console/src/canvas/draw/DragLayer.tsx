import { ViewportPortal } from '@xyflow/react';
import type { ReactNode } from 'react';
import { pathOf } from '../model/edgePath.js';
import type { Scene } from '../model/scene.js';
import type { Dragging } from '../input/dragging.js';

/** What is dragged now, above everything: the edge, or the part with the place where it would be put. */
export function DragLayer({
  dragging: { line, targetId, slot, place, ghost },
  scene,
}: {
  readonly dragging: Dragging;
  readonly scene: Scene;
}): ReactNode {
  if (!line && !ghost) return null;
  const target = targetId === undefined ? undefined : scene.partById.get(targetId)?.box;
  return (
    <ViewportPortal>
      <svg className="dragLayer" aria-hidden="true">
        {line ? <path d={pathOf(line.from, line.to)} /> : null}
        {target ? <rect {...target} rx="10" /> : null}
        {slot ? <rect className="slot" {...slot} rx="2" /> : null}
        {place ? <rect className="place" {...place} rx="10" /> : null}
        {ghost ? <Ghost {...ghost} /> : null}
      </svg>
    </ViewportPortal>
  );
}

/** The size of the picture of what is dragged, in pixels at zoom 1. */
const GHOST = { width: 220, height: 36 } as const;

function Ghost({ at: { x, y }, words }: NonNullable<Dragging['ghost']>): ReactNode {
  return (
    <g className="ghost" transform={`translate(${x + 12} ${y + 12})`}>
      <rect {...GHOST} rx="6" />
      <text x="12" y="23">
        {words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS)}…` : words}
      </text>
    </g>
  );
}

/** Characters that fit the picture. */
const MOST_WORDS = 26;
