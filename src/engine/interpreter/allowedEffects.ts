import type { Ask } from './effect.js';
import type { SessionSettings } from './session.js';

/** Why a restricted preview is refused an effect, for the author's logs. */
export const RESTRICTED =
  'this preview is restricted: without the token of somebody who may edit the bot it sends nothing and uses no credentials';

/**
 * The ask as the chat may make it, or undefined where it may not. A restricted preview only computes: it may run scripts,
 * without `fetch`, and perhaps load other bots, but make no other ask.
 */
export function allowedAsk({ reach }: SessionSettings, ask: Ask): Ask | undefined {
  if (reach === undefined) return ask;
  if (ask.kind === 'runScript') return withoutFetch(ask);
  return ask.kind === 'loadBot' && reach === 'bots' ? ask : undefined;
}

/** The same script with a `fetch` that always fails and says why. */
function withoutFetch(ask: Extract<Ask, { kind: 'runScript' }>): Ask {
  if (!ask.capabilities?.fetch) return ask;
  return { ...ask, capabilities: { ...ask.capabilities, fetch: { refusal: RESTRICTED } } };
}
