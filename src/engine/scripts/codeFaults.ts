import { parse } from 'acorn';
import type { BlockFault } from '../blocks/kind/blockFault.js';
import { replaceNames } from '../text/names.js';
import { returning } from './script.js';

/** Longer code takes too long to parse within a step. */
const MOST_CODE = 100_000;

/** What the body of a function is parsed in. */
const HEAD = '(async function () {';
/** What `returning` puts in front of an expression. */
const RETURN = 'return ';

/**
 * The mistake in the grammar of code, with its place there; undefined if there is none. The code is not run. `isBody`: no `return` is put in
 * front of it.
 */
function mistakeIn(code: string, isBody: boolean): string | undefined {
  // As long as the slots, so that places stay.
  const own = replaceNames(code, (name) => 'v'.padEnd(name.length + 4, 'v'));
  const body = isBody ? own : returning(own);
  if (body.length > MOST_CODE) return undefined;
  try {
    parse(`${HEAD}${body}\n})`, { ecmaVersion: 'latest' });
    return undefined;
  } catch (error) {
    // Code that is nested too deeply to be parsed is none of ours.
    if (!(error instanceof SyntaxError) || !('pos' in error)) return undefined;
    const blanks = own.length - own.trimStart().length;
    const added = body === own ? 0 : body.indexOf(RETURN) + RETURN.length - blanks;
    const before = own.slice(0, Math.max(0, Number(error.pos) - HEAD.length - added));
    const place = `line ${before.split('\n').length}, column ${before.length - before.lastIndexOf('\n')}`;
    return `${error.message.replace(/ \(\d+:\d+\)$/, '')} (${place})`;
  }
}

/** The fault of code, in an option, that cannot be parsed. `isBody`: no `return` is put in front of it. */
export function* codeFaults(code: string, option: string, isBody: boolean): Generator<BlockFault> {
  const about = mistakeIn(code, isBody);
  if (about !== undefined)
    yield { code: 'CODE_DOES_NOT_COMPILE', about, path: `options.${option}` };
}
