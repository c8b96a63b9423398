// @ts-check
/**
 * A thread that reads and writes YAML, because a text of a test would hold the event loop for tenths of a second, and a hostile one for
 * minutes. Plain JavaScript, because a thread is started from a file. It sends the value of each text, or why there is none.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { LineCounter, isScalar, parseDocument, stringify, visit } from 'yaml';

/** How deep lists and mappings may be in each other. */
const MOST_DEPTH = 100;
const DEEP = `Lists and mappings are more than ${MOST_DEPTH} deep in each other`;

/** @typedef {{ readonly read: readonly string[] } | { readonly write: readonly unknown[] }} Work */

/** @type {Work} */
const work = workerData;
parentPort?.postMessage('read' in work ? work.read.map(valueOf) : work.write.map(textOf));

/** @param {string} text */
function valueOf(text) {
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      stringKeys: true,
    });
    const [fault] = [...document.errors, ...document.warnings, ...refusedIn(document)];
    if (!fault) return { value: document.toJS() };
    const { line, col } = lines.linePos(fault.pos[0]);
    return { fault: `line ${line}, column ${col}: ${fault.message}` };
  } catch (error) {
    // The stack of the parser is full.
    if (error instanceof RangeError) return { fault: DEEP };
    throw error;
  }
}

/**
 * What YAML has and JSON has not, which tests do without: an alias makes a short text a large document.
 * @param {import('yaml').Document.Parsed} document
 */
function refusedIn(document) {
  /** @type {{ message: string, pos: readonly number[] }[]} */
  const found = [];
  visit(document, {
    Alias: (_key, { range }) => refuse(found, range, 'Aliases are not read; write the value again'),
    Scalar: (_key, { value, range }) =>
      typeof value === 'number' && !Number.isFinite(value)
        ? refuse(found, range, 'Not a number that JSON has')
        : undefined,
    Collection: (_key, { range }, path) =>
      path.filter((node) => !isPairOrScalar(node)).length > MOST_DEPTH
        ? refuse(found, range, DEEP)
        : undefined,
  });
  return found;
}

/** @param {unknown} node */
function isPairOrScalar(node) {
  return isScalar(node) || (typeof node === 'object' && node !== null && 'key' in node);
}

/**
 * @param {{ message: string, pos: readonly number[] }[]} found
 * @param {readonly number[] | null | undefined} range
 * @param {string} message
 */
function refuse(found, range, message) {
  found.push({ message, pos: range ?? [0] });
  return visit.BREAK;
}

/** @param {unknown} value */
function textOf(value) {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
