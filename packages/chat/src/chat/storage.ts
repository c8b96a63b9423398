/** A storage of a page: that of its tab, or that of the browser. */
export type StorageKind = 'localStorage' | 'sessionStorage';

/** The storage of a page; undefined where the browser denies it, as in a sandboxed frame. */
export function storageOf(kind: StorageKind): Storage | undefined {
  try {
    return window[kind];
  } catch {
    return undefined;
  }
}

/** Stores a text; without storage, or where it is full, nothing happens. */
export function store(storage: Storage | undefined, key: string, text: string): void {
  try {
    storage?.setItem(key, text);
  } catch {
    // It is full.
  }
}
