import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Where `scripts/bundle.mjs` puts the server. */
const BUNDLE = new URL('../../bundle/', import.meta.url).href;

/** A place in the stack of an error: address of the file, line and column. */
const PLACE = /file:\/\/[^\s():]+:\d+:\d+/g;

const maps = new Map<string, SourceMap>();

/**
 * The stack of an error with places in `src` instead of those in the bundle. Node can do this itself (`--enable-source-maps`), but
 * keeps 35 MB for it from the first stack on, which MikroORM reads while it loads; here that begins with the first error that is logged.
 */
export function withSources(stack: string): string {
  return stack.replace(PLACE, (place) => sourceOf(place) ?? place);
}

/** The place in `src`; undefined for a line of a package, of another file, and where there is no source map. */
function sourceOf(place: string): string | undefined {
  if (!place.startsWith(BUNDLE)) return undefined;
  const [file = '', line, column] = place.split(/:(?=\d)/);
  const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!entry || !('originalSource' in entry)) return undefined;
  const { generatedLine, originalSource, originalLine, originalColumn } = entry;
  if (generatedLine !== Number(line) - 1 || !originalSource.endsWith('.ts')) return undefined;
  return `${new URL(originalSource, file).href}:${originalLine + 1}:${originalColumn + 1}`;
}

function mapOf(file: string): SourceMap | undefined {
  const known = maps.get(file);
  if (known) return known;
  try {
    const text = readFileSync(fileURLToPath(`${file}.map`), 'utf8');
    const map = new SourceMap(JSON.parse(text) as SourceMapPayload); // What esbuild wrote.
    maps.set(file, map);
    return map;
  } catch {
    return undefined;
  }
}
