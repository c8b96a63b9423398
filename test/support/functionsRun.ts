import { Session } from 'node:inspector/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A function of `src` that ran. */
export interface FunctionRun {
  /** Below `src`, as `chat/turn.ts`. */
  readonly file: string;
  /** As it is called in the source; empty for one without a name. */
  readonly name: string;
  /** Where its text begins in the compiled file, in characters. */
  readonly offset: number;
  readonly count: number;
}

/** How much of `src` a turn of a text and its answer may run (docs/adr/0010-source-and-tests.md). */
export const MOST_OF_A_TURN = { files: 82, functions: 270 } as const;

/** Counts, in this process, which functions of `src` run, until closed. Code runs slower meanwhile. */
export interface FunctionCounter {
  /** The functions that ran since the last call. */
  take(): Promise<FunctionRun[]>;
  close(): Promise<void>;
}

const sources = fileURLToPath(new URL('../../src/', import.meta.url)).replaceAll(sep, '/');

/** Begins to count, by the coverage that V8 itself takes. */
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
