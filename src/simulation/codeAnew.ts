import type { EffectResult } from '../engine/index.js';
import type { Sandbox } from '../sandbox/pool.js';
import { runCodeEffect, type CodeAround, type CodeEffect } from './codeEffect.js';

/**
 * Runs code that was not run, or not with these values, when a chat took place. Undefined where it sends a request: nobody knows what it
 * would have got.
 */
export type RunCodeAnew = (
  effect: CodeEffect,
  fixed: CodeAround['fixed'],
) => Promise<EffectResult | undefined>;

/** Opens the sandbox for the code of replays, which are queued under one key. */
export function openCodeAnew(
  sandbox: Pick<Sandbox, 'evaluate' | 'runScript'>,
  key: string,
): RunCodeAnew {
  return async (effect, fixed) => {
    let hasSent = false;
    const fetch: CodeAround['fetch'] = async () => {
      hasSent = true;
      return { ok: false, message: 'Nothing is sent in a replay' };
    };
    const result = await runCodeEffect(sandbox, effect, { key, fixed, fetch });
    return hasSent ? undefined : result;
  };
}
