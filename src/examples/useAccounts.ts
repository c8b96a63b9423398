import type { EffectOrigin } from '../chat/ports.js';
import type { EffectResult, OutsideEffect } from '../engine/index.js';
import type { OpenSecret, OpenSecrets } from '../integrations/secrets.js';
import type { Log } from '../log/log.js';
import { boundDialogue } from './boundDialogue.js';
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
export function boundExamples(handle: HandleEffect, bounds: ExampleBounds): HandleEffect {
  return async (effect, chat, origin) => {
    const { botId = '', reach } = origin ?? {};
    const isOfAccount = reach === 'example' && ACCOUNT_EFFECTS.has(effect.kind);
    if (!isOfAccount) return handle(effect, chat, origin);
    // Asking whether a payment was made is no further use of the example.
    const refusal = effect.kind === 'verifyPayment' ? undefined : await bounds.count(botId, chat);
    if (refusal !== undefined) return refused(effect, refusal);
    const asked = effect.kind === 'forge' ? boundDialogue(effect) : effect;
    return withoutReason(await handle(asked, chat, origin), (reason) => {
      bounds.log.warn({ botId, reason }, 'an example could not use its account');
    });
  };
}

const ACCOUNT_EFFECTS = new Set<OutsideEffect['kind']>(['forge', 'createPayment', 'verifyPayment']);

/** The words stand where the answer of a model would. */
function refused({ kind }: OutsideEffect, words: string): EffectResult {
  return kind === 'forge'
    ? { ok: true, value: { 'Message content': words } }
    : { ok: false, error: words };
}

/** The result as a visitor may see it; the reason of a failure goes elsewhere. */
function withoutReason(result: EffectResult, tell: (reason: string) => void): EffectResult {
  const reason = result.ok ? result.warning : result.error;
  if (reason === undefined) return result;
  tell(reason);
  return result.ok
    ? { ...result, warning: 'The answer broke off' }
    : { ok: false, error: 'This does not work at the moment. Please try again later.' };
}
