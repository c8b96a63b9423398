import type { EffectOrigin } from '../../src/integrations/effectOrigin.js';
import type { EffectResult, OutsideEffect } from '../../src/engine/index.js';
import type { CodeRunner } from '../../src/integrations/codeRunner.js';
import { createHttp, type Http } from '../../src/integrations/http.js';
import { createHandleEffect } from '../../src/integrations/index.js';

/** The key of every account of these tests, which nothing may show. */
export const CANARY = 'sk-canary-4711';

type Forge = Extract<OutsideEffect, { kind: 'forge' }>;

/** The action that is asked, and what it is asked with. */
export interface AskedAction extends Pick<Forge, 'type' | 'action' | 'options'> {
  /** The credentials, besides the key. */
  readonly data?: object;
  readonly code?: CodeRunner;
  readonly origin?: Partial<EffectOrigin>;
  /** Called with each piece that watchers are shown. */
  readonly onShown?: (text: string) => void;
  /** How long a request may take, in milliseconds; as long as the action says when absent. */
  readonly timeoutMs?: number;
}

/** What came of an action, and the text that watchers were shown. */
export interface ActionOutcome {
  readonly result: EffectResult;
  readonly shown: readonly string[];
  /** What each request was counted as. */
  readonly tokens: readonly object[];
}

/** Does an action of a vendor with everything real but the service, which is on this machine. */
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
