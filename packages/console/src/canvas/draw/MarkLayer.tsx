import { ViewportPortal } from '@xyflow/react';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import type { Box } from '../flowModel.js';
import { pathOf } from '../model/edgePath.js';
import { type Look, LOOKS, type Mark, type Overlay } from '../model/overlay.js';
import { SIZES } from '../model/plan.js';
import { type Line, overlaps, type Placed, type Scene } from '../model/scene.js';
import type { View } from './useView.js';

/** Space between a part and the line around it, in pixels at zoom 1. */
const AROUND = 5;

/** What an overlay says of the parts that are near the view. */
export function MarkLayer({
  overlay,
  scene,
  view,
}: {
  readonly overlay: Overlay;
  readonly scene: Scene;
  readonly view: View;
}): ReactNode {
  const near = useMemo(() => {
    const isNear = ({ box }: { readonly box: Box }) => overlaps(box, view.box);
    return {
      parts: scene.parts.filter(isNear),
      lines: scene.lines.filter((line) => overlay.lines.has(line.id) && isNear(line)),
      gone: overlay.gone.filter(isNear),
    };
  }, [overlay, scene, view]);
  return (
    <ViewportPortal>
      <svg className="edges marks" aria-hidden="true">
        {near.lines.map((line) => (
          <MarkedLine key={line.id} line={line} overlay={overlay} />
        ))}
      </svg>
      <svg className={`dragLayer marks ${view.level}`} aria-hidden="true">
        {near.gone.map(({ id, box, words }) => (
          <Around key={id} box={box} mark={{ look: 'removed', words }} />
        ))}
        {near.parts.map((part) => (
          <MarkedPart key={part.id} part={part} overlay={overlay} />
        ))}
        {near.lines.map((line) => (
          <LineWords key={line.id} line={line} overlay={overlay} />
        ))}
      </svg>
    </ViewportPortal>
  );
}

/** The line of a look, also for its sample in a legend. */
export function strokeOf(look: Look, width: number): CSSProperties {
  const { colour, dash } = LOOKS[look];
  return { stroke: `var(${colour})`, strokeWidth: width, strokeDasharray: dash.join(' ') };
}

function MarkedLine({ line, overlay }: { readonly line: Line; readonly overlay: Overlay }) {
  const mark = overlay.lines.get(line.id);
  return mark ? (
    <path d={pathOf(line.from, line.to)} style={strokeOf(mark.look, mark.width)} />
  ) : null;
}

function LineWords({ line, overlay }: { readonly line: Line; readonly overlay: Overlay }) {
  const words = overlay.lines.get(line.id)?.words;
  return words === undefined ? null : (
    <text x={line.from.x + 14} y={line.from.y - 8}>
      {words}
    </text>
  );
}

/** A group or an event, and its blocks. */
function MarkedPart({
  part: { id, box, plan },
  overlay: { parts },
}: {
  readonly part: Placed;
  readonly overlay: Overlay;
}): ReactNode {
  const mark = parts.get(id);
  return (
    <>
      {mark ? <Around box={box} mark={mark} /> : null}
      {plan?.blocks.map(({ block, y, height }) => {
        const own = parts.get(block.id);
        const at = { x: box.x + AROUND, y: box.y + y, width: SIZES.group - 2 * AROUND, height };
        return own ? <Around key={block.id} box={at} mark={own} isBlock /> : null;
      })}
    </>
  );
}

/** A line around a part, with its words above it, or at the left of a block. */
function Around({
  box: { x, y, width, height },
  mark: { look, words },
  isBlock = false,
}: {
  readonly box: Box;
  readonly mark: Mark;
  readonly isBlock?: boolean;
}): ReactNode {
  const by = isBlock ? 0 : AROUND;
  const size = { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
  return (
    <>
      <rect {...size} rx="10" style={strokeOf(look, isBlock ? 2 : 3)} />
      {isBlock ? (
        <text x={x - 14} y={y + height / 2 + 4} textAnchor="end">
          {words}
        </text>
      ) : (
        <text x={x} y={y - 12}>
          {words}
        </text>
      )}
    </>
  );
}
