import type { RequestHandler, Router } from 'express';
import { z } from 'zod';
import { openWorkspacesCredentials } from '../auth/credentials.js';
import type { Services } from '../context/context.js';
import type { Http } from '../integrations/http.js';
import type { Channel } from './channel.js';
import {
  type Conversations,
  type ConversationServices,
  openConversations,
} from './conversations.js';
import { type Forwards, openForwards } from './forwardStatuses.js';
import { accountOf } from './meta/account.js';
import { openMetaChannel } from './meta/metaChannel.js';
import { openUploads, type Uploads } from './meta/uploads.js';
import { receiveMessages } from './receive.js';
import type { StatusServices } from './reportStatuses.js';
import { openWebhookChannel } from './webhookChannel.js';

/** Chats in messengers. */
export interface Messenger extends Conversations, Pick<Forwards, 'forward'> {
  /** The routes that messengers send messages to; `count` is called with each request, and may refuse it. */
  routes(count: RequestHandler): Router;
}

/** Opens the chats in messengers. */
export function openMessenger(
  { storage, chats, files, secrets }: Pick<Services, 'storage' | 'chats' | 'files' | 'secrets'>,
  {
    http,
    addresses,
    ...own
  }: Omit<ChannelParts, 'uploads'> & Pick<ConversationServices, 'code' | 'log' | 'reportBug'>,
): Messenger {
  const { pool } = storage;
  const openCredentials = openWorkspacesCredentials(secrets, pool);
  const channelParts = { http, addresses, uploads: openUploads(http) };
  const services: ConversationServices & StatusServices = {
    pool,
    chats,
    files,
    ...own,
    async channelOf({ workspaceId, credentialsId }) {
      const found = await openCredentials({ workspaceId, credentialsId });
      return found?.type === 'messenger' ? openChannel(found.data, channelParts) : undefined;
    },
  };
  const conversations = openConversations(services);
  const routes: Messenger['routes'] = (count) =>
    receiveMessages({ ...services, ...conversations }, count);
  const forwards = openForwards({ pool, http, log: own.log });
  return {
    ...conversations,
    forward: forwards.forward,
    routes,
    async stop() {
      await Promise.all([conversations.stop(), forwards.stop()]);
    },
  };
}

const webhookSchema = z.object({
  provider: z.literal('webhook'),
  url: z.string(),
  secret: z.string(),
});

interface ChannelParts {
  readonly http: Http;
  /** The addresses of services that are not at their usual ones. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly uploads: Uploads;
}

/** The channel of credentials of the type `messenger`; undefined for a service that this server does not know. */
export function openChannel(data: unknown, parts: ChannelParts): Channel | undefined {
  const webhook = webhookSchema.safeParse(data).data;
  if (webhook) return openWebhookChannel(webhook, parts.http);
  const account = accountOf(data, parts.addresses);
  return account && openMetaChannel(account, parts);
}
