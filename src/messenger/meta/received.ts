import { z } from 'zod';
import { messageTextSchema } from '../../engine/index.js';
import { Failure } from '../../errors/errors.js';
import { parseInPieces } from '../../eventLoop/jsonPieces.js';
import { breathe, unhurried } from '../../eventLoop/steps.js';
import type { StoredMessage } from '../../schema/messengerConversation.js';
import type { IncomingMessage, MessageStatus, Received } from '../channel.js';
import { errorSchema, reasonOf } from './outcomeOf.js';

const text = messageTextSchema;
const reply = z.object({ id: text, title: text });

const fileSchema = z.object({
  id: text.max(500),
  mime_type: known(text.max(200)),
  filename: known(text.max(500)),
  caption: known(text),
});

/** A member that is ignored unless it is as documented. */
function known<S extends z.ZodType>(schema: S) {
  return schema.optional().catch(undefined);
}

/**
 * A message as the cloud API delivers it
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/messages). People with a user name may hide their
 * number; then another id stands for them
 * (https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids).
 */
const messageSchema = z.object({
  id: text.min(1).max(500),
  from: known(text.min(1).max(200)),
  from_user_id: known(text.min(1).max(200)),
  type: z.string(),
  text: known(z.object({ body: text })),
  button: known(z.object({ payload: text, text })),
  interactive: known(z.object({ button_reply: known(reply), list_reply: known(reply) })),
  location: known(z.object({ latitude: z.number(), longitude: z.number() })),
  image: known(fileSchema),
  audio: known(fileSchema),
  video: known(fileSchema),
  document: known(fileSchema),
  sticker: known(fileSchema),
  referral: known(z.object({ ctwa_clid: known(text), source_id: known(text) })),
});

type Message = z.infer<typeof messageSchema>;

type Sent = Omit<Message, 'from' | 'from_user_id'>;

const contactSchema = z.object({
  wa_id: known(text),
  user_id: known(text),
  profile: z.object({ name: text.max(1_000) }),
});

/** A list whose members are not checked yet: there may be many of them. */
const listSchema = z.custom<unknown[]>(Array.isArray);

const valueSchema = z.object({
  metadata: known(
    z.object({ phone_number_id: z.string(), display_phone_number: known(z.string()) }),
  ),
  contacts: listSchema.default([]),
  messages: listSchema.default([]),
  statuses: listSchema.default([]),
});

type Value = z.infer<typeof valueSchema>;

const envelopeSchema = z.object({ entry: listSchema });
const entrySchema = z.object({ changes: listSchema });
const changeSchema = z.object({ value: valueSchema });

/** Members of a request that are read before other work of the process: some milliseconds. */
const PIECE = 100;

/** The most members of a request; the service joins 1,000 updates at most. */
const MOST = 5_000;

/**
 * The messages and statuses in a request of the service for this number, in parts. What is not as documented is skipped, and nothing else
 * with it. Fails with `VALIDATION`, before the first part, for more members than the service sends.
 */
export async function* receivedIn(
  body: string,
  phoneNumberId: string | undefined,
): AsyncGenerator<Received> {
  for (const value of await valuesIn(body)) {
    if (!isFor(phoneNumberId, value.metadata?.phone_number_id)) continue;
    const names = await namesIn(value.contacts);
    for await (const piece of inPieces(value.messages)) {
      yield { messages: messagesIn(piece, value, names) };
    }
    for await (const piece of inPieces(value.statuses)) {
      yield { messages: [], statuses: statusesIn(piece) };
    }
  }
}

async function valuesIn(body: string): Promise<Value[]> {
  const { entry = [] } = envelopeSchema.safeParse(await jsonIn(body)).data ?? {};
  const values: Value[] = [];
  let count = 0;
  const counted = (list: unknown[]) => {
    count += list.length;
    if (count > MOST) throw new Failure('VALIDATION', `A request may tell ${MOST} things at most`);
    return list;
  };
  for await (const entries of inPieces(counted(entry))) {
    const changes = entries.flatMap((one) =>
      counted(entrySchema.safeParse(one).data?.changes ?? []),
    );
    for await (const piece of inPieces(changes)) {
      values.push(...piece.flatMap((one) => changeSchema.safeParse(one).data?.value ?? []));
    }
  }
  for (const { contacts, messages, statuses } of values) {
    for (const list of [contacts, messages, statuses]) counted(list);
  }
  return values;
}

/** Undefined where the body is not JSON. */
async function jsonIn(body: string): Promise<unknown> {
  try {
    return await unhurried(parseInPieces(body));
  } catch {
    return undefined;
  }
}

async function* inPieces(list: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  for (let at = 0; at < list.length; at += PIECE) {
    await breathe();
    yield list.slice(at, at + PIECE);
  }
}

async function namesIn(contacts: readonly unknown[]): Promise<Map<string | undefined, string>> {
  const names = new Map<string | undefined, string>();
  for await (const piece of inPieces(contacts)) {
    for (const contact of piece) {
      const { data } = contactSchema.safeParse(contact);
      for (const id of data ? [data.wa_id, data.user_id] : [])
        names.set(id, data?.profile.name ?? '');
    }
  }
  return names;
}

/** An app has the same address for all of its numbers. */
function isFor(own: string | undefined, given: string | undefined): boolean {
  return own === undefined || own === given;
}

function messagesIn(
  messages: readonly unknown[],
  { metadata }: Value,
  names: ReadonlyMap<string | undefined, string>,
): IncomingMessage[] {
  const own = metadata?.display_phone_number?.replace(/\D/g, '');
  return messages
    .flatMap((message) => messageSchema.safeParse(message).data ?? [])
    .filter(({ type, from }) => !SILENT.has(type) && (from === undefined || from !== own))
    .flatMap(({ from, from_user_id: userId, referral, ...message }) => {
      const contactId = from ?? userId;
      if (contactId === undefined) return [];
      const contact = {
        name: names.get(contactId),
        phoneNumber: from && `+${from}`,
        referralClickId: referral?.ctwa_clid,
        referralSourceId: referral?.source_id,
      };
      return [{ id: message.id, contactId, contact, message: saidIn(message) }];
    });
}

/** Kinds of messages without content. */
const SILENT = new Set(['reaction', 'system', 'request_welcome', 'edit', 'revoke']);

/** The content of a message; empty for a kind that no input takes, so that the bot asks again. */
function saidIn(sent: Sent): StoredMessage {
  const { text: said, location } = sent;
  if (said) return { text: said.body };
  if (location) return { text: `${location.latitude}, ${location.longitude}` };
  return pressedIn(sent) ?? withFile(sent);
}

function pressedIn({ button, interactive }: Pick<Message, 'button' | 'interactive'>) {
  if (button) return { text: button.text, replyId: button.payload };
  const pressed = interactive?.button_reply ?? interactive?.list_reply;
  return pressed && { text: pressed.title, replyId: pressed.id };
}

function withFile({ image, audio, video, document, sticker }: Sent) {
  const file = [image, audio, video, document, sticker].find((one) => one !== undefined);
  if (!file) return {};
  const { id: reference, caption, filename: name, mime_type: type } = file;
  return { ...(caption !== undefined && { text: caption }), files: [{ reference, name, type }] };
}

/**
 * The progress of a message, as the cloud API reports it
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/messages/status).
 */
const statusSchema = z.object({
  recipient_id: z.string().optional(),
  recipient_user_id: z.string().optional(),
  status: z.string(),
  // Nobody reads more reasons than that.
  errors: z
    .custom<unknown[]>(Array.isArray)
    .transform((errors) => errors.slice(0, 10))
    .pipe(z.array(errorSchema))
    .optional()
    .catch(undefined),
  pricing: z.object({ category: z.string().optional() }).optional().catch(undefined),
});

/** The statuses among members of a request; what is not as documented is skipped. */
function statusesIn(members: readonly unknown[]): MessageStatus[] {
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
