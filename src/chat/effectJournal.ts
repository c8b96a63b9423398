import { createHash } from 'node:crypto';
import type { Effect, EffectResult } from '../engine/index.js';
import type { TurnGuard } from '../storage/hot/turnWrite.js';

/** An effect and its number in the turn, from 1. */
export interface NumberedEffect {
  readonly number: number;
  readonly effect: Effect;
}

/** The result of an effect, and when it came, in milliseconds since 1970. */
export interface TimedResult {
  readonly result: EffectResult;
  readonly at: number;
}

/** Handles an effect. The signal, where there is one, is aborted when nobody needs the result any more. */
export type EffectWork = (abandoned?: AbortSignal) => Promise<EffectResult>;

/** What the effects of a turn go through. */
export interface EffectJournal {
  /** When the turn began, as the engine is to see it: at its first attempt. */
  readonly beganAt: number;
  /** The result of an effect: the one it had at an earlier attempt, or that of the work. */
  resultOf(effect: NumberedEffect, work: EffectWork): Promise<TimedResult>;
  /** A key for what the outside is to do once for an effect, however often the same turn is attempted. */
  callKey(number: number): string;
  /** Under which condition the turn may be written now; undefined where it may not be. */
  guard(): TurnGuard | undefined;
}

/** The journal of a chat's first turn, which no other process knows of; the keys are made of `origin`. */
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

/** A short name for a JSON value: the same for the same value, and nothing of it can be read from it. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40);
}
