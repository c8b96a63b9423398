const loaded = new Set<string>();

/** Whether something is to be loaded into this page: true the first time, however many chats the page shows. */
export function isFirst(name: string): boolean {
  const isNew = !loaded.has(name);
  loaded.add(name);
  return isNew;
}
