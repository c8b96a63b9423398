import type { JSX } from 'preact';

/** The lines of a cross, for buttons that close something. */
export const CROSS = 'M6 6l12 12M18 6L6 18';

/** The icon of a button that has a label of its own: the path of its lines, 24 by 24. */
export function Drawing({ path }: { readonly path: string }): JSX.Element {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
