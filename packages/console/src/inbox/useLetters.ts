import { useEffect, useRef } from 'react';

/** Runs what a letter means, unless somebody types, a dialog is open, or letters are turned off. */
export function useLetters(
  isOn: boolean,
  acts: Readonly<Record<string, (() => void) | undefined>>,
): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const act = latest.current[event.key.toLowerCase()];
      if (!act || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOn]);
}

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}
