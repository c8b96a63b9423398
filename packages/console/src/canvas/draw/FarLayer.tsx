import { useStoreApi } from '@xyflow/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useIsDark } from '../../app/colours.js';
import { cornersOf } from '../model/edgePath.js';
import { type LineMark, lookOf, LOOKS, type Overlay } from '../model/overlay.js';
import { colorOf } from '../model/notes.js';
import { type Line, overlaps, type Scene } from '../model/scene.js';

/** Zoom from which titles can be read. */
const TITLES_FROM = 0.12;

/** The whole flow as a bitmap: what is drawn while groups are too small for their blocks. */
export function FarLayer({
  scene,
  picked,
  faulty,
  overlay,
}: Omit<Drawing, 'transform' | 'width' | 'height'>): ReactNode {
  const element = useRef<HTMLCanvasElement>(null);
  const store = useStoreApi();
  const isDark = useIsDark();
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      const { transform, width, height } = store.getState();
      const canvas = element.current;
      if (canvas) {
        drawScene(canvas, { scene, picked, faulty, overlay, transform, width, height });
      }
    };
    const drawSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(draw);
    };
    draw();
    const stop = store.subscribe(drawSoon);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [store, scene, picked, faulty, overlay, isDark]);
  return <canvas ref={element} className="farLayer" aria-hidden="true" />;
}

interface Drawing {
  readonly scene: Scene;
  readonly picked: ReadonlySet<string>;
  readonly faulty: { has(id: string): boolean };
  readonly overlay: Overlay | undefined;
  readonly transform: readonly [x: number, y: number, zoom: number];
  readonly width: number;
  readonly height: number;
}

function drawScene(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const { transform, width, height } = drawing;
  const [x, y, zoom] = transform;
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = devicePixelRatio;
  if (canvas.width !== width * ratio) canvas.width = width * ratio;
  if (canvas.height !== height * ratio) canvas.height = height * ratio;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(zoom * ratio, 0, 0, zoom * ratio, x * ratio, y * ratio);
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(name);
  const view = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
  context.lineWidth = 1.25 / zoom;
  context.strokeStyle = colour('--edge');
  const lines = drawing.scene.lines.filter(({ box }) => overlaps(box, view));
  strokeLines(context, lines);
  if (drawing.overlay) drawMarkedLines(context, { lines, overlay: drawing.overlay, zoom }, colour);
  const parts = drawing.scene.parts.filter(({ box }) => overlaps(box, view));
  for (const { box, note } of parts) {
    context.fillStyle = colour(note ? `--note-${colorOf(note)}` : '--wash');
    context.strokeStyle = colour(note ? '--line' : '--field');
    context.fillRect(box.x, box.y, box.width, box.height);
    context.strokeRect(box.x, box.y, box.width, box.height);
  }
  const seen = { ...drawing, scene: { ...drawing.scene, parts } };
  drawMarkedParts(context, seen, colour);
  drawMarks(context, seen, colour);
}

function strokeLines(context: CanvasRenderingContext2D, lines: readonly Line[]): void {
  context.beginPath();
  for (const { from, to } of lines) {
    cornersOf(from, to).forEach((corner, place) => {
      if (place === 0) context.moveTo(corner.x, corner.y);
      else context.lineTo(corner.x, corner.y);
    });
  }
  context.stroke();
}

/** The edges of which an overlay says something; those that look alike in one stroke. */
function drawMarkedLines(
  context: CanvasRenderingContext2D,
  {
    lines,
    overlay,
    zoom,
  }: { readonly lines: readonly Line[]; readonly overlay: Overlay; readonly zoom: number },
  colour: (name: string) => string,
): void {
  const alike = new Map<string, { readonly mark: LineMark; readonly lines: Line[] }>();
  for (const line of lines) {
    const mark = overlay.lines.get(line.id);
    if (!mark) continue;
    const key = `${mark.look} ${Math.round(mark.width)}`;
    const known = alike.get(key);
    if (known) known.lines.push(line);
    else alike.set(key, { mark, lines: [line] });
  }
  context.save();
  for (const { mark, lines: some } of alike.values()) {
    const { colour: name, dash } = LOOKS[mark.look];
    context.strokeStyle = colour(name);
    context.lineWidth = Math.max(1.5, Math.round(mark.width) / 2) / zoom;
    context.setLineDash(dash.map((length) => length / zoom));
    strokeLines(context, some);
  }
  context.restore();
}

/** A line around each group of which an overlay says something. */
function drawMarkedParts(
  context: CanvasRenderingContext2D,
  { scene, overlay, transform: [, , zoom] }: Drawing,
  colour: (name: string) => string,
): void {
  if (!overlay) return;
  context.save();
  context.lineWidth = 2.5 / zoom;
  for (const part of scene.parts) {
    const look = lookOf(overlay, part);
    if (!look) continue;
    const { colour: name, dash } = LOOKS[look];
    context.strokeStyle = colour(name);
    context.setLineDash(dash.map((length) => length / zoom));
    context.strokeRect(part.box.x, part.box.y, part.box.width, part.box.height);
  }
  context.restore();
}

/** What is selected, what is wrong, and the titles where they can be read. */
function drawMarks(
  context: CanvasRenderingContext2D,
  { scene, picked, faulty, transform: [, , zoom] }: Drawing,
  colour: (name: string) => string,
): void {
  context.fillStyle = colour('--ink');
  context.font = `600 ${Math.min(12 / zoom, 64)}px system-ui, sans-serif`;
  for (const { box, group } of scene.parts) {
    if (zoom < TITLES_FROM || !group) continue;
    context.fillText(String(group['title'] ?? ''), box.x + 12, box.y + 48, box.width - 24);
  }
  context.strokeStyle = colour('--brand');
  context.lineWidth = 3 / zoom;
  for (const { id, box } of scene.parts) {
    if (picked.has(id)) context.strokeRect(box.x, box.y, box.width, box.height);
  }
  context.fillStyle = colour('--error');
  for (const { id, box } of scene.parts) {
    if (!faulty.has(id)) continue;
    context.beginPath();
    context.arc(box.x + box.width, box.y, 5 / zoom, 0, 2 * Math.PI);
    context.fill();
  }
}
