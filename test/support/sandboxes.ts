import { afterAll } from '@jest/globals';
import type { ScriptRequest, ScriptResponse } from '../../src/sandbox/job.js';
import { createSandbox } from '../../src/sandbox/pool.js';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/pool.js';

/** Time-outs that code which ends never reaches, however slow the machine. */
const PATIENT = {
  evaluateMs: 60_000,
  scriptMs: 60_000,
  scriptCpuMs: 60_000,
  restrictedMs: 60_000,
  restrictedCpuMs: 60_000,
};

/** The sandbox that most tests use. */
export const sandbox = createSandbox({ limits: PATIENT });

/**
 * Call it at the top level of a file. The function that it returns opens a sandbox, by default with long time-outs; it is closed after the
 * tests of the file.
 */
export function useSandboxes(): (options?: SandboxOptions) => Sandbox {
  const opened: Sandbox[] = [];
  afterAll(() => Promise.all(opened.map((sandbox) => sandbox.close())));
  return (options = {}) => {
    const sandbox = createSandbox({ ...options, limits: { ...PATIENT, ...options.limits } });
    opened.push(sandbox);
    return sandbox;
  };
}

/** Code that never ends. */
export const LOOP = 'while (true) {}';
/** The result of code that never ends. */
export const LATE = { ok: false, error: 'the code took too long', reason: 'limit' };

/** The value that code returns with these arguments, or why it failed. */
export async function valueOf(code: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const list = Object.entries(args).map(([id, value]) => ({ id, value }));
  const [outcome] = await sandbox.evaluate([code], list);
  return outcome?.ok ? outcome.value : `failed: ${outcome?.error}`;
}

/** A `fetch` whose responses wait until the test releases them. */
export function heldFetch(): {
  fetch: (request: ScriptRequest) => Promise<ScriptResponse>;
  release(): void;
} {
  const held: (() => void)[] = [];
  return {
    fetch: () => new Promise((resolve) => held.push(() => resolve({ ok: true, body: 'released' }))),
    release: () => held.splice(0).forEach((respond) => respond()),
  };
}
