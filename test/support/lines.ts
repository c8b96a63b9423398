import type { StepResult } from '../../src/engine/interpreter/step.js';
import { linesOf } from '../../src/simulation/chatLines.js';

/** A turn as readable lines: its events, or why it was refused. */
export function linesOfTurn({ events, refusal }: Pick<StepResult, 'events' | 'refusal'>): string[] {
  return refusal
    ? [`refused: ${refusal.reason}: ${refusal.what}: ${refusal.why}`]
    : linesOf(events);
}

export { linesOf } from '../../src/simulation/chatLines.js';
