import { hashOf } from '../chat/effectJournal.js';
import type { EffectResult, HandledEffect } from '../engine/index.js';
import type { ReplayResult } from '../schema/chatReplay.js';
import type { RunCodeAnew } from './codeAnew.js';

/**
 * Why nobody knows how a chat would have gone. `NOT_KEPT`: it was too long, holds a secret or was deleted. `NEW_REQUEST`, `CHANGED_REQUEST`:
 * a service is asked for something that it was not asked for then. `FLOW_GONE`: a linked flow is no longer stored.
 */
export type UnknownReason = 'NOT_KEPT' | 'NEW_REQUEST' | 'CHANGED_REQUEST' | 'FLOW_GONE';

/** Ends a replay: nobody knows what the effect of a block would have given. */
export class UnknownResult extends Error {
  constructor(
    readonly reason: UnknownReason,
    readonly blockId: string | undefined,
  ) {
    super(`The result of an effect is not known: ${reason}`);
  }
}

/** A result that an effect is given in a replay. */
export interface GivenResult {
  readonly result: EffectResult;
  /** The number of the recorded effect, and the time of the step after it; absent where code was run again. */
  readonly recorded?: { readonly number: number; readonly at: number };
  /** Whether the service was asked for something else. */
  readonly isChanged: boolean;
}

/** A turn that is replayed: the results that were kept of it, and how its code is run again. */
export interface KeptTurn {
  readonly kept: readonly ReplayResult[];
  readonly runCode: RunCodeAnew;
  /** Random numbers of code follow from it. */
  readonly seed: string;
}

/** Gives each effect of a turn, which a block requests at a time, its result. */
export type ResultOf = (
  effect: HandledEffect,
  at: { readonly blockId: string | undefined; readonly now: number },
) => Promise<GivenResult>;

/** Gives the effects of one turn the results that were kept of it. */
export function openKeptResults(turn: KeptTurn): ResultOf {
  const requested = new Map<string | undefined, number>();
  return async (effect, { blockId, now }) => {
    const nth = (requested.get(blockId) ?? 0) + 1;
    requested.set(blockId, nth);
    const index = turn.kept.findIndex((one) => one.block === blockId && one.nth === nth);
    const found = turn.kept[index];
    if (found?.hash === hashOf(effect)) return given(found, index);
    const reason = found ? 'CHANGED_REQUEST' : 'NEW_REQUEST';
    if (effect.kind === 'evaluate' || effect.kind === 'runScript') {
      const result = await turn.runCode(effect, { now, seed: `${turn.seed}/${blockId}/${nth}` });
      if (result) return { result, isChanged: false };
    } else if (found && effect.kind !== 'loadBot') {
      return { ...given(found, index), isChanged: true };
    }
    // What another script or bot would have given has nothing to do with what this one gave.
    throw new UnknownResult(reason, blockId);
  };
}

function given(found: ReplayResult, index: number): GivenResult {
  if ('omitted' in found) throw new UnknownResult('NOT_KEPT', found.block);
  const recorded = { number: index + 1, at: found.at };
  return { result: found.result, recorded, isChanged: false };
}
