import { afterAll } from '@jest/globals';
import type { ScriptRequest, ScriptResponse } from '../../src/sandbox/job.js';
import { createSandbox } from '../../src/sandbox/pool.js';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/pool.js';

/** Time enough for code that ends: how it ends must not depend on how fast the machine is. */
const PATIENT = {
  evaluateMs: 60_000,
  scriptMs: 60_000,
  scriptCpuMs: 60_000,
  restrictedMs: 60_000,
  restrictedCpuMs: 60_000,
};

const opened: Sandbox[] = [];
/** A sandbox with long time-outs, unless its options say otherwise; it is closed when the tests of the file are over. */
export function open(options: SandboxOptions = {}): Sandbox {
  const sandbox = createSandbox({ ...options, limits: { ...PATIENT, ...options.limits } });
  opened.push(sandbox);
  return sandbox;
}
afterAll(() => Promise.all(opened.map((sandbox) => sandbox.close())));

/** The one most tests use. */
export const sandbox = open();
/** Code without end. */
export const LOOP = 'while (true) {}';
/** What code without end is answered with. */
export const LATE = { ok: false, error: 'the code took too long', reason: 'limit' };

/** What code gives with these arguments. */
export async function valueOf(code: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const list = Object.entries(args).map(([id, value]) => ({ id, value }));
  const [outcome] = await sandbox.evaluate([code], list);
  return outcome?.ok ? outcome.value : `failed: ${outcome?.error}`;
}

/** A fetch whose responses the test lets go one by one. */
export function heldFetch(): {
  fetch: (request: ScriptRequest) => Promise<ScriptResponse>;
  release(): void;
} {
  const held: (() => void)[] = [];
  return {
    fetch: () => new Promise((resolve) => held.push(() => resolve({ ok: true, body: 'released' }))),
    release: () => held.splice(0).forEach((let_go) => let_go()),
  };
}
