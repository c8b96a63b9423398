import express, { Router, type Request, type RequestHandler } from 'express';
import { Failure } from '../errors/errors.js';
import { queueMessage, type Place } from '../storage/messenger.js';
import type { ConversationServices, Conversations } from './conversations.js';
import { reportStatuses, type StatusServices } from './reportStatuses.js';

/** The largest request of a messenger, in bytes. */
const MOST_BYTES = 3_000_000;

/** With and without `/api`, as everywhere in REST. */
const PATHS = ['/api', ''].map(
  (prefix) => `${prefix}/v1/workspaces/:workspaceId/messenger/:credentialsId/webhook`,
);

/**
 * Receives what messengers send: checks that it is theirs, queues it and answers. The work on it begins at once, and goes on
 * after the answer.
 */
export function receiveMessages(
  services: Pick<ConversationServices, 'channelOf'> & StatusServices,
  { begin }: Pick<Conversations, 'begin'>,
  count: RequestHandler,
): Router {
  const { pool, channelOf, log } = services;
  const router = Router();
  const raw = express.raw({ type: () => true, limit: MOST_BYTES });
  router.get(PATHS, count, async (request, response) => {
    const channel = await channelOf(namedIn(request));
    const { searchParams } = new URL(request.originalUrl, 'http://parley');
    const answer = channel?.greet?.(searchParams);
    if (answer === undefined) throw new Failure('UNAUTHENTICATED', NOT_ITS_TOKEN);
    response.type('text/plain').send(answer);
  });
  router.post(PATHS, count, raw, async (request, response) => {
    const place = namedIn(request);
    const channel = await channelOf(place);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const received = channel?.read({ headers: request.headers, body });
    // Credentials that are not there look the same.
    if (!received) throw new Failure('UNAUTHENTICATED', NOT_SIGNED);
    for (const { id: messageId, ...message } of received.messages) {
      if (await queueMessage(pool, { ...place, messageId, ...message }))
        log.warn({ credentialsId: place.credentialsId }, TOO_MANY);
    }
    void begin();
    await reportStatuses(services, place, received.statuses ?? []);
    response.json({});
  });
  return router;
}

function namedIn({ params }: Request): Place {
  const { workspaceId, credentialsId } = params;
  return { workspaceId: String(workspaceId), credentialsId: String(credentialsId) };
}

const TOO_MANY =
  'a message of a messenger is left out: its sender wrote more than 300 within an hour, as programs do that answer each other';
const NOT_ITS_TOKEN =
  'There are no such credentials of a messenger, or this is not their verify token';
const NOT_SIGNED =
  'There are no such credentials of a messenger, or the request is not signed with their secret';
