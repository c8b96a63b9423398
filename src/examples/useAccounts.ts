import { z } from 'zod';
import type { EffectOrigin } from '../integrations/effectOrigin.js';
import type { EffectResult, ForgeEffect, OutsideEffect } from '../engine/index.js';
import type { OpenSecret, OpenSecrets } from '../integrations/secrets.js';
import type { Log } from '../log/log.js';
import type { ExampleAccounts } from './connectedGroup.js';

/**
 * Opens the accounts of examples only for chats of examples: only this server starts a chat whose reach is `example`, and only with its own
 * flows. Other chats get the credentials that they name in their workspace.
 */
export function withExampleAccounts(accounts: ExampleAccounts, others: OpenSecrets): OpenSecrets {
  const { openai, stripe } = accounts;
  const secrets = new Map<string, OpenSecret>();
  if (openai) secrets.set('openai', { type: 'openai', data: { apiKey: openai.apiKey } });
  // The test keys are also in the place of the live keys, because there are none.
  if (stripe) secrets.set('stripe', { type: 'stripe', data: { live: stripe, test: stripe } });
  return async (wanted) =>
    wanted.reach === 'example' ? secrets.get(wanted.credentialsId) : others(wanted);
}

type HandleEffect = (
  effect: OutsideEffect,
  chat: string,
  origin?: EffectOrigin,
) => Promise<EffectResult>;

/** The limits of examples, and the log of their failures. */
interface ExampleBounds {
  /** Counts a request of an example. Returns a message for its visitor if there were too many. */
  count(botId: string, chat: string): Promise<string | undefined>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Handles the effects of examples within limits, because anybody may play them and the operator pays. Above the limit, the message replaces
 * the answer of the model. Reasons of failures are logged for the operator and not shown to the visitor.
 */
export function boundExamples(handle: HandleEffect, bounds: ExampleBounds): HandleEffect {
  return async (effect, chat, origin) => {
    const { botId = '', reach } = origin ?? {};
    const isOfAccount = reach === 'example' && ACCOUNT_EFFECTS.has(effect.kind);
    if (!isOfAccount) return handle(effect, chat, origin);
    // Verifying a payment is not counted again.
    const refusal = effect.kind === 'verifyPayment' ? undefined : await bounds.count(botId, chat);
    if (refusal !== undefined) return refused(effect, refusal);
    const boundedEffect = effect.kind === 'forge' ? boundDialogue(effect) : effect;
    return withoutReason(await handle(boundedEffect, chat, origin), (reason) => {
      bounds.log.warn({ botId, reason }, 'an example could not use its account');
    });
  };
}

const ACCOUNT_EFFECTS = new Set<OutsideEffect['kind']>(['forge', 'createPayment', 'verifyPayment']);

/** The result of a refused request: the message in place of the model's answer, or as an error. */
function refused({ kind }: OutsideEffect, words: string): EffectResult {
  return kind === 'forge'
    ? { ok: true, value: { 'Message content': words } }
    : { ok: false, error: words };
}

/** The result for the visitor, without the reason of a failure, which is passed to `tell`. */
function withoutReason(result: EffectResult, tell: (reason: string) => void): EffectResult {
  const reason = result.ok ? result.warning : result.error;
  if (reason === undefined) return result;
  tell(reason);
  return result.ok
    ? { ...result, warning: 'The answer broke off' }
    : { ok: false, error: 'This does not work at the moment. Please try again later.' };
}

/** Messages after the first that a model gets, and characters of each, at most. */
const MESSAGES = 5;
const LETTERS = 1_000;

const optionsSchema = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

/**
 * Cuts the request of an example to a model to what the operator pays for: the first message, which is the flow's own, and the end of the
 * dialogue. The flow does not do this, because its code can fail on a busy server.
 */
function boundDialogue(effect: ForgeEffect): ForgeEffect {
  const { messages, ...options } = optionsSchema.parse(effect.options);
  const dialogue = messages.slice(1).slice(-MESSAGES);
  const boundedMessages = dialogue.map(({ role, content }) => ({
    role,
    content: shortened(content),
  }));
  return {
    ...effect,
    options: { ...options, messages: [...messages.slice(0, 1), ...boundedMessages] },
  };
}

/** The first characters of a text. URLs are broken up, because the URLs of images would be sent as images. */
function shortened(text: string): string {
  // By code points, so that no surrogate pair is split.
  const letters = [...text.slice(0, 2 * LETTERS)].slice(0, LETTERS);
  return letters.join('').replaceAll('://', ': //');
}
