import { createHash } from 'node:crypto';
import type { Effect, EffectResult } from '../engine/index.js';
import type { TurnGuard } from '../storage/hot/turnWrite.js';

/** An effect and its number in the turn, from 1. */
export interface NumberedEffect {
  readonly number: number;
  readonly effect: Effect;
}

/** The result of an effect, and its time, in milliseconds since 1970. */
export interface TimedResult {
  readonly result: EffectResult;
  readonly at: number;
}

/** Handles an effect. The signal, where there is one, is aborted when the result is no longer needed. */
export type EffectWork = (abandoned?: AbortSignal) => Promise<EffectResult>;

/** Stores the results of a turn's effects, so that a repeated turn does not request them again. */
export interface EffectJournal {
  /** When the first attempt at the turn began, in milliseconds since 1970: the time that the engine sees. */
  readonly beganAt: number;
  /** The result of an effect: that of an earlier attempt, or that of the work. */
  resultOf(effect: NumberedEffect, work: EffectWork): Promise<TimedResult>;
  /** An idempotency key for a service outside: the same for an effect in all attempts at the turn. */
  callKey(number: number): string;
  /** The condition under which the turn may be written now; undefined where it must not be written. */
  guard(): TurnGuard | undefined;
}

/** The journal of a chat's first turn, which no other process can attempt. Its keys are made of `origin`. */
export function openUnleasedJournal(now: () => number, origin: unknown): EffectJournal {
  return {
    beganAt: now(),
    async resultOf(_effect, work) {
      const result = await work();
      return { result, at: now() };
    },
    callKey: (number) => hashOf([origin, number]),
    guard: () => ({ fence: 0 }),
  };
}

/** A short hash of a JSON value, from which the value cannot be read. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40);
}
