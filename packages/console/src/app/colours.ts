import { useSyncExternalStore } from 'react';
import { t } from '../i18n/t.js';

/** Which colours the console has: those of the device, or always the same. */
type Colours = 'device' | 'light' | 'dark';

const KEY = 'parley-colours';
const DARK = '(prefers-color-scheme: dark)';
/** What takes the place of that condition in the style sheets. */
const CONDITIONS: Readonly<Record<Colours, string>> = {
  device: DARK,
  light: 'not all',
  dark: 'all',
};
const SCHEMES: Readonly<Record<Colours, string>> = { device: '', light: 'light', dark: 'dark' };

const device = matchMedia(DARK);
const listeners = new Set<() => void>();
let chosen = stored();

/** The conditions of our style sheets under which the page is dark; extensions of the browser may have put in others. */
const conditions = [...document.styleSheets]
  .filter(({ href }) => href?.startsWith(location.origin))
  .flatMap(({ cssRules }) => [...cssRules])
  .flatMap((rule) =>
    rule instanceof CSSMediaRule && rule.media.mediaText === DARK ? [rule.media] : [],
  );

function stored(): Colours {
  const text = localStorage.getItem(KEY);
  return text === 'light' || text === 'dark' ? text : 'device';
}

function show(): void {
  for (const condition of conditions) condition.mediaText = CONDITIONS[chosen];
  document.documentElement.style.colorScheme = SCHEMES[chosen];
}

function subscribe(changed: () => void): () => void {
  device.addEventListener('change', changed);
  listeners.add(changed);
  return () => {
    device.removeEventListener('change', changed);
    listeners.delete(changed);
  };
}

if (chosen !== 'device') show();

/** Shows the console in these colours from now on, in this browser. */
export function chooseColours(colours: Colours): void {
  chosen = colours;
  localStorage.setItem(KEY, colours);
  show();
  for (const listener of listeners) listener();
}

/** What can be chosen. */
export const COLOURS: readonly (readonly [Colours, string])[] = [
  ['device', t('As on the device')],
  ['light', t('Light')],
  ['dark', t('Dark')],
];

/** The colours that were chosen. */
export function useColours(): Colours {
  return useSyncExternalStore(subscribe, () => chosen);
}

/** Whether the page is dark. */
export function isDark(): boolean {
  return chosen === 'dark' || (chosen === 'device' && device.matches);
}

/** Whether the page is dark: a bitmap, unlike an element, is drawn again when that changes. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDark);
}
