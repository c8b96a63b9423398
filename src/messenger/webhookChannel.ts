import { z } from 'zod';
import { messageTextSchema, sentMessageSchema, type UserMessage } from '../engine/index.js';
import { issuesIn } from '../checks/issue.js';
import { invalid } from '../errors/errors.js';
import type { Http } from '../integrations/http.js';
import { parsedAs } from '../integrations/parsedAs.js';
import { createSendWebhook } from '../integrations/sendWebhook.js';
import { signedId } from '../integrations/standardWebhooks.js';
import type { SentFile } from '../schema/messengerConversation.js';
import { answerForFile, contentOf } from './answerForFile.js';
import type { ChannelMessage } from './channelMessage.js';
import { failedSend, isPassing, type Channel, type OpenedFile, type Sent } from './channel.js';

const text = (most: number) => messageTextSchema.max(most);

/** The position of a person, in degrees: sent as the text `48.8584, 2.2945`. */
const locationSchema = z
  .object({ type: z.literal('location'), latitude: z.number(), longitude: z.number() })
  .transform(({ latitude, longitude }): UserMessage => ({ text: `${latitude}, ${longitude}` }));

const fileSchema = z
  .object({
    url: text(2_000).regex(/^https?:\/\//i),
    name: text(200).optional(),
    type: text(100).optional(),
  })
  .transform(({ url, ...known }) => ({ reference: url, ...known }));

/** The body of a request to the plain webhook channel; docs/guide/add-a-channel.md describes it. */
const incomingSchema = z.object({
  contact: z.object({
    id: text(200).min(1),
    name: text(1_000).optional(),
    phoneNumber: text(100).optional(),
  }),
  message: z.union([locationSchema, sentMessageSchema]).optional(),
  // The number of files is checked before each file.
  files: z
    .custom<unknown[]>(
      (files) => Array.isArray(files) && files.length <= 10,
      'Must be a list of at most 10 files',
    )
    .pipe(z.array(fileSchema))
    .optional(),
});

interface WebhookSecrets {
  readonly url: string;
  readonly secret: string;
}

const LONGEST_ID = 200;
const TOO_LONG = `May have ${LONGEST_ID} characters at most`;

/** The time limit of sending a message, in milliseconds. */
const SENT_WITHIN = 15_000;

/** The plain webhook channel: signed JSON in both directions, so that any messenger can be connected with little code. */
export function openWebhookChannel({ url, secret }: WebhookSecrets, http: Http): Channel {
  const sendWebhook = createSendWebhook(http, SENT_WITHIN);
  return {
    read({ headers, body }) {
      const id = signedId(secret, headers, body);
      if (id === undefined) return undefined;
      if (id.length > LONGEST_ID) throw invalid([{ path: ['webhook-id'], message: TOO_LONG }]);
      const { contact, message, files } = validated(incomingSchema, body);
      const { id: contactId, ...known } = contact;
      return [{ messages: [{ id, contactId, contact: known, message: { ...message, files } }] }];
    },
    openFile: (file, abandoned) => fetchFile(http, file, abandoned),
    async send({ id, contactId, message: whole, file }, abandoned) {
      const message = file ? withAddress(whole, await file.openAddress()) : whole;
      const body = JSON.stringify({ contact: { id: contactId }, message });
      const signed = { id, url, body, secrets: [secret], at: new Date() };
      const { statusCode, error } = await sendWebhook(signed, abandoned);
      return statusCode === null
        ? { outcome: 'later', why: error ?? 'no answer' }
        : outcomeOf(statusCode);
    },
  };
}

/** A message with the address at which its file can be read. */
function withAddress(message: ChannelMessage, address: string): ChannelMessage {
  if ('url' in message) return { ...message, url: address };
  return message.type === 'buttons' ? { ...message, imageUrl: address } : message;
}

/** Parses a body; fails with `VALIDATION`. */
function validated<S extends z.ZodType>(schema: S, body: Buffer): z.output<S> {
  const parsed = schema.safeParse(parsedAs(z.unknown(), body.toString()));
  if (parsed.success) return parsed.data;
  throw invalid(issuesIn(parsed.error));
}

/** The outcome of a message by the status of the response: one that the service cannot take now may be sent again. */
function outcomeOf(status: number): Sent {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  return failedSend(isPassing(status), `the service answered ${status}`);
}

/** The limits of a file, in milliseconds and bytes; inputs allow less. */
const FILE_LIMITS = { timeoutMs: 60_000, responseBytes: 1_000_000_000 };

async function fetchFile(
  http: Http,
  { reference }: SentFile,
  abandoned: AbortSignal,
): Promise<OpenedFile | undefined> {
  const fetch = http.openFetch({ ...FILE_LIMITS, abandoned });
  const response = await answerForFile(fetch, reference);
  const opened = response && contentOf(response);
  return opened && { ...opened, type: response.headers.get('content-type') ?? undefined };
}
