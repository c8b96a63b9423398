import { getViewportForBounds, useReactFlow, useStoreApi } from '@xyflow/react';
import { useMemo } from 'react';
import type { Box, Point } from '../flowModel.js';

/** Space around what is shown whole, as a part of the view. */
const PADDING = 0.12;

/** The least zoom at which somebody reads blocks. */
const READABLE = 0.7;

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
        const { width, height, minZoom } = store.getState();
        if (!box) return;
        const to = getViewportForBounds(box, width, height, minZoom, 1, PADDING);
        void flow.setViewport(to, { duration: isAnimated ? duration : 0 });
      },
      pan({ x, y }: Point): void {
        const view = flow.getViewport();
        void flow.setViewport({ ...view, x: view.x + x, y: view.y + y });
      },
      read,
      isReadable: () => flow.getZoom() >= READABLE,
      /** Shows a part, unless it is seen. */
      show(box: Box): void {
        const view = viewBox();
        const isSeen =
          box.x >= view.x &&
          box.y >= view.y &&
          box.x + box.width <= view.x + view.width &&
          box.y + Math.min(box.height, view.height / 2) <= view.y + view.height;
        if (!isSeen) read(box);
      },
    };
  }, [flow, store]);
}
