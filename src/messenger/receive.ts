import express, { Router, type RequestHandler } from 'express';
import { Failure } from '../errors/errors.js';
import { queueMessage } from '../storage/messenger.js';
import type { ConversationServices, Conversations } from './conversations.js';

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
  { pool, channelOf }: Pick<ConversationServices, 'pool' | 'channelOf'>,
  { begin }: Pick<Conversations, 'begin'>,
  count: RequestHandler,
): Router {
  const router = Router();
  const raw = express.raw({ type: () => true, limit: MOST_BYTES });
  router.post(PATHS, count, raw, async (request, response) => {
    const workspaceId = String(request.params['workspaceId']);
    const credentialsId = String(request.params['credentialsId']);
    const channel = await channelOf({ workspaceId, credentialsId });
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const messages = channel?.read({ headers: request.headers, body });
    // Credentials that are not there look the same.
    if (!messages) throw new Failure('UNAUTHENTICATED', NOT_SIGNED);
    for (const { id: messageId, ...message } of messages) {
      await queueMessage(pool, { workspaceId, credentialsId, messageId, ...message });
    }
    response.json({});
    void begin();
  });
  return router;
}

const NOT_SIGNED =
  'There are no such credentials of a messenger, or the request is not signed with their secret';
