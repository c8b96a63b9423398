import { useEffect, useState } from 'react';

/** Gives the focus back, when a part is closed, to what had it when that was opened, or to the button of the menu in which that was. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const back = before?.checkVisibility() ? before : buttonOf(before?.closest('[popover]'));
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
    [before],
  );
}

/** The button that shows a menu. */
function buttonOf(menu: Element | null | undefined): Element | null {
  return menu ? document.querySelector(`[popovertarget="${CSS.escape(menu.id)}"]`) : null;
}
