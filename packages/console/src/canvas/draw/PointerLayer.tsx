import { useStore, ViewportPortal } from '@xyflow/react';
import type { ReactNode } from 'react';
import type { Person } from '../people.js';

/** Where others point, with their names; in one size at any zoom. */
export function PointerLayer({ people }: { readonly people: readonly Person[] }): ReactNode {
  const zoom = useStore(({ transform }) => transform[2]);
  return (
    <ViewportPortal>
      {people.map(({ clientId, name, pointer }) =>
        pointer ? (
          <div
            key={clientId}
            className="pointer"
            aria-hidden="true"
            style={{ transform: `translate(${pointer.x}px, ${pointer.y}px) scale(${1 / zoom})` }}
          >
            <svg viewBox="0 0 16 16">
              <path d="M1 1l5 14 2-6 6-2z" />
            </svg>
            <span>{name}</span>
          </div>
        ) : null,
      )}
    </ViewportPortal>
  );
}
