import type { Effect } from './effect.js';
import type { SessionSettings } from './session.js';

/** The reason logged for the author when a restricted preview may not run an effect. */
export const RESTRICTED =
  'this preview is restricted: without the token of somebody who may edit the bot it sends nothing and uses no credentials';

/**
 * The effect as this chat may run it, or undefined when it may not. A restricted preview only computes: it may run
 * scripts without `fetch` and, depending on its `reach`, load other bots or use the accounts of examples; every other effect is
 * refused (docs/engine-rules.md, "Effects").
 */
export function allowedEffect({ reach }: SessionSettings, effect: Effect): Effect | undefined {
  if (reach === undefined) return effect;
  if (effect.kind === 'runScript') return withoutFetch(effect);
  return ALLOWED[reach].includes(effect.kind) ? effect : undefined;
}

const ALLOWED: Readonly<Record<NonNullable<SessionSettings['reach']>, readonly Effect['kind'][]>> =
  { nothing: [], bots: ['loadBot'], example: ['forge', 'createPayment', 'verifyPayment'] };

/** The same script with a `fetch` that always fails with the reason. */
function withoutFetch(effect: Extract<Effect, { kind: 'runScript' }>): Effect {
  if (!effect.capabilities?.fetch) return effect;
  return { ...effect, capabilities: { ...effect.capabilities, fetch: { refusal: RESTRICTED } } };
}
