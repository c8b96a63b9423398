import express, { Router, type Request, type RequestHandler } from 'express';
import { Failure } from '../errors/errors.js';
import { queueMessage, type Place } from '../storage/messenger.js';
import { noteChannelFault, noteVerified } from '../storage/messengerChannels.js';
import type { Received } from './channel.js';
import type { ConversationServices, Conversations } from './conversations.js';
import { reportStatuses, type StatusServices } from './reportStatuses.js';

/** The largest request of a messenger, in bytes. */
const MOST_BYTES = 3_000_000;

/** With and without `/api`, as everywhere in REST. */
const PATHS = ['/api', ''].map(
  (prefix) => `${prefix}/v1/workspaces/:workspaceId/messenger/:credentialsId/webhook`,
);

type ReceiveServices = StatusServices & Pick<Conversations, 'begin'>;

/**
 * Receives requests of messengers: checks their signature, queues their messages and responds. The work on them begins at once, and
 * continues after the response.
 */
export function receiveMessages(
  services: ReceiveServices & Pick<ConversationServices, 'channelOf' | 'log'>,
  count: RequestHandler,
): Router {
  const { channelOf, log, pool } = services;
  const router = Router();
  const raw = express.raw({ type: () => true, limit: MOST_BYTES });
  router.get(PATHS, count, async (request, response) => {
    const place = namedIn(request);
    const channel = await channelOf(place);
    const { searchParams } = new URL(request.originalUrl, 'http://parley');
    const challenge = channel?.greet?.(searchParams);
    if (challenge === undefined) {
      // A browser that opens the address verifies nothing.
      const isAsked = channel?.greet && searchParams.has('hub.verify_token');
      if (isAsked) await noteChannelFault(pool, place, { kind: 'VERIFY_TOKEN' });
      throw new Failure('UNAUTHENTICATED', NOT_ITS_TOKEN);
    }
    await noteVerified(pool, place);
    response.type('text/plain').send(challenge);
  });
  router.post(PATHS, count, raw, async (request, response) => {
    const place = namedIn(request);
    const channel = await channelOf(place);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const received = channel?.read({ headers: request.headers, body });
    if (channel && !received) await noteChannelFault(pool, place, { kind: 'SIGNATURE' });
    // Missing credentials get the same failure.
    if (!received) throw new Failure('UNAUTHENTICATED', NOT_SIGNED);
    const left: Left = { tooMany: 0, failures: [] };
    for await (const piece of received) await take(services, { place, left }, piece);
    // One line for each request, however much is in it.
    const { credentialsId } = place;
    const [why, ...others] = left.failures;
    if (left.tooMany > 0) log.warn({ credentialsId, count: left.tooMany }, TOO_MANY);
    if (why !== undefined) {
      log.warn({ credentialsId, why, count: 1 + others.length }, NOT_ARRIVED);
      await noteChannelFault(pool, place, { kind: 'SENDING', why });
    }
    response.json({});
  });
  return router;
}

/** Facts of a request that are logged for the operator. */
interface Left {
  /** The number of messages that were dropped. */
  tooMany: number;
  readonly failures: string[];
}

async function take(
  { begin, ...services }: ReceiveServices,
  { place, left }: { readonly place: Place; readonly left: Left },
  { messages, statuses = [] }: Received,
): Promise<void> {
  for (const { id: messageId, ...message } of messages) {
    if (await queueMessage(services.pool, { ...place, messageId, ...message })) left.tooMany += 1;
  }
  void begin();
  await reportStatuses(services, place, statuses);
  left.failures.push(...statuses.flatMap(({ failure }) => failure ?? []));
}

function namedIn({ params }: Request): Place {
  const { workspaceId, credentialsId } = params;
  return { workspaceId: String(workspaceId), credentialsId: String(credentialsId) };
}

const TOO_MANY =
  'messages of a messenger are left out: their senders wrote more than 300 within an hour, as programs do that answer each other';
const NOT_ARRIVED = 'a message to a messenger did not arrive';
const NOT_ITS_TOKEN =
  'There are no such credentials of a messenger, or this is not their verify token';
const NOT_SIGNED =
  'There are no such credentials of a messenger, or the request is not signed with their secret';
