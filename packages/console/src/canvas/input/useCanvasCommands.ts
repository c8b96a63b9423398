import { useMemo, useRef } from 'react';
import { useCommands } from '../../app/commands.js';
import { useDraftState } from '../../draft/useDraft.js';
import { t } from '../../i18n/t.js';
import { type Keyboard, press } from './keys.js';

/** What can be done on the canvas: its title, its keys in words, and as `press` takes them; and other words that find it. */
type Entry = readonly [title: string, keys: string, name: string, also?: string];

const LOOKING: readonly Entry[] = [
  [t('Search in the flow'), t('Ctrl F'), 'Mod+f'],
  [t('Show all of the flow'), '⇧ 1', 'Shift+1'],
  [t('Show what is selected'), '⇧ 2', 'Shift+2'],
  [t('Select all'), t('Ctrl A'), 'Mod+a'],
  [t('Go to the next problem'), 'N', 'n'],
];

const CHANGING: readonly Entry[] = [
  [t('Add a block or a group'), '/', '/'],
  [t('Add a note'), 'S', 's'],
  [t('Connect what is selected'), 'C', 'c'],
  [t('Move what is selected'), 'M', 'm'],
  [t('Rename what is selected'), 'F2', 'F2'],
  [t('Duplicate what is selected'), t('Ctrl D'), 'Mod+d'],
  [t('Delete what is selected'), t('Del'), 'Delete'],
  [t('Arrange the groups'), 'T', 't', t('tidy')],
];

/** Offers what the keys of the canvas do in the list of commands, with these keys. */
export function useCanvasCommands(keyboard: Keyboard): void {
  const isReadOnly = useDraftState((state) => state.isReadOnly);
  const latest = useRef(keyboard);
  latest.current = keyboard;
  const commands = useMemo(() => {
    const entries = isReadOnly ? LOOKING : [...CHANGING, ...LOOKING];
    return entries.map(([title, keys, name, also = '']) => ({
      ...{ title, keys, also },
      run: () => void press(name, latest.current),
    }));
  }, [isReadOnly]);
  useCommands(commands);
}
