import {
  type CreatePaymentEffect,
  type Effect,
  type EffectResult,
  type HandledEffect,
  intentIn,
  paymentLabel,
  type Session,
} from '../engine/index.js';
import type { Heard } from '../schema/chatEvent.js';
import { findOpenPayments, notePayment, type PreparedPayment } from '../storage/payments.js';
import { loadBot } from './loadBot.js';
import { openReply, type OpenReply } from './openReply.js';
import { logReason, askPayment, type PaymentPlace, verifyPayment } from './verifyPayment.js';
import type { ChatPorts } from './ports.js';
import type { EffectOrigin } from '../integrations/effectOrigin.js';

/** The turn that an effect belongs to. */
export interface EffectTurn {
  readonly sessionId: string;
  readonly turn: number;
  readonly session: Session;
  /** Whether anybody can be watching the chat. */
  readonly isWatchable: boolean;
  /** The idempotency key of this effect for services outside. */
  readonly callKey: () => string;
  /** Told what an AI action took; absent in a turn that is not traced. */
  readonly noteUse?: EffectOrigin['noteUse'];
  /** Aborted when the result is no longer needed. */
  readonly abandoned?: AbortSignal | undefined;
}

/** Whether an effect may leave this server: then no other process should run the same turn. */
export function reachesOutside(effect: Effect): boolean {
  if (effect.kind === 'runScript') return effect.capabilities?.fetch === true;
  return effect.kind !== 'evaluate' && effect.kind !== 'loadBot';
}

/**
 * Whether a result is stored for the next attempt at the turn. The failure to prepare a payment is not: it fails the call, and the payment
 * is prepared again once somebody has repaired the account. Nor is the result of verifying a payment, which may have changed.
 */
export function isResultKept(effect: Effect, result: EffectResult): boolean {
  if (effect.kind === 'verifyPayment') return false;
  return result.ok || effect.kind !== 'createPayment';
}

/** The block whose bubble shows the text of an effect, where that text is streamed to watchers. */
export function streamedBlock(effect: Effect): string | undefined {
  return effect.kind === 'forge' ? effect.saidBy : undefined;
}

/**
 * Handles an effect: loads a linked bot itself, and passes all others to the effect handlers, with what the chat may use of its workspace.
 * Text that the next bubble says is streamed to watchers.
 */
export async function handleEffect(
  ports: ChatPorts,
  effect: HandledEffect,
  { sessionId, turn, session, isWatchable, callKey, noteUse, abandoned }: EffectTurn,
): Promise<EffectResult> {
  if (effect.kind === 'loadBot') return loadBot(ports, session, effect);
  const origin = {
    botId: session.stack[0]?.botId,
    reach: session.settings.reach,
    ...(reachesOutside(effect) && { callKey: callKey(), noteUse, abandoned }),
    ...keeperOf(ports, session, sessionId),
  };
  if (effect.kind === 'createPayment') return preparePayment(ports, effect, { sessionId, origin });
  if (effect.kind === 'verifyPayment') return verifyPayment(ports, effect, { sessionId, origin });
  const blockId = streamedBlock(effect);
  if (blockId === undefined || !isWatchable) return ports.handleEffect(effect, sessionId, origin);
  const opened: OpenReply[] = [];
  const open = async (): Promise<OpenReply> => {
    const reply = await openReply(ports, { sessionId, turn, blockId, heard: heardIn(session) });
    opened.push(reply);
    return reply;
  };
  try {
    return await ports.handleEffect(effect, sessionId, { ...origin, openReply: open });
  } finally {
    for (const reply of opened) await reply.close();
  }
}

/** Files that an effect creates or sends belong to the result in which the answers of the open bot are stored. */
function keeperOf(
  { keepFile, findFile }: ChatPorts,
  { stack, settings }: Session,
  sessionId: string,
): Pick<EffectOrigin, 'keepFile' | 'findFile'> {
  const frame = stack.at(-1);
  if (!frame || settings.reach !== undefined) return {};
  const { botId, resultId } = frame;
  return {
    keepFile: (made) => keepFile(made, { botId, resultId, sessionId }),
    findFile: (address) => findFile(address, { botId, resultId, sessionId }),
  };
}

/** The visitor's message in the turn that runs. */
function heardIn({ open }: Session): Heard | undefined {
  const event = open?.events.find(({ kind }) => kind === 'heard');
  if (event?.kind !== 'heard') return undefined;
  const { kind: _kind, ...heard } = event;
  return heard;
}

/**
 * Prepares a payment and stores which chat waits for it, so that the provider's message finds the chat. Earlier payments of the chat are
 * withdrawn, or they could be paid as well: a command lets a chat leave its payment without an answer.
 */
async function preparePayment(
  ports: ChatPorts,
  effect: CreatePaymentEffect,
  place: PaymentPlace,
): Promise<EffectResult> {
  const { sessionId, origin } = place;
  const result = await ports.handleEffect(effect, sessionId, origin);
  if (!result.ok) await logReason(ports, effect, { sessionId, reason: result.error });
  const intentId = intentIn(result);
  if (intentId === undefined) return result;
  const { credentialsId, amount, currency } = effect;
  const asked = { amount, currency };
  const prepared = { intentId, sessionId, credentialsId, label: paymentLabel(asked), asked };
  await notePayment(ports.pool, prepared);
  return (await withdrawEarlier(ports, { effect, place, prepared })) ?? result;
}

/** Returns the failure if an earlier payment may still be made. */
async function withdrawEarlier(
  ports: ChatPorts,
  {
    effect: { provider, isTest },
    place,
    prepared,
  }: {
    readonly effect: CreatePaymentEffect;
    readonly place: PaymentPlace;
    readonly prepared: PreparedPayment;
  },
): Promise<EffectResult | undefined> {
  for (const earlier of await findOpenPayments(ports.pool, prepared)) {
    const request = { kind: 'verifyPayment', provider, isTest, ...earlier } as const;
    const withdrawn = await askPayment(ports, request, place);
    if (!withdrawn.ok) return withdrawn;
  }
  return undefined;
}
