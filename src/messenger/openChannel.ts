import { z } from 'zod';
import type { Http } from '../integrations/http.js';
import type { Channel } from './channel.js';
import { accountOf } from './meta/account.js';
import { openMetaChannel } from './meta/metaChannel.js';
import { openWebhookChannel } from './webhookChannel.js';

const webhookSchema = z.object({
  provider: z.literal('webhook'),
  url: z.string(),
  secret: z.string(),
});

/** What channels are opened with. */
export interface ChannelParts {
  readonly http: Http;
  /** Where services are that are not at their usual addresses. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** The channel that credentials of the type `messenger` lead to; undefined for one that this server does not speak. */
export function openChannel(data: unknown, { http, addresses }: ChannelParts): Channel | undefined {
  const webhook = webhookSchema.safeParse(data).data;
  if (webhook) return openWebhookChannel(webhook, http);
  const account = accountOf(data, addresses);
  return account && openMetaChannel(account, http);
}
