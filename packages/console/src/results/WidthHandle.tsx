import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { t } from '../i18n/t.js';

/** The least and the greatest width of a column, in pixels. */
export const [NARROWEST, WIDEST] = [60, 800];

/** How far a key moves the end of a column, in pixels. */
const STEP = 16;

/** The end of the head of a column, by which it is widened: dragged, or moved with the arrow keys. */
export function WidthHandle({
  label,
  width,
  widen,
}: {
  readonly label: string;
  /** As it was set; null where the column is as wide as what is in it. */
  readonly width: number | null;
  readonly widen: (width: number) => void;
}): ReactNode {
  const grabbed = useRef<{ readonly x: number; readonly width: number }>(null);
  const put = (wanted: number): void =>
    widen(Math.round(Math.min(Math.max(wanted, NARROWEST), WIDEST)));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    put(widthAround(event.currentTarget) + direction * STEP);
  };
  const grab = (event: PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, width: widthAround(event.currentTarget) };
  };
  return (
    <span
      className="widthHandle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('Width of {label} in pixels', { label })}
      aria-valuenow={width ?? NARROWEST}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuetext={width === null ? t('As wide as its content') : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={grab}
      onPointerMove={({ clientX }) => {
        if (grabbed.current) put(grabbed.current.width + clientX - grabbed.current.x);
      }}
      onPointerUp={() => (grabbed.current = null)}
      onPointerCancel={() => (grabbed.current = null)}
    />
  );
}

/** How wide the head is in which something stands. */
function widthAround(part: HTMLElement): number {
  return part.parentElement?.offsetWidth ?? NARROWEST;
}
