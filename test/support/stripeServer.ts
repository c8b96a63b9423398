import { type IncomingMessage, type ServerResponse } from 'node:http';
import { readBody, useServer } from './useServer.js';

/** A request to the fake of Stripe. */
export interface StripeCall {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly idempotencyKey: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

/** How the server fails a request: with a status and a body, by closing the connection, or without any answer. */
export type Trouble = { readonly status: number; readonly body: string } | 'break' | 'silence';

/** A fake of the part of Stripe's API (https://docs.stripe.com/api) that payments need. */
export interface StripeServer {
  url(): string;
  readonly calls: StripeCall[];
  /** How the next requests fail, one entry each. */
  readonly troubles: Trouble[];
  /** The status of each intent, by id; tests pay by setting it. */
  readonly intents: Map<string, string>;
  /** The money received for an intent, where it differs from what the intent requests. */
  readonly received: Map<string, Partial<Money>>;
  /** The error of the last attempt to pay an intent. */
  readonly declined: Map<string, object>;
  /** A paid intent as Stripe's API and events show it. */
  shown(id: string): object;
  /** The secret keys that it accepts. */
  readonly keys: Set<string>;
}

interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** One fake for all tests of a file. */
export function useStripe(): StripeServer {
  const state = { calls: [], troubles: [], intents: new Map(), keys: new Set(['sk_live_canary']) };
  const known: Known = {
    ...state,
    ...{ byKey: new Map(), asked: new Map(), received: new Map(), declined: new Map() },
  };
  const url = useServer((request, response) => {
    readBody(request, (body) => answer(known, callOf(request, body), response));
  });
  return { ...known, url, shown: (id) => intentOf(known, id, 'succeeded') };
}

interface Known extends Omit<StripeServer, 'url' | 'shown'> {
  /** The intent and the parameters that belong to each idempotency key. */
  readonly byKey: Map<string, { readonly id: string; readonly sent: string }>;
  /** The money that each intent requests. */
  readonly asked: Map<string, Money>;
}

function callOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): StripeCall {
  return {
    method,
    path: url,
    key: String(headers.authorization).replace('Bearer ', ''),
    idempotencyKey: headers['idempotency-key']?.toString(),
    form: Object.fromEntries(new URLSearchParams(body.toString())),
  };
}

function answer(known: Known, call: StripeCall, response: ServerResponse): void {
  known.calls.push(call);
  const trouble = known.troubles.shift();
  if (trouble === 'silence') return;
  if (trouble === 'break') return void response.destroy();
  const { status, body } = trouble ?? answerOf(known, call);
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

function answerOf(known: Known, call: StripeCall): Exclude<Trouble, string> {
  if (!known.keys.has(call.key)) return failure(401, `Invalid API Key provided: ${call.key}`);
  if (call.method === 'POST' && call.path === '/v1/payment_intents') return made(known, call);
  const [id = '', action] = call.path.replace('/v1/payment_intents/', '').split('/');
  const status = known.intents.get(id);
  if (status === undefined) return failure(404, `No such payment_intent: '${id}'`);
  return action === 'cancel' ? cancelled(known, id, status) : intent(known, id, status);
}

/** https://docs.stripe.com/api/payment_intents/cancel */
function cancelled(known: Known, id: string, status: string): Exclude<Trouble, string> {
  if (!status.startsWith('requires_'))
    return failure(400, `It is ${status}`, 'payment_intent_unexpected_state');
  known.intents.set(id, 'canceled');
  return intent(known, id, 'canceled');
}

function made(known: Known, { idempotencyKey, form }: StripeCall): Exclude<Trouble, string> {
  const sent = JSON.stringify(form);
  const before = known.byKey.get(idempotencyKey ?? '');
  if (before && before.sent !== sent) return failure(400, 'Keys for idempotent requests differ');
  const id = before?.id ?? `pi_${known.intents.size + 1}`;
  if (!before) {
    known.intents.set(id, 'requires_payment_method');
    known.asked.set(id, { amount: Number(form['amount']), currency: String(form['currency']) });
  }
  if (idempotencyKey !== undefined) known.byKey.set(idempotencyKey, { id, sent });
  return intent(known, id, known.intents.get(id) ?? '');
}

/** https://docs.stripe.com/api/payment_intents/object */
function intentOf(known: Known, id: string, status: string): object {
  const asked = known.asked.get(id) ?? { amount: 0, currency: 'usd' };
  const { amount, currency } = { ...asked, ...known.received.get(id) };
  return {
    ...{ id, object: 'payment_intent', client_secret: `${id}_secret_x`, status },
    ...{ amount: asked.amount, amount_received: status === 'succeeded' ? amount : 0, currency },
    last_payment_error: known.declined.get(id) ?? null,
  };
}

function intent(known: Known, id: string, status: string): Exclude<Trouble, string> {
  return { status: 200, body: JSON.stringify(intentOf(known, id, status)) };
}

function failure(status: number, message: string, code?: string): Exclude<Trouble, string> {
  const error = { type: 'invalid_request_error', message, code };
  return { status, body: JSON.stringify({ error }) };
}
