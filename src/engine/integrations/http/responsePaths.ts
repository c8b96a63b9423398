import { isJsonRecord } from '../../documents/jsonRecord.js';
import { parseJson } from '../../values/parseJson.js';

/** A response as a block would map it: its body as data, and the paths that lead to parts of that. */
export interface ResponseParts {
  readonly data: unknown;
  readonly paths: readonly string[];
}

/** The longest list of paths. */
const MOST_PATHS = 200;

/**
 * The paths in the body of a response as they are written in `responseVariableMapping`, such as `data.items[0].name`: those near
 * the top first. Lists are represented by their first entry.
 */
export function responsePaths(body: string): ResponseParts {
  const data = parseJson(body) ?? body;
  const found: Part[] = [{ path: 'data', value: data }];
  for (const part of found) {
    if (found.length >= MOST_PATHS) break;
    found.push(...partsOf(part));
  }
  return { data, paths: found.slice(0, MOST_PATHS).map(({ path }) => path) };
}

interface Part {
  readonly path: string;
  readonly value: unknown;
}

function partsOf({ path, value }: Part): Part[] {
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value.slice(0, 1);
    return entries.map((one) => ({ path: `${path}[0]`, value: one }));
  }
  if (!isJsonRecord(value)) return [];
  return Object.entries(value)
    .slice(0, MOST_PATHS)
    .map(([name, member]) => ({ path: `${path}${stepTo(name)}`, value: member }));
}

function stepTo(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
