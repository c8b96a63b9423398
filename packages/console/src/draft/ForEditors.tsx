import type { ReactNode } from 'react';
import { useDraftState } from './useDraft.js';

/** Fields and buttons that change the bot; they are disabled for a person who may only look at it. */
export function ForEditors({ children }: { readonly children: ReactNode }): ReactNode {
  const isReadOnly = useDraftState((state) => state.isReadOnly);
  return (
    <fieldset className="forEditors" disabled={isReadOnly}>
      {children}
    </fieldset>
  );
}
