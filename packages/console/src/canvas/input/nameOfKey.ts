/** The name of a key with what is held: `Mod+D`, `Shift+ArrowUp`, `c`. */
export function nameOfKey(event: {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}): string {
  const { key, shiftKey } = event;
  // Which sign Shift makes of a digit depends on the keyboard.
  if (shiftKey && /^Digit[12]$/.test(event.code)) return `Shift+${event.code.at(-1)}`;
  // Shift is a part of signs such as `+`, and has a name of its own with letters, digits and arrows.
  const isNamed = key.length > 1 || /[a-z]/i.test(key);
  const held = [
    event.ctrlKey || event.metaKey ? 'Mod+' : '',
    event.altKey ? 'Alt+' : '',
    shiftKey && isNamed ? 'Shift+' : '',
  ];
  return held.join('') + (key.length === 1 ? key.toLowerCase() : key);
}
