import { parse } from 'acorn';
import type { BlockFault } from '../blocks/kind/blockFault.js';
import { replaceNames } from '../text/names.js';
import { returning } from './script.js';

/** Longer code takes too long to parse within a step. */
const MOST_CODE = 100_000;

/** The mistake in the grammar of the body of a function, with its place; undefined if there is none. The code is not run. */
function mistakeIn(body: string): string | undefined {
  if (body.length > MOST_CODE) return undefined;
  try {
    parse(`(async function () {${body}\n})`, { ecmaVersion: 'latest' });
    return undefined;
  } catch (error) {
    // Code that is nested too deeply to be parsed is none of ours.
    return error instanceof SyntaxError ? error.message : undefined;
  }
}

/** The fault of code, in an option, that cannot be parsed. `isBody`: no `return` is put in front of it. */
export function* codeFaults(code: string, option: string, isBody: boolean): Generator<BlockFault> {
  const own = replaceNames(code, () => 'variable');
  const about = mistakeIn(isBody ? own : returning(own));
  if (about !== undefined)
    yield { code: 'CODE_DOES_NOT_COMPILE', about, path: `options.${option}` };
}
