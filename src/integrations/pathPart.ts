/** An id as one part of a path. Throws for those by which the key would go to another address of the vendor. */
export function pathPart(id: string): string {
  if (id === '.' || id === '..') throw new Error(`"${id}" is not an id`);
  return encodeURIComponent(id);
}
