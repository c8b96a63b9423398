import type { Effect } from './effect.js';
import type { SessionSettings } from './session.js';

/** Why a restricted preview is refused an effect, for the author's logs. */
export const RESTRICTED =
  'this preview is restricted: without the token of somebody who may edit the bot it sends nothing and uses no credentials';

/**
 * The ask as the chat may make it, or undefined where it may not. A restricted preview only computes: it may run scripts,
 * without `fetch`, and perhaps load other bots, but make no other ask.
 */
export function allowedEffect({ reach }: SessionSettings, effect: Effect): Effect | undefined {
  if (reach === undefined) return effect;
  if (effect.kind === 'runScript') return withoutFetch(effect);
  return effect.kind === 'loadBot' && reach === 'bots' ? effect : undefined;
}

/** The same script with a `fetch` that always fails and says why. */
function withoutFetch(effect: Extract<Effect, { kind: 'runScript' }>): Effect {
  if (!effect.capabilities?.fetch) return effect;
  return { ...effect, capabilities: { ...effect.capabilities, fetch: { refusal: RESTRICTED } } };
}
