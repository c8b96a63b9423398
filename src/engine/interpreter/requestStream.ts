import type { Flows } from '../flow/flow.js';
import type { ForgeEffect } from './effect.js';
import type { Env } from './env.js';
import type { Session } from './session.js';
import { openTurnState, sessionFrom } from './turnState.js';
import { nextCall, walk } from './walk.js';

/**
 * Begins the request for a text that the client streams: the block that waits for the client is entered again as if
 * the client did not stream. The returned session takes further steps with the results of its effects, until
 * `streamedEffect` returns an effect; it is never stored. The chat itself continues when the client reports the text.
 * Undefined when the chat does not wait for a streaming client.
 */
export function requestStream(flows: Flows, session: Session, env: Env): Session | undefined {
  const { at, settings } = session;
  if (at?.waitsFor !== 'client' || !settings.isStreamEnabled) return undefined;
  const { groupId, index } = at;
  const served = { ...session, settings: { ...settings, isStreamEnabled: false } };
  const turn = openTurnState({ flows, env }, served);
  walk(turn, { groupId, index, evaluated: [], method: 'enter' }, nextCall);
  return turn.open && sessionFrom(turn);
}

/** The effect that the waiting block requests from its vendor; undefined until a step has reached it. */
export function streamedEffect({ at }: Session, { open }: Session): ForgeEffect | undefined {
  if (!at || open?.effect.kind !== 'forge') return undefined;
  const { groupId, index } = open.blockCall;
  return groupId === at.groupId && index === at.index ? open.effect : undefined;
}
