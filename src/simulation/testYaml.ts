import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { issuesIn, type Issue } from '../checks/issue.js';
import { botTestSchema, type BotTest } from '../engine/index.js';
import { invalid } from '../errors/errors.js';
import { breathe } from '../eventLoop/steps.js';

/** How long reading or writing the texts of a call may take, in milliseconds. */
const MOST_TIME = 10_000;

/** What the thread sends for each text. */
const readSchema = z.array(
  z.union([z.strictObject({ fault: z.string() }), z.strictObject({ value: z.unknown() })]),
);

/** A test in YAML or JSON, and a name by which faults name it. */
interface TestFile {
  readonly fileName: string;
  readonly yaml: string;
}

/** The tests in these files, one in each. Fails with `VALIDATION` for what is not YAML, or no test, with the line or the member. */
export async function readYaml(files: readonly TestFile[]): Promise<BotTest[]> {
  const found = readSchema.parse(await inThread({ read: files.map(({ yaml }) => yaml) }));
  const tests: BotTest[] = [];
  for (const [index, one] of found.entries()) {
    await breathe();
    const parsed = 'fault' in one ? one.fault : botTestSchema.safeParse(one.value);
    if (typeof parsed === 'string') throw refusal(files, index, [{ path: [], message: parsed }]);
    if (!parsed.success) throw refusal(files, index, issuesIn(parsed.error));
    tests.push(parsed.data);
  }
  return tests;
}

/** What is wrong with a file; the message names it and the member. */
function refusal(files: readonly TestFile[], index: number, issues: readonly Issue[]): Error {
  return invalid(
    issues.map(({ path, message }) => ({
      path: ['files', index, ...path],
      message: [files[index]?.fileName, ...(path.length > 0 ? [path.join('.')] : []), message].join(
        ': ',
      ),
    })),
  );
}

/** The texts of these tests in YAML. */
export async function writeYaml(tests: readonly BotTest[]): Promise<string[]> {
  return z.array(z.string()).parse(await inThread({ write: tests }));
}

/** Runs the work in a thread of its own, which can be ended, with a limit of its memory. */
async function inThread(
  work: { readonly read: readonly string[] } | { readonly write: readonly BotTest[] },
): Promise<unknown> {
  const worker = new Worker(new URL('./yamlThread.mjs', import.meta.url), {
    workerData: work,
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const signal = AbortSignal.timeout(MOST_TIME);
  try {
    // An event of a worker has any values.
    const messages = (await once(worker, 'message', { signal })) as unknown[];
    return messages[0];
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    throw invalid([{ path: ['files'], message: 'This takes too long to read; send less at once' }]);
  } finally {
    await worker.terminate();
  }
}

/** Whether the thread was ended because it took too long, or too much memory. */
function isTooMuch(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
  );
}
