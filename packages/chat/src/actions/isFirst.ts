const loaded = new Set<string>();

/** Whether this page has not loaded something of this name yet, in any of its chats. True once for each name. */
export function isFirst(name: string): boolean {
  const isNew = !loaded.has(name);
  loaded.add(name);
  return isNew;
}
