import { z } from 'zod';
import type { MessageStatus } from '../channel.js';
import { errorSchema, reasonOf } from './outcomeOf.js';

/**
 * How far a message has come, as the cloud API tells
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/messages/status).
 */
const statusSchema = z.object({
  recipient_id: z.string().optional(),
  recipient_user_id: z.string().optional(),
  status: z.string(),
  // More reasons than that nobody reads.
  errors: z
    .custom<unknown[]>(Array.isArray)
    .transform((errors) => errors.slice(0, 10))
    .pipe(z.array(errorSchema))
    .optional()
    .catch(undefined),
  pricing: z.object({ category: z.string().optional() }).optional().catch(undefined),
});

/** The statuses among members of a request; what is not as documented is left out. */
export function statusesIn(members: readonly unknown[]): MessageStatus[] {
  return members.flatMap((sent) => {
    const { data } = statusSchema.safeParse(sent);
    if (!data) return [];
    const { status, errors = [], pricing } = data;
    const contactId = data.recipient_id ?? data.recipient_user_id;
    if (contactId === undefined) return [];
    return {
      contactId,
      failure: status === 'failed' ? errors.map(reasonOf).join(', ') : undefined,
      isMarketing: pricing?.category?.startsWith('marketing') ?? false,
      sent,
    };
  });
}
