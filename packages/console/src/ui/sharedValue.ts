import { useSyncExternalStore } from 'react';

/** A value that screens share while the page is open. */
interface Shared<Value> {
  set(value: Value | undefined): void;
  /** The value now; the part is drawn again when it is another. */
  use(): Value | undefined;
}

/** Makes a value that screens share. */
export function sharedValue<Value>(): Shared<Value> {
  let now: Value | undefined;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    set(value) {
      now = value;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, () => now),
  };
}
