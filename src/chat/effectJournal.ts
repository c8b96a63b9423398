import { createHash } from 'node:crypto';
import type { EffectResult, Effect } from '../engine/index.js';

/** An ask and its number in the turn, from 1. */
export interface NumberedEffect {
  readonly number: number;
  readonly effect: Effect;
}

/** What an ask was answered, and when, in milliseconds since 1970. */
export interface TimedResult {
  readonly answer: EffectResult;
  readonly at: number;
}

/** Answers an ask. The signal, where there is one, is aborted when nobody needs the answer any more. */
export type EffectWork = (abandoned?: AbortSignal) => Promise<EffectResult>;

/** What the asks of a turn go through. */
export interface EffectJournal {
  /** When the turn began, as the engine is to see it: when it was first tried. */
  readonly beganAt: number;
  /** Answers an ask: with what it was answered before, or by the work. */
  resultOf(asked: NumberedEffect, work: EffectWork): Promise<TimedResult>;
  /** A key for what the outside is to do once for an ask, however often the same turn asks it. */
  callKey(number: number): string;
}

/** The journal of a chat's first turn, which nobody else knows of; `origin` is what its keys are made of. */
export function openUnleasedJournal(now: () => number, origin: unknown): EffectJournal {
  return {
    beganAt: now(),
    async resultOf(_asked, work) {
      const answer = await work();
      return { answer, at: now() };
    },
    callKey: (number) => hashOf([origin, number]),
  };
}

/** A short name for a JSON value: the same for the same value, and nothing of it can be read from it. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40);
}
