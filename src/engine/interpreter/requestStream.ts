import type { Flows } from '../flow/flow.js';
import type { ForgeEffect } from './effect.js';
import type { Env } from './env.js';
import type { Session } from './session.js';
import { openTurnState, sessionFrom } from './turnState.js';
import { walk } from './walk.js';

/**
 * Begins the request for a text that the client of a chat is to stream: the block that waits for that client is entered again,
 * as if the client did not stream. The session that comes is for further steps with the results of its effects, until
 * `streamedEffect` has what is requested; it is never stored. The chat itself goes on when the client reports the text.
 * Undefined where the chat waits for nothing that a client streams.
 */
export function requestStream(flows: Flows, session: Session, env: Env): Session | undefined {
  const { at, settings } = session;
  if (at?.waitsFor !== 'client' || !settings.isStreamEnabled) return undefined;
  const { groupId, index } = at;
  const served = { ...session, settings: { ...settings, isStreamEnabled: false } };
  const turn = openTurnState({ flows, env }, served);
  walk(turn, { groupId, index, evaluated: [], method: 'enter' });
  return turn.open && sessionFrom(turn);
}

/** What the block at which the chat waits requests of its vendor, as soon as a step has come to it. */
export function streamedEffect({ at }: Session, { open }: Session): ForgeEffect | undefined {
  if (!at || open?.effect.kind !== 'forge') return undefined;
  const { groupId, index } = open.blockCall;
  return groupId === at.groupId && index === at.index ? open.effect : undefined;
}
