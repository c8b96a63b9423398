import { Session } from 'node:inspector/promises';

/** A function below `src`, by its file and its name there. */
export interface NamedFunction {
  readonly file: string;
  readonly name: string;
}

const sources = new URL('../../src/', import.meta.url).href;

/**
 * Which of these functions are called while something is done, in the order of their first calls, each as `file name`. In
 * each of them is a breakpoint that writes the call down and never stops: the source need not know. Fails where a file that
 * was loaded has no such function.
 */
export async function callOrderOf(
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
  Reflect.set(globalThis, NOTE, (name: string) => void called.add(name));
  session.connect();
  try {
    await session.post('Debugger.enable');
    for (const { file, name } of functions) {
      const scriptId = scripts.get(file) ?? '';
      const note = `${NOTE}(${JSON.stringify(`${file} ${name}`)}), false`;
      for (const start of await startsOf(session, scriptId, { file, name })) {
        // Everywhere in it: the first place may be a default of a parameter, which not every call comes to.
        const { locations } = await session.post('Debugger.getPossibleBreakpoints', {
          start,
          restrictToFunction: true,
        });
        if (locations.length === 0) throw new Error(`${name} of ${file} has no place to stop at`);
        for (const location of locations) {
          // Instrumented code has places that belong to two functions.
          const place = [scriptId, location.lineNumber, location.columnNumber].join(' ');
          if (marked.has(place)) continue;
          marked.add(place);
          await session.post('Debugger.setBreakpoint', { location, condition: note });
        }
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

/** Where the text of a function begins, as it was compiled: a declaration, a method, or a member that is one. */
async function startsOf(session: Session, scriptId: string, { file, name }: NamedFunction) {
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
  const method = `^ *(?:async )?${name} ?\\([^;\\n]*\\{$`;
  const member = `^ *(?:async )?${name}: (?:async )?(?:\\(|\\w+ ?=>)`;
  const form = `function ${name}\\(|${method}|${member}`;
  const starts = [...scriptSource.matchAll(new RegExp(form, 'gm'))].map(({ index, 0: text }) => {
    const lines = scriptSource.slice(0, index + text.length).split('\n');
    return { scriptId, lineNumber: lines.length - 1, columnNumber: lines.at(-1)?.length ?? 0 };
  });
  if (starts.length === 0) throw new Error(`There is no function ${name} in ${file}`);
  return starts;
}
