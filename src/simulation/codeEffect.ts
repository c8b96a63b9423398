import type { Effect, EffectResult } from '../engine/index.js';
import type { Sandbox, Script } from '../sandbox/pool.js';

/** The effects that run code of a flow. */
export type CodeEffect = Extract<Effect, { readonly kind: 'evaluate' | 'runScript' }>;

/** How code of a simulation runs: `fixed` is its clock and seed, `key` that of the queue, `fetch` answers its requests. */
export type CodeAround = Required<Pick<Script, 'key' | 'fixed' | 'fetch'>>;

/** Runs code of a flow as a chat does, but with another clock, other random numbers and another network. Never rejects. */
export async function runCodeEffect(
  sandbox: Pick<Sandbox, 'evaluate' | 'runScript'>,
  effect: CodeEffect,
  around: CodeAround,
): Promise<EffectResult> {
  if (effect.kind === 'evaluate') {
    const { expressions, args, timeZone } = effect;
    const value = await sandbox.evaluate(expressions, args, { ...around, timeZone });
    return { ok: true, value };
  }
  const { kind: _, ...script } = effect;
  const { outcome, ...beside } = await sandbox.runScript({ ...script, ...around });
  return { ...outcome, ...beside };
}
