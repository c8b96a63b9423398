import { z } from 'zod';
import type { Http } from '../integrations/http.js';
import type { Channel } from './channel.js';
import { openWebhookChannel } from './webhookChannel.js';

const webhookSchema = z.object({
  provider: z.literal('webhook'),
  url: z.string(),
  secret: z.string(),
});

/** The channel that credentials of the type `messenger` lead to; undefined for one that this server does not speak. */
export function openChannel(data: unknown, http: Http): Channel | undefined {
  const webhook = webhookSchema.safeParse(data).data;
  return webhook && openWebhookChannel(webhook, http);
}
