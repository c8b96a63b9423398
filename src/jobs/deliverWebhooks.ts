import { setMaxListeners } from 'node:events';
import type { Pool } from 'pg';
import type { Timeouts } from '../context/timeouts.js';
import type { Http } from '../integrations/http.js';
import {
  createSendWebhook,
  type SendWebhook,
  type WebhookAnswer,
} from '../integrations/sendWebhook.js';
import { WebhookDeliveryStatus, WebhookEventType } from '../schema/enums.js';
import { webhookBody } from '../schema/webhookBody.js';
import {
  finishDelivery,
  giveUpDeliveries,
  noteGone,
  putOffDelivery,
  returnDelivery,
  takeDeliveries,
  type TakenDelivery,
} from '../storage/webhookDeliveries.js';

/** The dependencies of deliveries. */
export interface DeliveryServices {
  readonly pool: Pool;
  readonly http: Http;
  /** The secrets that sign now, the current one first. */
  openSecrets(webhook: SealedWebhook): Promise<readonly string[]>;
  readonly timeouts: Pick<Timeouts, 'webhookWithin' | 'webhookLeaseLasts' | 'webhookAgainAfter'>;
  reportBug(error: unknown): undefined;
}

/** A webhook with its secrets as they are stored. */
type SealedWebhook = Pick<
  TakenDelivery,
  'id' | 'workspaceId' | 'keyId' | 'sealed' | 'bothSignUntil'
>;

/** The number of deliveries that a process sends at the same time. */
const MOST = 64;

/** How long an event is attempted, in milliseconds: 3 days. */
const TRIED_FOR = 3 * 24 * 3_600_000;

/** The longest pause between two attempts, in milliseconds: 6 hours. */
const LONGEST_PAUSE = 6 * 3_600_000;

/** Sends waiting events to webhooks, until it is stopped. */
export interface Deliveries {
  /** Takes due deliveries and begins to send them; does not wait until they are sent. */
  begin(): Promise<void>;
  /** Interrupts what is being sent, which another worker sends again. */
  stop(): Promise<void>;
}

/**
 * Opens the sending of deliveries. Any number of servers may do so at once. Every delivery that is taken begins a lane, which sends the
 * deliveries of its queue one after the other.
 */
export function openDeliveries(services: DeliveryServices): Deliveries {
  const send = createSendWebhook(services.http, services.timeouts.webhookWithin);
  const stopping = new AbortController();
  // Every request that is being sent listens to this signal, and none of them leaks: Node warns from 11 listeners on.
  setMaxListeners(2 * MOST, stopping.signal);
  const lanes = new Set<Promise<void>>();
  const sending = new Map<string, number>();
  const count = (id: string, more: number) => sending.set(id, (sending.get(id) ?? 0) + more);
  let isTaking = false;
  const begin = async (): Promise<void> => {
    if (isTaking || stopping.signal.aborted || lanes.size >= MOST) return;
    isTaking = true;
    const { pool, timeouts } = services;
    const lease = timeouts.webhookLeaseLasts;
    const capacity = { most: MOST - lanes.size, sending, lease };
    const taken = await takeDeliveries(pool, capacity).finally(() => {
      isTaking = false;
    });
    for (const delivery of taken) void follow(delivery);
  };
  const follow = async (delivery: TakenDelivery): Promise<void> => {
    count(delivery.webhookId, 1);
    const lane = runLane({ ...services, send }, delivery, stopping.signal).catch(
      services.reportBug,
    );
    lanes.add(lane);
    await lane;
    lanes.delete(lane);
    count(delivery.webhookId, -1);
    await begin().catch(services.reportBug);
  };
  return {
    begin,
    async stop() {
      stopping.abort();
      await Promise.all(lanes);
    },
  };
}

type LaneServices = DeliveryServices & { readonly send: SendWebhook };

/** Sends a delivery and those behind it in its queue. */
async function runLane(
  services: LaneServices,
  first: TakenDelivery,
  stopping: AbortSignal,
): Promise<void> {
  let next: TakenDelivery | undefined = first;
  while (next) next = await deliver(services, next, stopping);
}

/** Makes one attempt; returns the next delivery of the queue once this one has ended. */
async function deliver(
  services: LaneServices,
  delivery: TakenDelivery,
  stopping: AbortSignal,
): Promise<TakenDelivery | undefined> {
  const { pool } = services;
  const lease = services.timeouts.webhookLeaseLasts;
  if (delivery.isEnabled !== true) {
    await giveUpDeliveries(pool, delivery);
    return undefined;
  }
  const outcome = stopping.aborted ? undefined : await attempt(services, delivery, stopping);
  if (!outcome || (stopping.aborted && outcome.statusCode === null)) {
    await returnDelivery(pool, delivery);
    return undefined;
  }
  const pause = isDelivered(outcome) ? undefined : pauseAfter(services, delivery, outcome);
  if (outcome.statusCode === GONE) await noteGone(pool, delivery.webhookId);
  if (pause !== undefined) {
    await putOffDelivery(pool, delivery, { ...outcome, pause });
    return undefined;
  }
  const { DELIVERED, FAILED } = WebhookDeliveryStatus;
  const status = isDelivered(outcome) ? DELIVERED : FAILED;
  return finishDelivery(pool, delivery, { ...outcome, status, lease });
}

async function attempt(
  { send, openSecrets, reportBug }: LaneServices,
  delivery: TakenDelivery,
  stopping: AbortSignal,
): Promise<WebhookAnswer> {
  const { id, url, webhookId } = delivery;
  const secrets = await openSecrets({ ...delivery, id: webhookId }).catch(reportBug);
  if (!secrets) return SECRET_LOST;
  return send({ id, url, secrets, body: webhookBody(delivery), at: new Date() }, stopping);
}

const SECRET_LOST: WebhookAnswer = {
  statusCode: null,
  response: null,
  error: 'The secret of the webhook cannot be decrypted; rotate it',
  duration: 0,
};

/** The HTTP status that stops a webhook for good. */
const GONE = 410;

function isDelivered({ statusCode }: WebhookAnswer): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** The pause before the next attempt, in milliseconds, at random up to a quarter longer; undefined when there is none. */
function pauseAfter(
  { timeouts }: LaneServices,
  { eventType, pause, queuedAt }: TakenDelivery,
  { statusCode }: WebhookAnswer,
): number | undefined {
  if (statusCode === GONE || eventType === WebhookEventType.WEBHOOK_TEST) return undefined;
  const next = Math.min(pause === null ? timeouts.webhookAgainAfter : pause * 2, LONGEST_PAUSE);
  if (Date.now() + next > queuedAt + TRIED_FOR) return undefined;
  return Math.round(next * (1 + Math.random() / 4));
}
