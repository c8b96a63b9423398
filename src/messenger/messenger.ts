import type { RequestHandler, Router } from 'express';
import { openWorkspacesCredentials } from '../auth/credentials.js';
import type { Services } from '../context/context.js';
import {
  openConversations,
  type Conversations,
  type ConversationServices,
} from './conversations.js';
import { openForwards, type Forwards } from './forwardStatuses.js';
import { openUploads } from './meta/uploads.js';
import { openChannel, type ChannelParts } from './openChannel.js';
import type { StatusServices } from './reportStatuses.js';
import { receiveMessages } from './receive.js';

/** Chats in messengers. */
export interface Messenger extends Conversations, Pick<Forwards, 'forward'> {
  /** Where messengers send what people say; `count` is called with each request, and may refuse it. */
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
