import type { RequestHandler, Router } from 'express';
import { openWorkspacesCredentials } from '../auth/credentials.js';
import type { Services } from '../context/context.js';
import type { Http } from '../integrations/http.js';
import {
  openConversations,
  type Conversations,
  type ConversationServices,
} from './conversations.js';
import { openChannel } from './openChannel.js';
import { receiveMessages } from './receive.js';

/** Chats in messengers. */
export interface Messenger extends Conversations {
  /** Where messengers send what people say; `count` is called with each request, and may refuse it. */
  routes(count: RequestHandler): Router;
}

/** Opens the chats in messengers. */
export function openMessenger(
  { storage, chats, files, secrets }: Pick<Services, 'storage' | 'chats' | 'files' | 'secrets'>,
  { http, ...own }: Pick<ConversationServices, 'code' | 'log'> & { readonly http: Http },
): Messenger {
  const { pool } = storage;
  const openCredentials = openWorkspacesCredentials(secrets, pool);
  const services: ConversationServices = {
    pool,
    chats,
    files,
    ...own,
    async channelOf({ workspaceId, credentialsId }) {
      const found = await openCredentials({ workspaceId, credentialsId });
      return found?.type === 'messenger' ? openChannel(found.data, http) : undefined;
    },
  };
  const conversations = openConversations(services);
  const routes: Messenger['routes'] = (count) => receiveMessages(services, conversations, count);
  return { ...conversations, routes };
}
