import type { EffectOrigin } from './effectOrigin.js';
import type { EffectResult, OutsideEffect } from '../engine/index.js';
import type { CodeRunner } from './codeRunner.js';
import type { EffectCall } from './effectCall.js';
import { useSheet } from './google/useSheet.js';
import { sendEmail, type MailPorts } from './smtp/sendEmail.js';
import { createPayment, verifyPayment } from './stripe/payments.js';
import { type BudgetPorts, runWithinBudget } from './runWithinBudget.js';
import type { VendorPorts } from './vendorAction.js';
import type { Http } from './http.js';
import { sendRequest } from './httpRequest/sendRequest.js';

/**
 * Creates the handler of effects. It never rejects: a failure becomes a failed result, because the flow must continue. `chat` is the id of
 * the chat, by which the sandbox shares its threads fairly; `origin` says what the chat may use. Without `openSecrets` there are no
 * credentials.
 */
export function createHandleEffect(
  code: CodeRunner,
  http: Http,
  around: Partial<EffectPorts> = {},
): (effect: OutsideEffect, chat: string, origin?: EffectOrigin) => Promise<EffectResult> {
  const handlers = handlersOf({ code, http, renewals: new Map(), ...NO_PORTS, ...around });
  return async (effect, chat, origin = NOBODY) => {
    try {
      return await handle(handlers, effect.kind, {
        effect,
        key: keyOf(origin, chat),
        chat,
        origin,
      });
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error.message : String(error) };
    }
  };
}

/** What handlers need besides the sandbox and outgoing requests. */
export type EffectPorts = Omit<VendorPorts & MailPorts, 'code' | 'http' | 'renewals'> & BudgetPorts;

const NO_PORTS: EffectPorts = {
  openSecrets: () => Promise.resolve(undefined),
  addresses: new Map(),
  countUse: () => undefined,
  googleClient: undefined,
  aiMeter: undefined,
  usesAi: () => false,
  mailServer: undefined,
  countEmail: () => Promise.resolve(),
};

/**
 * The key by which calls of the sandbox are queued and measured: each key gets a fair share. A flow in a request may name any number of
 * bots, so all such flows share one key unless their sender may change the bot.
 */
function keyOf({ botId, reach }: EffectOrigin, chat: string): string {
  if (reach === 'nothing') return 'flows sent along';
  return `${reach ? 'preview of ' : ''}${botId}/${chat}`;
}

/** Whether the code may be that of an anonymous sender of a preview. That of an example is the server's own. */
function isForeign({ reach }: EffectOrigin): boolean {
  return reach === 'bots' || reach === 'nothing';
}

const NOBODY: EffectOrigin = { botId: undefined, reach: 'nothing' };

/** One handler for each kind of effect; the compiler requires them all. */
type Handlers = {
  readonly [K in OutsideEffect['kind']]: (call: EffectCall<K>) => Promise<EffectResult>;
};

function handlersOf(ports: VendorPorts & EffectPorts): Handlers {
  const { code } = ports;
  return {
    evaluate: async ({ effect, key, origin }) => ({
      ok: true,
      value: await code.evaluate(effect.expressions, effect.args, {
        key,
        timeZone: effect.timeZone,
        isRestricted: isForeign(origin),
      }),
    }),
    runScript: async ({ effect, key, origin }) => {
      const { kind, ...script } = effect;
      const { callKey, abandoned } = origin;
      const called = { ...script, key, callKey, abandoned, isRestricted: isForeign(origin) };
      const { outcome, ...beside } = await code.runScript(called);
      return { ...outcome, ...beside };
    },
    createPayment: (call) => createPayment(ports, call),
    verifyPayment: (call) => verifyPayment(ports, call),
    httpRequest: ({ effect, origin }) => sendRequest(ports, effect, origin),
    sendEmail: (call) => sendEmail(ports, call),
    sheets: (call) => useSheet(ports, call),
    forge: (call) => runWithinBudget(ports, call),
  };
}

function handle<K extends OutsideEffect['kind']>(
  handlers: Handlers,
  kind: K,
  call: EffectCall<K>,
): Promise<EffectResult> {
  return handlers[kind](call);
}
