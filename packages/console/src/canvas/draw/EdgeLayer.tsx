import { ViewportPortal } from '@xyflow/react';
import { memo, type ReactNode } from 'react';
import { pathOf } from '../model/edgePath.js';
import type { Line } from '../model/scene.js';

/** The edges that are near, under the groups. */
export function EdgeLayer({
  lines,
  pickedId,
  select,
}: {
  readonly lines: readonly Line[];
  readonly pickedId: string | undefined;
  readonly select: (parts: { readonly edgeId: string }) => void;
}): ReactNode {
  return (
    <ViewportPortal>
      <svg className="edges" aria-hidden="true">
        {lines.map(({ id, from, to }) => (
          <EdgeLine
            key={id}
            id={id}
            path={pathOf(from, to)}
            isPicked={id === pickedId}
            select={select}
          />
        ))}
      </svg>
    </ViewportPortal>
  );
}

const EdgeLine = memo(function EdgeLine({
  id,
  path,
  isPicked,
  select,
}: {
  readonly id: string;
  readonly path: string;
  readonly isPicked: boolean;
  readonly select: (parts: { readonly edgeId: string }) => void;
}): ReactNode {
  return (
    <g className={isPicked ? 'edge picked' : 'edge'} onClick={() => select({ edgeId: id })}>
      <path className="hit" d={path} />
      <path className="line" d={path} />
    </g>
  );
});
