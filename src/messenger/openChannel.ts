import { z } from 'zod';
import type { Http } from '../integrations/http.js';
import type { Channel } from './channel.js';
import { accountOf } from './meta/account.js';
import { openMetaChannel } from './meta/metaChannel.js';
import type { Uploads } from './meta/uploads.js';
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
  /** What this process has uploaded to services. */
  readonly uploads: Uploads;
}

/** The channel that credentials of the type `messenger` lead to; undefined for one that this server does not speak. */
export function openChannel(data: unknown, parts: ChannelParts): Channel | undefined {
  const webhook = webhookSchema.safeParse(data).data;
  if (webhook) return openWebhookChannel(webhook, parts.http);
  const account = accountOf(data, parts.addresses);
  return account && openMetaChannel(account, parts);
}
