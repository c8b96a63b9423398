import { z } from 'zod';
import type { EffectOrigin } from '../integrations/effectOrigin.js';
import type { EffectResult, ForgeEffect, OutsideEffect } from '../engine/index.js';
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

/** How many messages a model receives after the first, and how many letters of each. */
const MESSAGES = 5;
const LETTERS = 1_000;

const optionsSchema = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

/**
 * The request of an example to a model, as far as the operator is to pay for it: what the flow says first, and the end of the
 * dialogue with a visitor. This is not left to the flow, whose code can fail on a busy server.
 */
function boundDialogue(effect: ForgeEffect): ForgeEffect {
  const { messages, ...options } = optionsSchema.parse(effect.options);
  const dialogue = messages.slice(1).slice(-MESSAGES);
  const said = dialogue.map(({ role, content }) => ({ role, content: bounded(content) }));
  return { ...effect, options: { ...options, messages: [...messages.slice(0, 1), ...said] } };
}

/** Its first letters. Words that are addresses of pictures would be looked at, so that nothing is left an address. */
function bounded(text: string): string {
  // A letter may be two units of the text, which are not to be torn apart.
  const letters = [...text.slice(0, 2 * LETTERS)].slice(0, LETTERS);
  return letters.join('').replaceAll('://', ': //');
}
