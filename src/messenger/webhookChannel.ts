import { z } from 'zod';
import { issuesIn, messageTextSchema, sentMessageSchema } from '../engine/index.js';
import { invalid } from '../errors/errors.js';
import type { Http } from '../integrations/http.js';
import { createSendWebhook } from '../integrations/sendWebhook.js';
import { signedId } from '../integrations/standardWebhooks.js';
import type { Channel, Sent } from './channel.js';
import { jsonOf } from './jsonOf.js';

const text = (most: number) => messageTextSchema.max(most);

/** The body of a request to the plain webhook channel; docs/guide/add-a-channel.md describes it. */
const incomingSchema = z.object({
  contact: z.object({
    id: text(200).min(1),
    name: text(1_000).optional(),
    phoneNumber: text(100).optional(),
  }),
  message: sentMessageSchema,
});

/** The secrets of the plain webhook channel. */
interface WebhookSecrets {
  readonly url: string;
  readonly secret: string;
}

/** How many milliseconds a message may take. */
const SENT_WITHIN = 15_000;

/** The plain webhook channel: signed JSON in both directions, so that any messenger can be connected with little code. */
export function openWebhookChannel({ url, secret }: WebhookSecrets, http: Http): Channel {
  const sendWebhook = createSendWebhook(http, SENT_WITHIN);
  return {
    read({ headers, body }) {
      const id = signedId(secret, headers, body);
      if (id === undefined) return undefined;
      const { contact, message } = parsedAs(incomingSchema, jsonOf(body));
      const { id: contactId, ...known } = contact;
      return [{ id, contactId, contact: known, message }];
    },
    async send({ id, contactId, message }, abandoned) {
      const body = JSON.stringify({ contact: { id: contactId }, message });
      const signed = { id, url, body, secrets: [secret], at: new Date() };
      const { statusCode, error } = await sendWebhook(signed, abandoned);
      return statusCode === null
        ? { outcome: 'later', why: error ?? 'no answer' }
        : outcomeOf(statusCode);
    },
  };
}

/** A body that is not as it should be is a `VALIDATION` failure. */
function parsedAs<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw invalid(issuesIn(parsed.error));
}

/** What a status says of a message: one that the service cannot take now may be sent again. */
function outcomeOf(status: number): Sent {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const isPassing = status >= 500 || status === 408 || status === 429;
  return { outcome: isPassing ? 'later' : 'refused', why: `the service answered ${status}` };
}
