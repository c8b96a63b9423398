import { useEffect, useState } from 'react';

/** Gives the focus back, when a part is closed, to what had it when that was opened. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}
