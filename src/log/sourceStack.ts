import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where `scripts/bundle.mjs` puts the server. */
const BUNDLE = new URL('../../bundle/', import.meta.url).href;

/** A place in the stack of an error: address of the file, line and column. */
const PLACE = /file:\/\/[^\s():]+:\d+:\d+/g;

/** The parts of a source map that are used here (https://tc39.es/ecma426/). */
interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/**
 * The stack of an error, with places in `src` instead of those in the bundle. Node can do this itself (`--enable-source-maps`), but keeps
 * 35 MB for it from the first stack on, which MikroORM reads while it loads. Node's class for source maps takes 27 MB, and thirty times as
 * long to find one place.
 */
export function withSources(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string): SourceMap | undefined => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  return stack.replace(PLACE, (place) => {
    const source = known.get(place) ?? sourceOf(place, mapOf) ?? place;
    if (place.startsWith(BUNDLE)) known.set(place, source);
    return source;
  });
}

/** Places that were in a stack before, of which code has a limited number. For others the source map is read again. */
const known = new Map<string, string>();

/** The place in `src`; undefined for a line of a package or of another file, and where there is no source map. */
function sourceOf(
  place: string,
  mapOf: (file: string) => SourceMap | undefined,
): string | undefined {
  if (!place.startsWith(BUNDLE)) return undefined;
  const [file = '', line, column] = place.split(/:(?=\d)/);
  const map = mapOf(file);
  if (!map) return undefined;
  const found = findPlace(map.mappings, Number(line) - 1, Number(column) - 1);
  if (!found) return undefined;
  const source = map.sources[found.source];
  if (!source?.endsWith('.ts')) return undefined;
  return `${new URL(source, file).href}:${found.line + 1}:${found.column + 1}`;
}

function readMap(file: string): SourceMap | undefined {
  try {
    return JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')) as SourceMap; // What esbuild wrote.
  } catch {
    return undefined;
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The value of each digit by its character's code. */
const values = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, DIGITS.indexOf(String.fromCharCode(code))),
);

/** The origin of a line and column, all counted from 0; undefined where the text comes from no source. */
function findPlace(mappings: string, line: number, column: number) {
  // An entry has its column, and the source, line and column of its origin, each as the difference to the entry before.
  const sums: [number, number, number, number] = [0, 0, 0, 0];
  let found: { source: number; line: number; column: number } | undefined;
  for (const [place, entries] of mappings.split(';', line + 1).entries()) {
    sums[0] = 0;
    for (const entry of entries.split(',')) {
      const count = addTo(sums, entry);
      const [at, source, sourceLine, sourceColumn] = sums;
      if (place !== line || count === 0 || at > column) continue;
      found = count < 4 ? undefined : { source, line: sourceLine, column: sourceColumn };
    }
  }
  return found;
}

/**
 * Adds the differences of an entry and returns their number. Each has digits of 5 bits, the least significant first, and its sign in the
 * lowest bit.
 */
function addTo(sums: number[], entry: string): number {
  let [count, value, shift] = [0, 0, 0];
  for (let at = 0; at < entry.length; at += 1) {
    const digit = values[entry.charCodeAt(at)] ?? 0;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    sums[count] = (sums[count] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1);
    count += 1;
    value = shift = 0;
  }
  return count;
}
