import { applyEdits, type Edited, type Flow, type FlowEdit } from '@parley/client';
import type { Gesture } from './draftSource.js';

/**
 * A gesture that is not part of the stored flow here. It `waits` to be sent; what becomes of one that is `sent` the server says; whether one
 * that is `lost` arrived is to be found out; one that is `stored` is part of the revision that comes.
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
