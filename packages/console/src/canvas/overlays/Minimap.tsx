import { useReactFlow, useStore } from '@xyflow/react';
import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useIsDark } from '../../app/colours.js';
import type { Point } from '../flowModel.js';
import { colorOf } from '../model/notes.js';
import { around, isInside, type Scene, viewOf } from '../model/scene.js';

/** The size of the map, in pixels; the style sheet draws the same. */
const SIZE = { width: 180, height: 120 } as const;

/** A part is drawn at least so large, in pixels. */
const LEAST = 2;

/** The whole flow in a corner, and what is seen of it, while some of it is not: a click or a drag goes to a place. Keys have other ways to go. */
export function Minimap({ scene }: { readonly scene: Scene }): ReactNode {
  const { setCenter, getZoom } = useReactFlow();
  const all = useMemo(() => around(scene.parts.map(({ box }) => box)), [scene]);
  const map = useMemo(() => (all ? viewOf(all, SIZE) : { x: 0, y: 0, zoom: 1 }), [all]);
  // The map would only cover what it shows.
  const isNeeded = useStore(({ transform, width, height }) => {
    const [x, y, zoom] = transform;
    return (
      all &&
      !isInside(all, { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom })
    );
  });
  const go = ({ currentTarget, clientX, clientY, buttons }: PointerEvent) => {
    if (buttons === 0) return;
    const { left, top } = currentTarget.getBoundingClientRect();
    const x = (clientX - left - map.x) / map.zoom;
    const y = (clientY - top - map.y) / map.zoom;
    void setCenter(x, y, { zoom: getZoom() });
  };
  if (!isNeeded) return null;
  return (
    <div
      className="minimap"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
    >
      <Bitmap scene={scene} map={map} />
      <Seen map={map} />
    </div>
  );
}

/** Where a point of the canvas is on the map. */
interface MapView extends Point {
  readonly zoom: number;
}

/** The groups, events and notes, drawn again when they change. */
function Bitmap({ scene, map }: { readonly scene: Scene; readonly map: MapView }): ReactNode {
  const element = useRef<HTMLCanvasElement>(null);
  const isDark = useIsDark();
  useEffect(() => {
    const canvas = element.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const ratio = devicePixelRatio;
    canvas.width = SIZE.width * ratio;
    canvas.height = SIZE.height * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(canvas);
    for (const { box, note } of scene.parts) {
      context.fillStyle = style.getPropertyValue(note ? `--note-${colorOf(note)}` : '--edge');
      const [x, y] = [box.x * map.zoom + map.x, box.y * map.zoom + map.y];
      const [width, height] = [box.width * map.zoom, box.height * map.zoom];
      context.fillRect(x, y, Math.max(width, LEAST), Math.max(height, LEAST));
    }
  }, [scene, map, isDark]);
  return <canvas ref={element} />;
}

/** The rectangle that is seen. */
function Seen({ map }: { readonly map: MapView }): ReactNode {
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const scale = map.zoom / zoom;
  return (
    <span
      style={{
        ...{ left: map.x - x * scale, top: map.y - y * scale },
        ...{ width: width * scale, height: height * scale },
      }}
    />
  );
}
