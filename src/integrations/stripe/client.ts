import type Stripe from 'stripe';
import { z } from 'zod';
import type { ServicePorts } from '../effectCall.js';

const STRIPE = 'https://api.stripe.com';

/** How long one attempt at a request may take, in milliseconds; there are at most two. */
const TIMEOUT = 10_000;

/**
 * A client of Stripe's API whose requests go the one way out, to one address. A request that got no answer, or one that
 * says "later", is sent once more with the same idempotency key.
 */
export async function openStripe(
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

const keysSchema = z.object({
  secretKey: z.string().min(1),
  publicKey: z.string().min(1),
});

const dataSchema = z.object({ live: keysSchema, test: keysSchema.optional().catch(undefined) });

/** The keys of one mode of an account. */
export type StripeKeys = z.infer<typeof keysSchema>;

/** The keys a chat pays with: the test keys in a preview where the account has both of them, else the live ones. */
export function stripeKeys(data: unknown, isTest: boolean): StripeKeys | undefined {
  const keys = dataSchema.safeParse(data).data;
  return (isTest ? keys?.test : undefined) ?? keys?.live;
}
