import { BotMiniature } from '@parley/client/dashboard';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { around, viewOf } from '../canvas/model/scene.js';
import { useData } from '../app/server.js';

/** The size of the picture, in units of its drawing. */
const SIZE = { width: 200, height: 64 } as const;

/** The size of each group in it, in pixels of the canvas. */
const GROUP = { width: 300, height: 160 } as const;

/** Where the groups of a draft are, as a picture; read once it comes into view. */
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
  const groups = data?.bot?.flow.groups;
  const boxes = useMemo(() => boxesOf(groups ?? []), [groups]);
  return (
    <svg
      ref={element}
      className="miniature"
      aria-hidden="true"
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
    >
      {boxes.map((box, place) => (
        <rect key={place} {...box} />
      ))}
    </svg>
  );
}

/** More groups than such a picture shows apart. */
const MOST = 200;

function boxesOf(
  groups: readonly { readonly position: { readonly x: number; readonly y: number } }[],
) {
  const boxes = groups.slice(0, MOST).map(({ position: { x, y } }) => ({ x, y, ...GROUP }));
  const all = around(boxes);
  if (!all) return [];
  const { x, y, zoom } = viewOf(all, SIZE);
  return boxes.map((box) => ({
    ...{ x: box.x * zoom + x, y: box.y * zoom + y },
    ...{ width: Math.max(1, GROUP.width * zoom), height: Math.max(1, GROUP.height * zoom) },
  }));
}
