import { applyEdits, type Edited, type Flow, type FlowEdit } from '@parley/client';
import type { Gesture } from './draftSource.js';

/**
 * A gesture that is not part of the stored flow here. It `waits` to be sent; it is `sent` until the server answers, or `lost` if nobody knows
 * whether it arrived; it is `stored` until the revision that it is part of comes.
 */
export interface Pending extends Gesture {
  state: 'waits' | 'sent' | 'lost' | 'stored';
  revision?: number;
  inverse?: readonly FlowEdit[];
}

/** The flow after stored edits; undefined if it is another than that to which they were applied. */
export function appliedTo(flow: Flow, edits: readonly FlowEdit[]): Edited | undefined {
  try {
    return applyEdits(flow, edits);
  } catch {
    return undefined;
  }
}

/** Notes at which revision a gesture was stored. */
export function accept(gesture: Pending, stored: Pick<Pending, 'revision' | 'inverse'>): void {
  if (gesture.state !== 'stored') Object.assign(gesture, stored, { state: 'stored' });
}
