import { BotMiniature, type BotMiniatureQuery } from '@parley/client/dashboard';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Box } from '../canvas/flowModel.js';
import { around, viewOf } from '../canvas/model/scene.js';
import { useData } from '../app/server.js';

/** The size of the picture, in units of its drawing. */
const SIZE = { width: 200, height: 64 } as const;

/** The size of each group in it, in pixels of the canvas. */
const GROUP = { width: 300, height: 160 } as const;

/** Where the groups of a draft are and how they are joined, as a picture; read once it comes into view. */
export function Miniature({ botId }: { readonly botId: string }): ReactNode {
  const element = useRef<SVGSVGElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  const { data } = useData(BotMiniature, { botId }, { pause: !isSeen });
  const flow = data?.bot?.flow;
  const { boxes, lines } = useMemo(() => (flow ? pictureOf(flow) : NOTHING), [flow]);
  return (
    <svg
      ref={element}
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

/** More groups than such a picture shows apart. */
const MOST = 200;

type Flow = NonNullable<BotMiniatureQuery['bot']>['flow'];

const NOTHING = { boxes: [], lines: '' };

/** The boxes of the groups, and the lines between them as the path of an SVG. */
function pictureOf({ groups, edges }: Flow): {
  readonly boxes: readonly Box[];
  readonly lines: string;
} {
  const shown = groups.slice(0, MOST);
  const places = shown.map(({ position: { x, y } }) => ({ x, y, ...GROUP }));
  const all = around(places);
  if (!all) return NOTHING;
  const { x, y, zoom } = viewOf(all, SIZE);
  const boxes = places.map((box) => ({
    ...{ x: box.x * zoom + x, y: box.y * zoom + y },
    ...{ width: Math.max(1, GROUP.width * zoom), height: Math.max(1, GROUP.height * zoom) },
  }));
  const boxOf = new Map(
    shown.flatMap(({ groupId, blocks }, place) =>
      [groupId, ...blocks.map(({ blockId }) => blockId)].map((id) => [id, boxes[place]] as const),
    ),
  );
  const lines = edges.map(({ from, to }) => {
    const [source, target] = [boxOf.get(from.blockId ?? ''), boxOf.get(to.groupId)];
    if (!source || !target) return '';
    const middle = (box: Box): number => box.y + box.height / 2;
    return `M${source.x + source.width} ${middle(source)}L${target.x} ${middle(target)}`;
  });
  return { boxes, lines: lines.join('') };
}
