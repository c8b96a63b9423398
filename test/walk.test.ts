import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { expect, test } from '@jest/globals';
import { countFunctions, type FunctionCounter, MOST_OF_A_TURN } from './support/functionsRun.js';
import { botOf } from './support/botOf.js';
import { ask, say } from './support/flowOf.js';
import { bodyOf, saidIn } from './support/transports.js';
import { beginChat, useTwoServers } from './support/twoServers.js';

// The second server did not write the turn before, so it reads the chat.
const { here, there } = useTwoServers();

const shouting = botOf({
  variables: { Name: null, Shout: null },
  groups: {
    Start: [
      ask('text input', 'Name'),
      {
        type: 'Set variable',
        options: {
          variableId: 'vShout',
          isCode: true,
          expressionToEvaluate: 'return {{Name}}.toUpperCase()',
        },
      },
      say('Hello {{Shout}}'),
    ],
  },
});

/** The lines of the walk in ARCHITECTURE.md that name a file and a function. */
function readWalk(): NamedFunction[] {
  const page = readFileSync('ARCHITECTURE.md', 'utf8');
  const [, walk = ''] = /## The walk of one continueChat[^]*?```\n([^]*?)```/.exec(page) ?? [];
  return [...walk.matchAll(/^\w* +(\S+\.ts) +(\w+) {2,}/gm)].map(([, file = '', name = '']) => ({
    file,
    name,
  }));
}

test('a message calls the functions of the walk in ARCHITECTURE.md, in their order', async () => {
  const { sessionId } = await beginChat(here, shouting);
  const walk = readWalk();
  const called = await callOrderOf(walk, async () => {
    const reply = await bodyOf(there.continueChat({ sessionId, message: 'Ada' }));
    expect(saidIn(reply)).toEqual(['Hello ADA']);
  });
  const named = walk.map(({ file, name }) => `${file} ${name}`);
  expect(named.length).toBeGreaterThan(25);
  expect(called).toEqual([...new Set(named)]);
});

const exceeds = ({ length }: readonly string[]) => length > MOST_OF_A_TURN.functions;

/** The functions that ran since the last call, each as `file name offset`, without those that instrumentation adds. */
async function functionsIn({ take }: FunctionCounter): Promise<Set<string>> {
  const runs = (await take()).filter(({ name }) => !name.startsWith('cov_'));
  return new Set(runs.map(({ file, name, offset }) => `${file} ${name} ${offset}`));
}

test('one text turn runs no more files and functions than MOST_OF_A_TURN', async () => {
  const groups = { Start: [say('What next?'), { type: 'text input', to: 'Start' }] };
  const { sessionId } = await beginChat(here, botOf({ groups }));
  const answer = () => bodyOf(here.continueChat({ sessionId, message: 'Ada' }, { token: null }));
  const counter = await countFunctions();
  await answer();
  let functions = [...(await functionsIn(counter))];
  // Background work runs during some turns only, on a busy machine during many.
  for (let turn = 0; turn < 15 || (turn < 200 && exceeds(functions)); turn += 1) {
    await answer();
    const ran = await functionsIn(counter);
    functions = functions.filter((one) => ran.has(one));
  }
  await counter.close();
  const files = new Set(functions.map((place) => place.split(' ')[0]));
  expect(functions.length).toBeGreaterThan(100);
  expect(files.size).toBeLessThanOrEqual(MOST_OF_A_TURN.files);
  expect(functions.length).toBeLessThanOrEqual(MOST_OF_A_TURN.functions);
});

/** A function below `src`, by its file and name. */
interface NamedFunction {
  readonly file: string;
  readonly name: string;
}

const sources = new URL('../src/', import.meta.url).href;

/**
 * Which of these functions are called during `work`, in the order of their first calls, each as `file name`. A breakpoint in each
 * of them records the call and never stops. Fails where a loaded file has no such function.
 */
async function callOrderOf(
  functions: readonly NamedFunction[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  const called = new Set<string>();
  const session = new Session();
  const scripts = new Map<string, string>();
  const marked = new Set<string>();
  session.on('Debugger.scriptParsed', ({ params: { url, scriptId } }) => {
    if (url.startsWith(sources)) scripts.set(url.slice(sources.length), scriptId);
  });
  const [first] = functions;
  // What a server does beside the message may call some of them before.
  const note = (name: string): void => {
    if (called.size > 0 || name === `${first?.file} ${first?.name}`) called.add(name);
  };
  Reflect.set(globalThis, NOTE, note);
  session.connect();
  try {
    await session.post('Debugger.enable');
    for (const { file, name } of functions) {
      const scriptId = scripts.get(file) ?? '';
      const condition = `${NOTE}(${JSON.stringify(`${file} ${name}`)}), false`;
      for (const start of await startsOf(session, scriptId, { file, name })) {
        const { locations } = await session.post('Debugger.getPossibleBreakpoints', {
          start,
          restrictToFunction: true,
        });
        const [location] = locations;
        if (!location) throw new Error(`${name} of ${file} has no place to stop at`);
        // In instrumented code a place may belong to two functions.
        const place = [scriptId, location.lineNumber, location.columnNumber].join(' ');
        if (marked.has(place)) continue;
        marked.add(place);
        await session.post('Debugger.setBreakpoint', { location, condition });
      }
    }
    await work();
    return [...called];
  } finally {
    await session.post('Debugger.disable');
    session.disconnect();
    Reflect.deleteProperty(globalThis, NOTE);
  }
}

const NOTE = 'noteCallOfWalk';

/** Where the body of a function begins in the compiled text: of a declaration, a method, or a member that is a function. */
async function startsOf(session: Session, scriptId: string, { file, name }: NamedFunction) {
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
  const method = `^ *(?:async )?${name} ?\\([^;\\n]*\\{$`;
  const member = `^ *(?:async )?${name}: (?:async )?(?:\\(|\\w+ ?=>)`;
  const form = `function ${name}\\(|${method}|${member}`;
  const starts = [...scriptSource.matchAll(new RegExp(form, 'gm'))].map(({ index, 0: text }) => {
    const end = index + text.length;
    const lines = scriptSource.slice(0, bodyAfter(scriptSource, end)).split('\n');
    return { scriptId, lineNumber: lines.length - 1, columnNumber: lines.at(-1)?.length ?? 0 };
  });
  if (starts.length === 0) throw new Error(`There is no function ${name} in ${file}`);
  return starts;
}

/** Where the parameters end that begin before this place, if any do: not every call evaluates their defaults. */
function bodyAfter(source: string, place: number): number {
  if (source[place - 1] !== '(') return place;
  let end = place;
  for (let open = 1; open > 0; end += 1) {
    if (source[end] === '(') open += 1;
    if (source[end] === ')') open -= 1;
  }
  return end;
}
