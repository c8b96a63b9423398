import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useMemo } from 'react';
import type { Box, Point } from '../flowModel.js';
import { around, isInside, type Scene, viewOf } from '../model/scene.js';

/** The least zoom at which somebody reads blocks. */
const READABLE = 0.7;

/** The height of the buttons over the canvas, which cover its lower end, in pixels. */
const BUTTONS = 64;

/** What moves the view. */
export type Camera = ReturnType<typeof useCamera>;

/** Moves the view; at once where people want less motion. */
export function useCamera() {
  const flow = useReactFlow();
  const store = useStoreApi();
  return useMemo(() => {
    const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 120;
    const viewBox = (): Box => {
      const { transform, width, height } = store.getState();
      const [x, y, zoom] = transform;
      return { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
    };
    /** Shows a part as large as one reads it. */
    const read = (box: Box): void => {
      const zoom = Math.max(flow.getZoom(), READABLE);
      const y = box.y + Math.min(box.height, viewBox().height / zoom) / 2;
      void flow.setCenter(box.x + box.width / 2, y, { zoom, duration });
    };
    return {
      middle(): Point {
        const { x, y, width, height } = viewBox();
        return { x: x + width / 2 - 150, y: y + height / 3 };
      },
      zoomBy: (way: 'in' | 'out') => void (way === 'in' ? flow.zoomIn() : flow.zoomOut()),
      zoomToOne: () => void flow.zoomTo(1, { duration }),
      fit(box: Box | undefined, isAnimated = true): void {
        if (!box) return;
        const to = viewOf(box, store.getState());
        void flow.setViewport(to, { duration: isAnimated ? duration : 0 });
      },
      pan({ x, y }: Point): void {
        const view = flow.getViewport();
        void flow.setViewport({ ...view, x: view.x + x, y: view.y + y });
      },
      read,
      isReadable: () => flow.getZoom() >= READABLE,
      /** Shows a part, unless it is seen; with the way to it, where one can read both. */
      show(box: Box, way?: Box): void {
        const view = viewBox();
        const zoom = flow.getZoom();
        const seen = { ...view, height: view.height - BUTTONS / zoom };
        const top = { ...box, height: Math.min(box.height, seen.height / 2) };
        if (isInside(top, seen)) return;
        const both = way && around([way, top]);
        const fitting = both && viewOf(both, store.getState()).zoom;
        if (!fitting || fitting < Math.min(zoom, READABLE)) return read(box);
        const { x, y, width, height } = both;
        const middle = [x + width / 2, y + height / 2] as const;
        void flow.setCenter(...middle, { zoom: Math.min(zoom, fitting), duration });
      },
    };
  }, [flow, store]);
}

/** The least zoom of a flow that is not large. */
const LEAST = 0.02;

/** The least zoom at which a flow is looked at: one that shows all of it. */
export function useLeastZoom({ parts }: Scene): number {
  const box = useMemo(() => around(parts.map((part) => part.box)), [parts]);
  return useStore((seen) =>
    box && seen.width > 0 ? Math.min(LEAST, viewOf(box, seen).zoom) : LEAST,
  );
}
