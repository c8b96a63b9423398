import express, { Router, type Request, type RequestHandler } from 'express';
import { z } from 'zod';
import { Failure } from '../../errors/errors.js';
import { notePaid } from '../../storage/payments.js';
import { paidIn, paidIntentSchema } from './paidIn.js';
import type { Pool } from 'pg';

/** The dependencies of the endpoint. */
export interface WebhookPorts {
  readonly pool: Pool;
  /** Opens credentials of a workspace; undefined if there are none. */
  openSecrets(wanted: {
    readonly workspaceId: string;
    readonly credentialsId: string;
  }): Promise<{ readonly type: string; readonly data: unknown } | undefined>;
  /** Counts requests for the rate limits. */
  readonly count: RequestHandler;
}

const PATH = '/v1/workspaces/:workspaceId/credentials/:credentialsId/stripe/webhook';

const secretSchema = z.object({ webhookSecret: z.string().min(1) });
const dataSchema = z.object({ live: z.unknown(), test: z.unknown() });

/**
 * Receives the events of accounts (https://docs.stripe.com/webhooks). The library checks the signature over the received bytes, and that it
 * is at most five minutes old. Only successful payments are stored, which is the final state of an intent, so repeated or reordered events
 * do no harm.
 */
export function openStripeEvents({ pool, openSecrets, count }: WebhookPorts): Router {
  const router = Router();
  const readBytes = express.raw({ type: () => true, limit: '1mb' });
  router.post([PATH, `/api${PATH}`], count, readBytes, async (request, response) => {
    const workspaceId = String(request.params['workspaceId']);
    const credentialsId = String(request.params['credentialsId']);
    const opened = await openSecrets({ workspaceId, credentialsId });
    const secrets = opened?.type === 'stripe' ? webhookSecrets(opened.data) : [];
    if (secrets.length === 0) throw new Failure('CREDENTIALS_NOT_FOUND', UNKNOWN);
    const signed = await verified(request, secrets);
    if (signed === undefined)
      throw new Failure('VALIDATION', 'The signature does not fit the body');
    const event = eventSchema.safeParse(signed).data;
    if (!event) throw new Failure('VALIDATION', 'The body is not an event as Stripe documents it');
    if ('data' in event) {
      const { id: intentId, ...paid } = event.data.object;
      await notePaid(pool, { intentId, credentialsId }, paidIn(paid));
    }
    response.json({ received: true });
  });
  return router;
}

const PAID = 'payment_intent.succeeded';

/** An event (https://docs.stripe.com/api/events/object). Other types are accepted and ignored. */
const eventSchema = z.union([
  z.object({
    type: z.literal(PAID),
    data: z.object({ object: paidIntentSchema.extend({ id: z.string().regex(/^\w{1,255}$/) }) }),
  }),
  z.object({ type: z.string().refine((type) => type !== PAID) }),
]);

const UNKNOWN = 'There is no Stripe account with a webhook secret at this address';

/** The webhook secrets of the live and the test mode, whose events come to the same URL. */
function webhookSecrets(data: unknown): string[] {
  const { live, test } = dataSchema.parse(data);
  return [live, test].flatMap((keys) => secretSchema.safeParse(keys).data?.webhookSecret ?? []);
}

/** The parsed body; undefined if its signature is invalid or it is no JSON. */
async function verified(request: Request, secrets: readonly string[]): Promise<unknown> {
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body)) return undefined;
  const { default: Client } = await import('stripe');
  const signature = String(request.headers['stripe-signature'] ?? '');
  for (const secret of secrets) {
    try {
      return Client.webhooks.constructEvent(body, signature, secret);
    } catch {
      // It may be signed with the secret of the other mode.
    }
  }
  return undefined;
}
