import type { Flow } from '../../src/engine/flow/flow.js';
import type { Session } from '../../src/engine/interpreter/session.js';
import { moveSession, type MovedSession } from '../../src/engine/move/moveSession.js';
import { pairFlows, type FlowPair } from '../../src/engine/move/pairFlows.js';

/** Compares two versions at once. */
function pairOf(old: Flow, now: Flow): FlowPair {
  const steps = pairFlows(old, now);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** A chat that moves from one version to another. */
export function moved(session: Session, old: Flow, now: Flow): MovedSession {
  return moveSession(session, pairOf(old, now));
}
