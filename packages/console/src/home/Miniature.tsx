import { BotMiniature, type BotMiniatureQuery } from '@parley/client/dashboard';
import { type ReactNode, useMemo } from 'react';
import type { Box } from '../canvas/flowModel.js';
import { around, viewOf } from '../canvas/model/scene.js';
import { useData } from '../app/server.js';
import { useIsNear } from '../ui/useIsNear.js';

/** The size of the picture, in units of its drawing. */
const SIZE = { width: 200, height: 64 } as const;

/** The size of each group in it, in pixels of the canvas. */
const GROUP = { width: 300, height: 160 } as const;

/** Where the groups of a draft are and how they are joined, as a picture; read once it comes into view. */
export function Miniature({ botId }: { readonly botId: string }): ReactNode {
  const [place, isSeen] = useIsNear<SVGSVGElement>('0%');
  const { data } = useData(BotMiniature, { botId }, { pause: !isSeen });
  const miniature = data?.bot?.miniature;
  const { boxes, lines } = useMemo(() => (miniature ? pictureOf(miniature) : NOTHING), [miniature]);
  return (
    <svg
      ref={place}
      className="miniature"
      aria-hidden="true"
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
    >
      <path d={lines} />
      {boxes.map((box, place) => (
        <rect key={place} {...box} />
      ))}
    </svg>
  );
}

const NOTHING = { boxes: [], lines: '' };

/** The boxes of the groups, and the lines between them as the path of an SVG. */
function pictureOf({ groups, edges }: NonNullable<BotMiniatureQuery['bot']>['miniature']): {
  readonly boxes: readonly Box[];
  readonly lines: string;
} {
  const places = groups.map(([x = 0, y = 0]) => ({ x, y, ...GROUP }));
  const all = around(places);
  if (!all) return NOTHING;
  const { x, y, zoom } = viewOf(all, SIZE);
  const boxes = places.map((box) => ({
    ...{ x: box.x * zoom + x, y: box.y * zoom + y },
    ...{ width: Math.max(1, GROUP.width * zoom), height: Math.max(1, GROUP.height * zoom) },
  }));
  const lines = edges.map(([from = -1, to = -1]) => {
    const [source, target] = [boxes[from], boxes[to]];
    if (!source || !target) return '';
    const middle = (box: Box): number => box.y + box.height / 2;
    return `M${source.x + source.width} ${middle(source)}L${target.x} ${middle(target)}`;
  });
  return { boxes, lines: lines.join('') };
}
