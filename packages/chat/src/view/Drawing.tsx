import type { JSX } from 'preact';

/** A cross, which closes something. */
export const CROSS = 'M6 6l12 12M18 6L6 18';

/** A drawing on a button, which has a name besides: the path of its lines within 24 by 24. */
export function Drawing({ path }: { readonly path: string }): JSX.Element {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
