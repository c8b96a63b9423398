import { z } from 'zod';
import { messageTextSchema } from '../../engine/index.js';
import { parsedAs } from '../../integrations/parsedAs.js';
import type { StoredMessage } from '../../schema/messengerConversation.js';
import type { IncomingMessage, Received } from '../channel.js';
import { statusesIn } from './statuses.js';

const text = messageTextSchema;
const reply = z.object({ id: text, title: text });

const fileSchema = z.object({
  id: text.max(500),
  mime_type: known(text.max(200)),
  filename: known(text.max(500)),
  caption: known(text),
});

/** A member that counts only where it is as documented. */
function known<S extends z.ZodType>(schema: S) {
  return schema.optional().catch(undefined);
}

/**
 * A message as the cloud API delivers it
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/messages). People with a user name need not show their
 * number; another id stands for them then
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

/** A message without who sent it. */
type Sent = Omit<Message, 'from' | 'from_user_id'>;

const contactSchema = z.object({
  wa_id: known(text),
  user_id: known(text),
  profile: z.object({ name: text.max(1_000) }),
});

const valueSchema = z.object({
  metadata: known(
    z.object({ phone_number_id: z.string(), display_phone_number: known(z.string()) }),
  ),
  contacts: z.array(z.unknown()).default([]),
  messages: z.array(z.unknown()).default([]),
  statuses: z.array(z.unknown()).default([]),
});

type Value = z.infer<typeof valueSchema>;

const envelopeSchema = z.object({
  entry: z.array(z.object({ changes: z.array(z.object({ value: z.unknown() })) })),
});

/** What a request of the service tells about this number. What is not as documented is left out, and keeps nothing else away. */
export function receivedIn(body: string, phoneNumberId: string | undefined): Received {
  const { entry = [] } = parsedAs(envelopeSchema, body) ?? {};
  const values = entry
    .flatMap(({ changes }) => changes)
    .flatMap(({ value }) => valueSchema.safeParse(value).data ?? [])
    .filter(({ metadata }) => isFor(phoneNumberId, metadata?.phone_number_id));
  return {
    messages: values.flatMap(messagesIn),
    statuses: values.flatMap(({ statuses }) => statusesIn(statuses)),
  };
}

/** The address that an app is called at is the same for all of its numbers. */
function isFor(own: string | undefined, given: string | undefined): boolean {
  return own === undefined || own === given;
}

function messagesIn({ messages, contacts, metadata }: Value): IncomingMessage[] {
  const own = metadata?.display_phone_number?.replace(/\D/g, '');
  const people = contacts.flatMap((contact) => contactSchema.safeParse(contact).data ?? []);
  const names = new Map(
    people.flatMap(({ wa_id, user_id, profile }) =>
      [wa_id, user_id].map((id) => [id, profile.name]),
    ),
  );
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

/** Kinds by which nobody says anything. */
const SILENT = new Set(['reaction', 'system', 'request_welcome', 'edit', 'revoke']);

/** What a message says; nothing where it is of a kind that no input takes, so that the bot asks again. */
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
