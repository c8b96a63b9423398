import type { EffectOrigin } from '../chat/ports.js';
import type { EffectResult, OutsideEffect } from '../engine/index.js';
import type { OpenSecret, OpenSecrets } from '../integrations/secrets.js';
import type { Log } from '../log/log.js';
import type { ExampleAccounts } from './connectedGroup.js';

/**
 * Opens the accounts of examples for their chats, and for no other: only this server starts a chat whose reach is `example`, and
 * only with a flow of its own. Other chats get what they name in their workspace.
 */
export function withExampleAccounts(accounts: ExampleAccounts, others: OpenSecrets): OpenSecrets {
  const { openai, stripe } = accounts;
  const secrets = new Map<string, OpenSecret>();
  if (openai) secrets.set('openai', { type: 'openai', data: { apiKey: openai.apiKey } });
  // There are no live keys to fall back to.
  if (stripe) secrets.set('stripe', { type: 'stripe', data: { live: stripe, test: stripe } });
  return async (wanted) =>
    wanted.reach === 'example' ? secrets.get(wanted.credentialsId) : others(wanted);
}

type HandleEffect = (
  effect: OutsideEffect,
  chat: string,
  origin?: EffectOrigin,
) => Promise<EffectResult>;

/** What limits examples, and learns why one failed. */
interface ExampleBounds {
  /** Counts what an example asks; gives the words for its visitor where that is too often. */
  count(botId: string, chat: string): Promise<string | undefined>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Handles the effects of examples within limits, because anybody may play them and the operator pays. A model that is asked too
 * often answers with the words of the limit. Why something failed is for the operator and goes to the log, not to the visitor.
 */
export function boundExamples(handle: HandleEffect, { count, log }: ExampleBounds): HandleEffect {
  return async (effect, chat, origin) => {
    const { botId = '', reach } = origin ?? {};
    if (reach !== 'example') return handle(effect, chat, origin);
    const refusal = ASKS.has(effect.kind) ? await count(botId, chat) : undefined;
    if (refusal !== undefined) {
      return effect.kind === 'forge'
        ? { ok: true, value: { 'Message content': refusal } }
        : { ok: false, error: refusal };
    }
    const result = await handle(effect, chat, origin);
    const reason = result.ok ? result.warning : result.error;
    if (reason === undefined) return result;
    log.warn({ botId, reason }, 'an example could not use its account');
    return result.ok ? { ...result, warning: BROKEN_OFF } : { ok: false, error: FAILED };
  };
}

const ASKS = new Set<OutsideEffect['kind']>(['forge', 'createPayment']);

const FAILED = 'It does not work at the moment; please try again later';
const BROKEN_OFF = 'The answer broke off';
