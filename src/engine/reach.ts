import type { Ask } from './effect.js';
import type { SessionSettings } from './session.js';

/** Why a restricted preview is refused an effect, for the author's logs. */
export const RESTRICTED =
  'this preview is restricted: without the token of somebody who may edit the bot it sends nothing and uses no credentials';

/**
 * The effect that a chat may ask for in place of this one; undefined where it may ask for none. A restricted preview only
 * computes: every kind of effect that is not named here is refused to it.
 */
export function allowedAsk({ reach }: SessionSettings, ask: Ask): Ask | undefined {
  if (reach === undefined) return ask;
  if (ask.kind === 'runScript') return withoutFetch(ask);
  return ask.kind === 'loadBot' && reach === 'bots' ? ask : undefined;
}

/** The script finds a `fetch` that fails and says why. */
function withoutFetch(ask: Extract<Ask, { kind: 'runScript' }>): Ask {
  if (!ask.capabilities?.fetch) return ask;
  return { ...ask, capabilities: { ...ask.capabilities, fetch: { refusal: RESTRICTED } } };
}
