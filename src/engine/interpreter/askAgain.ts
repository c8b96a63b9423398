import type { Flows } from '../flow/flow.js';
import type { TurnEvent } from '../reply/reply.js';
import type { Env } from './env.js';
import type { Session } from './session.js';
import { openTurnState } from './turnState.js';
import { nextCall, walk } from './walk.js';

/**
 * The input at which a session waits, as its block asks for it now; nothing where it waits for none, or where asking takes an effect. The
 * session stays as it is.
 */
export function askAgain(flows: Flows, session: Session, env: Env): TurnEvent[] {
  const { at } = session;
  if (!at || at.waitsFor === 'client') return [];
  const turn = openTurnState({ flows, env }, session);
  const { groupId, index, blockId } = at;
  walk(turn, { groupId, index, evaluated: [], method: 'enter' }, nextCall);
  if (turn.open || turn.at?.blockId !== blockId) return [];
  return turn.events.filter(({ kind }) => kind === 'input').slice(-1);
}
