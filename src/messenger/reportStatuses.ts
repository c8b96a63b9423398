import { logEvent, type Settings } from '../engine/index.js';
import { saveClientLogs } from '../storage/clientLogs.js';
import { findConversationChat, findMessengerBots, type Place } from '../storage/messenger.js';
import { queueStatuses, type QueuedStatus } from '../storage/messengerStatuses.js';
import type { MessageStatus } from './channel.js';
import type { ConversationServices } from './conversations.js';

/** Dependencies of reporting statuses. */
export type StatusServices = Pick<ConversationServices, 'pool' | 'chats'>;

/**
 * Reports the progress of messages: a message that did not arrive becomes a line in the log of its chat, and statuses that bots want are
 * queued for the addresses they name (`forwardStatuses.ts`).
 */
export async function reportStatuses(
  services: StatusServices,
  place: Place,
  statuses: readonly MessageStatus[],
): Promise<void> {
  if (statuses.length === 0) return;
  for (const status of statuses) await logFailure(services, place, status);
  const queued: QueuedStatus[] = [];
  for (const [url, isWanted] of await forwardsOf(services, place)) {
    for (const { sent } of statuses.filter(isWanted)) {
      const { credentialsId } = place;
      queued.push({ credentialsId, url, body: JSON.stringify({ ...place, status: sent }) });
    }
  }
  await queueStatuses(services.pool, queued);
}

/** Logs a failure for those who read the result of the chat. */
async function logFailure(
  { pool }: StatusServices,
  { credentialsId }: Place,
  { contactId, failure }: MessageStatus,
): Promise<void> {
  if (failure === undefined) return;
  const sessionId = await findConversationChat(pool, { credentialsId, contactId });
  if (sessionId !== null) await logInChat(pool, sessionId, failure);
}

/** Adds a line to the log of a chat about a message that its person did not receive. */
export async function logInChat(
  pool: StatusServices['pool'],
  sessionId: string,
  why: string,
): Promise<void> {
  const description = 'A message did not reach the person in the messenger';
  const line = { status: 'error', description, details: why } as const;
  await saveClientLogs(pool, sessionId, [logEvent(line, false)]);
}

type IsWanted = (status: MessageStatus) => boolean;

/** The addresses to which bots of these credentials forward statuses, and which statuses each gets. */
async function forwardsOf({ pool, chats }: StatusServices, place: Place) {
  const forwards = new Map<string, IsWanted>();
  for (const { flowId } of await findMessengerBots(pool, place)) {
    const { messengerChannel: channel } = (await chats.flows.load(flowId)).definition.settings;
    const url = channel?.errorAndMarketingStatusWebhookForwardUrl;
    if (url === undefined || channel?.isWebhookForwardingEnabled === false) continue;
    const others = forwards.get(url);
    const isWanted = wantedBy(channel?.webhookForwardingEventTypes);
    forwards.set(url, (status) => isWanted(status) || others?.(status) === true);
  }
  return forwards;
}

type EventTypes = NonNullable<Settings['messengerChannel']>['webhookForwardingEventTypes'];

function wantedBy(types: EventTypes = ['errorStatuses', 'marketingStatuses']): IsWanted {
  const wanted = new Set(types);
  return ({ failure, isMarketing }) =>
    wanted.has('all') ||
    (wanted.has('errorStatuses') && failure !== undefined) ||
    (wanted.has('marketingStatuses') && isMarketing);
}
