import type Stripe from 'stripe';
import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import type { EffectCall, ServicePorts } from '../effectCall.js';
import { NO_CREDENTIALS, openNamed } from '../secrets.js';
import { paidIn, paidIntentSchema } from './paidIn.js';

/**
 * Creates a payment intent (https://docs.stripe.com/api/payment_intents/create). The call key is its idempotency key, so a repeated turn
 * gets the same intent.
 */
export async function createPayment(
  ports: ServicePorts,
  call: EffectCall<'createPayment'>,
): Promise<EffectResult> {
  return asking(ports, call, async (stripe, { publicKey }) => {
    const { callKey: idempotencyKey } = call.origin;
    const intent = await stripe.paymentIntents.create(
      intentOf(call.effect),
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
    const { id: intentId, client_secret: paymentIntentSecret } = madeSchema.parse(intent);
    return { ok: true, value: { intentId, paymentIntentSecret, publicKey } };
  });
}

/**
 * Reads the status of a payment intent (https://docs.stripe.com/payments/paymentintents/lifecycle). An unpaid one is cancelled, because
 * another one replaces it and both could be paid otherwise.
 */
export async function verifyPayment(
  ports: ServicePorts,
  call: EffectCall<'verifyPayment'>,
): Promise<EffectResult> {
  return asking(ports, call, async (stripe) => {
    const { intentId } = call.effect;
    const standing = standingOf(await stripe.paymentIntents.retrieve(intentId));
    const value = standing.status === 'open' ? await cancel(stripe, intentId) : standing;
    return { ok: true, value };
  });
}

/** Cancels an intent. If Stripe refuses because it was paid meanwhile or is being processed, returns its status. */
async function cancel(stripe: Stripe, intentId: string): Promise<Standing> {
  try {
    return standingOf(await stripe.paymentIntents.cancel(intentId));
  } catch (error) {
    if (!unexpectedStateSchema.safeParse(error).success) throw error;
    return standingOf(await stripe.paymentIntents.retrieve(intentId));
  }
}

const unexpectedStateSchema = z.object({ code: z.literal('payment_intent_unexpected_state') });

// Validated here because the library passes on any response with a success status.
const madeSchema = z.object({ id: z.string().min(1), client_secret: z.string().min(1) });

/** The status of an intent: the paid amount, or the reason that Stripe gives for its failure. */
type Standing =
  | { readonly status: 'paid'; readonly amount: number; readonly currency: string }
  | { readonly status: 'processing' | 'open' }
  | { readonly status: 'unpaid'; readonly reason?: string };

const askedSchema = z.discriminatedUnion('status', [
  paidIntentSchema.extend({ status: z.literal('succeeded') }),
  z.object({
    status: z.enum([
      'processing',
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'requires_capture',
    ]),
  }),
  z.object({
    status: z.literal('canceled'),
    // The last declined attempt (https://docs.stripe.com/declines/codes).
    last_payment_error: z
      .object({ message: z.string().optional(), decline_code: z.string().optional() })
      .nullish(),
  }),
]);

function standingOf(intent: unknown): Standing {
  const parsed = askedSchema.parse(intent);
  if (parsed.status === 'succeeded') return { status: 'paid', ...paidIn(parsed) };
  if (parsed.status === 'processing') return { status: 'processing' };
  if (parsed.status !== 'canceled') return { status: 'open' };
  const { message, decline_code: code } = parsed.last_payment_error ?? {};
  const reason = [message, code && `(${code})`].filter(Boolean).join(' ');
  return { status: 'unpaid', ...(reason && { reason: masked(reason) }) };
}

function intentOf({
  amount,
  currency,
  description,
  receiptEmail,
  payer = {},
}: EffectCall<'createPayment'>['effect']): Stripe.PaymentIntentCreateParams {
  const { name, phoneNumber } = payer;
  // Values of metadata have at most 500 characters (https://docs.stripe.com/api/metadata).
  const metadata = {
    ...(name !== undefined && { name: name.slice(0, 500) }),
    ...(phoneNumber !== undefined && { phone: phoneNumber.slice(0, 500) }),
  };
  return {
    amount,
    currency: currency.toLowerCase(),
    automatic_payment_methods: { enabled: true },
    ...(description !== undefined && { description: description.slice(0, 1_000) }),
    ...(receiptEmail !== undefined && { receipt_email: receiptEmail }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

async function asking(
  ports: ServicePorts,
  { effect, origin }: EffectCall<'createPayment'> | EffectCall<'verifyPayment'>,
  ask: (stripe: Stripe, keys: StripeKeys) => Promise<EffectResult>,
): Promise<EffectResult> {
  const { credentialsId, isTest } = effect;
  const { data } = await openNamed(ports.openSecrets, { type: 'stripe', credentialsId }, origin);
  const keys = stripeKeys(data, isTest);
  if (!keys) throw new Error(NO_CREDENTIALS);
  try {
    return await ask(await openStripe(ports, keys.secretKey, origin.abandoned), keys);
  } catch (error) {
    const isOfStripe = error instanceof Error && !(error instanceof z.ZodError);
    const reason = isOfStripe ? error.message : 'its answer is not a payment intent';
    return {
      ok: false,
      error: `Stripe failed: ${masked(reason.replaceAll(keys.secretKey, '***'))}`,
    };
  }
}

/** Matches keys: Stripe repeats a part of a key that it refuses. */
const SECRETS = /\b(?:(?:sk|rk|whsec)_\S+|\w+_secret_\w+)/g;

/** A text of Stripe without secrets, to show to people. */
function masked(text: string): string {
  return text.replace(SECRETS, '***').slice(0, 500);
}

const STRIPE = 'https://api.stripe.com';

/** Milliseconds for an attempt at a request; there are at most two. */
const TIMEOUT = 10_000;

/**
 * Opens a client of Stripe's API that uses our outgoing requests, to a single URL. A request without a response, or one that may be
 * retried, is sent once more with the same idempotency key.
 */
async function openStripe(
  { http, addresses }: Pick<ServicePorts, 'http' | 'addresses'>,
  secretKey: string,
  abandoned?: AbortSignal,
): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  const { protocol, hostname, port } = new URL(addresses.get('stripe') ?? STRIPE);
  const isPlain = protocol === 'http:';
  const use = { abandoned, timeoutMs: TIMEOUT, redirects: 0, responseBytes: 1_000_000 };
  return new Client(secretKey, {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? 'http' : 'https',
    httpClient: Client.createFetchHttpClient(http.openFetch(use)),
    timeout: TIMEOUT,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

const keysSchema = z.object({ secretKey: z.string().min(1), publicKey: z.string().min(1) });

const dataSchema = z.object({ live: keysSchema, test: keysSchema.optional().catch(undefined) });

/** The keys of one mode of an account. */
type StripeKeys = z.infer<typeof keysSchema>;

/** The keys of a chat: the test keys for a preview if the account has both of them, else the live keys. */
function stripeKeys(data: unknown, isTest: boolean): StripeKeys | undefined {
  const keys = dataSchema.safeParse(data).data;
  return (isTest ? keys?.test : undefined) ?? keys?.live;
}
