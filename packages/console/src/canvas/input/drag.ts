import type { PointerEvent as ReactPointerEvent } from 'react';

/** How far a pointer moves before that is a drag and no click, in pixels. */
const THRESHOLD = 4;

/** What a drag does, with places in pixels of the window. */
interface Drag {
  move(place: { readonly x: number; readonly y: number }): void;
  /** The pointer was released after it moved. */
  drop(place: { readonly x: number; readonly y: number }): void;
  /** It was released where it was pressed. */
  click(): void;
  /** After any of these, or when it was interrupted. */
  end(): void;
}

/** Follows a pointer that was pressed until it is released. */
export function follow(event: ReactPointerEvent, drag: Drag): void {
  if (event.button !== 0) return;
  const { clientX, clientY, pointerId } = event;
  let hasMoved = false;
  const listening = new AbortController();
  const { signal } = listening;
  const on = (type: string, listener: (event: PointerEvent) => void) =>
    addEventListener(
      type,
      (happened) => {
        if (happened instanceof PointerEvent && happened.pointerId === pointerId)
          listener(happened);
      },
      { signal },
    );
  const stop = () => {
    listening.abort();
    drag.end();
  };
  on('pointermove', ({ clientX: x, clientY: y }) => {
    hasMoved ||= Math.hypot(x - clientX, y - clientY) > THRESHOLD;
    if (hasMoved) drag.move({ x, y });
  });
  on('pointerup', ({ clientX: x, clientY: y }) => {
    if (hasMoved) drag.drop({ x, y });
    else drag.click();
    stop();
  });
  on('pointercancel', stop);
}
