import type { EffectOrigin } from '../../src/integrations/effectOrigin.js';
import type { EffectResult, OutsideEffect } from '../../src/engine/index.js';
import { createHttp } from '../../src/integrations/http.js';
import { createHandleEffect, type EffectPorts } from '../../src/integrations/index.js';
import { CLIENT, REFRESH_TOKEN, type GoogleInUse } from './googleServer.js';
import { sandbox } from './sandboxes.js';

/** The credentials that are there, and what else differs from a chat of a bot. */
export interface Around {
  readonly type?: string;
  readonly data?: unknown;
  readonly origin?: Partial<EffectOrigin>;
  readonly ports?: Partial<EffectPorts>;
  readonly saved?: unknown[];
  /** How long a request may take, in milliseconds. */
  readonly within?: number;
}

/** What came of an effect with an account at the double; `saved` receives the credentials that replace it. */
export function performed(
  google: GoogleInUse,
  effect: OutsideEffect,
  around: Around,
): Promise<EffectResult> {
  return atGoogle(google, around)(effect, around.origin);
}

/** The same for several effects of one server. */
export function atGoogle(google: GoogleInUse, around: Around) {
  const { type, data = { refresh_token: REFRESH_TOKEN }, ports, saved = [], within } = around;
  const limits = within === undefined ? {} : { timeoutMs: within };
  const save = async (next: unknown) => void saved.push(next);
  const perform = createHandleEffect(sandbox, createHttp({ allowedHosts: ['127.0.0.1'], limits }), {
    openSecrets: async () => ({ type: type ?? 'google sheets', data, save }),
    addresses: new Map([['google', google.url()]]),
    googleClient: CLIENT,
    ...ports,
  });
  return (effect: OutsideEffect, origin: Partial<EffectOrigin> = {}) =>
    perform(effect, 'ses_1', { botId: 'b', reach: undefined, callKey: 'abc', ...origin });
}

/** Why an effect failed. */
export function errorOf(result: EffectResult): string {
  return result.ok ? 'none' : result.error;
}
