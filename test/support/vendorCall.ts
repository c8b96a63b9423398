import type { EffectOrigin } from '../../src/integrations/effectOrigin.js';
import type { EffectResult, OutsideEffect } from '../../src/engine/index.js';
import type { CodeRunner } from '../../src/integrations/codeRunner.js';
import { createHttp, type Http } from '../../src/integrations/http.js';
import { createHandleEffect } from '../../src/integrations/index.js';

/** The API key of all credentials in these tests, which must not appear anywhere. */
export const CANARY = 'sk-canary-4711';

type Forge = Extract<OutsideEffect, { kind: 'forge' }>;

/** An action of a vendor, and what it is run with. */
export interface AskedAction extends Pick<Forge, 'type' | 'action' | 'options'> {
  /** The members of the credentials besides the key. */
  readonly data?: object;
  readonly code?: CodeRunner;
  readonly origin?: Partial<EffectOrigin>;
  /** Called with each piece of text that watchers see. */
  readonly onShown?: (text: string) => void;
  /** How long a request may take, in milliseconds; by default as long as the action allows. */
  readonly timeoutMs?: number;
}

/** The result of an action, and the pieces of text that watchers saw. */
export interface ActionOutcome {
  readonly result: EffectResult;
  readonly shown: readonly string[];
  /** The tokens that were counted for each request. */
  readonly tokens: readonly object[];
}

/** Runs an action of a vendor. Only the service is a fake, on this machine. */
export async function askVendor(asked: AskedAction): Promise<ActionOutcome> {
  const { data, code = NO_CODE, origin, timeoutMs, onShown, ...action } = asked;
  const shown: string[] = [];
  const reply = {
    say: (text: string) => {
      shown.push(text);
      onShown?.(text);
    },
    stopped: new AbortController().signal,
  };
  const real = createHttp({ allowedHosts: ['127.0.0.1'] });
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const http: Http = { ...real, openFetch: (use) => real.openFetch({ ...use, ...limit }) };
  const secrets = { type: action.type, data: { apiKey: CANARY, ...data } };
  const tokens: object[] = [];
  const handle = createHandleEffect(code, http, {
    openSecrets: () => Promise.resolve(secrets),
    countUse: (used) => void tokens.push(used),
  });
  const caller = { botId: 'bot_1', reach: undefined, openReply: () => Promise.resolve(reply) };
  const effect = { kind: 'forge', credentialsId: 'cred_1', ...action } as const;
  const result = await handle(effect, 'chat', { ...caller, callKey: 'key', ...origin });
  return { result, shown, tokens };
}

const NO_CODE: CodeRunner = {
  evaluate: () => Promise.reject(new Error('no code here')),
  runScript: () => Promise.reject(new Error('no code here')),
};
