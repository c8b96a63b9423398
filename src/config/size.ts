/** A megabyte in bytes. */
export const MB = 1_048_576;

/** Matches a size like `8 MB`. */
export const SIZE = /^\d{1,6} ?(b|kb|mb|gb)$/i;

/** The bytes of a size. */
export function bytesIn(text: string): number {
  const [, count, unit] = /^(\d+) ?([A-Z]+)$/.exec(text.toUpperCase()) ?? [];
  return Number(count) * 1_024 ** ['B', 'KB', 'MB', 'GB'].indexOf(unit ?? '');
}
