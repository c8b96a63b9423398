import { Session } from 'node:inspector/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A function of `src` that was called. */
export interface FunctionRun {
  /** Its path below `src`, such as `chat/turn.ts`. */
  readonly file: string;
  /** Its name in the source; empty if it has none. */
  readonly name: string;
  /** Where its text begins in the compiled file, in characters. */
  readonly offset: number;
  readonly count: number;
}

/** The limits for how much of `src` one text turn runs (docs/adr/0010-source-and-tests.md). */
export const MOST_OF_A_TURN = { files: 73, functions: 223 } as const;

/** Counts the calls of functions of `src` in this process, which slows all code down until it is closed. */
export interface FunctionCounter {
  /** The functions that were called since the last `take`. */
  take(): Promise<FunctionRun[]>;
  close(): Promise<void>;
}

const sources = fileURLToPath(new URL('../../src/', import.meta.url)).replaceAll(sep, '/');

/** Starts to count, by V8's own coverage. */
export async function countFunctions(): Promise<FunctionCounter> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async take() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      return result.flatMap(({ url, functions }) => {
        const file = fileOf(url);
        if (file === undefined) return [];
        return functions.flatMap(({ functionName: name, ranges: [range] }) =>
          range && range.count > 0
            ? [{ file, name, offset: range.startOffset, count: range.count }]
            : [],
        );
      });
    },
    async close() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

function fileOf(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  const path = fileURLToPath(url).replaceAll(sep, '/');
  return path.startsWith(sources) ? path.slice(sources.length) : undefined;
}
