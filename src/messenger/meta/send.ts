import { parsedUrl } from '../../checks/parsedUrl.js';
import type { ShownFile } from '../../files/findShown.js';
import { isPublicHost } from '../../integrations/guard.js';
import { MOST_BODY } from '../channelInput.js';
import { shownIn, type ChannelMessage } from '../channelMessage.js';
import type { Http } from '../../integrations/http.js';
import type { HttpRequest } from '../../integrations/outgoing.js';
import { parseUrl } from '../../integrations/parseUrl.js';
import type { Channel, NotSent, OutgoingMessage, Sent } from '../channel.js';
import type { Account } from './account.js';
import { outcomeOf } from './outcomeOf.js';
import type { Uploads } from './uploads.js';

type Kind = Exclude<ChannelMessage['type'], 'text' | 'buttons' | 'list'>;

/** The size limit of a kind of file, in bytes, and its media types. */
interface MediaLimits {
  readonly most: number;
  readonly types: readonly string[];
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** What WhatsApp accepts (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media#supported-media-types). */
const MEDIA: Readonly<Record<Kind, MediaLimits>> = {
  image: { most: 5_000_000, types: ['image/jpeg', 'image/png'] },
  audio: {
    most: 16_000_000,
    types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
  },
  video: { most: 16_000_000, types: ['video/mp4', 'video/3gpp'] },
  document: {
    most: 100_000_000,
    types: [
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      `${OFFICE}.wordprocessingml.document`,
      `${OFFICE}.spreadsheetml.sheet`,
      `${OFFICE}.presentationml.presentation`,
    ],
  },
};

/** Why WhatsApp does not accept a file in a message; undefined where it does. */
function refusalOf({ type }: ChannelMessage, file: ShownFile): string | undefined {
  if (type === 'text' || type === 'list') return undefined;
  const kind = type === 'buttons' ? 'image' : type;
  const { most, types } = MEDIA[kind];
  const refusal = (why: string) => `WhatsApp takes ${why}, so ${file.name} was not sent as one`;
  if (!types.includes(file.type)) return refusal(`no ${file.type} as ${kind}`);
  return file.bytes > most ? refusal(`no ${kind} of more than ${most} bytes`) : undefined;
}

/** Whether the service can fetch a file from the address in a message. */
function isFetchable(message: ChannelMessage, { isPublic }: ShownFile): boolean {
  const { hostname } = parsedUrl(shownIn(message) ?? '') ?? {};
  return isPublic && hostname !== undefined && isPublicHost(hostname);
}

/** The message that replaces one whose file is not accepted: with the address of the file where others can read it, else its name. */
function withoutFile(message: ChannelMessage, file: ShownFile): ChannelMessage {
  const named = file.isPublic ? shownIn(message) : file.name;
  if (message.type === 'buttons') {
    const { imageUrl: _, ...others } = message;
    const text = `${named}\n${message.text}`;
    return text.length > MOST_BODY ? others : { ...others, text };
  }
  const caption = 'caption' in message ? message.caption : undefined;
  return { type: 'text', text: [caption, named].filter(Boolean).join('\n') };
}

/** Dependencies of sending messages. */
export interface SendParts {
  readonly http: Http;
  readonly uploads: Uploads;
}

/** How long after a message of a person they may be sent anything, in milliseconds. */
const WINDOW = 86_400_000;

const TOO_LATE =
  'the person wrote more than 24 hours ago, and WhatsApp lets nothing but templates through then';

/** Opens the sending of messages from a number. */
export function openSend(account: Account, parts: SendParts): Channel['send'] {
  const send = async (outgoing: OutgoingMessage, abandoned: AbortSignal): Promise<Sent> => {
    const { contactId, id, heardAt } = outgoing;
    if (Date.now() - heardAt > WINDOW) return { outcome: 'refused', why: TOO_LATE };
    const made = await makeBody(parts.uploads, account, { outgoing, abandoned });
    if (made.outcome !== 'made') return made;
    const target = { recipient_type: 'individual', ...receiverOf(contactId) };
    const sending = { ...target, biz_opaque_callback_data: id, ...made.body };
    const request = messagesRequest(account, sending);
    const sent = outcomeOf(await parts.http.send({ ...request, abandoned }));
    return sent.outcome === 'sent' ? { ...sent, without: made.without } : sent;
  };
  return async (...args) => withoutSecrets(account, await send(...args));
}

/**
 * A person by their number, or by the id of somebody who hides it
 * (https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids).
 */
function receiverOf(contactId: string): object {
  return /^[A-Z]{2}\./.test(contactId) ? { recipient: contactId } : { to: contactId };
}

/** A request to the address for messages. */
export function messagesRequest(
  { messagesUrl: url, headers }: Account,
  content: object,
): HttpRequest {
  return {
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ messaging_product: 'whatsapp', ...content }),
  };
}

/** The body of a message, and why its file was left out. */
interface Made {
  readonly outcome: 'made';
  readonly body: object;
  readonly without?: string;
}

/** Makes the body of a message. A file that WhatsApp does not accept is left out; one that it cannot fetch is uploaded. */
async function makeBody(
  uploads: Uploads,
  account: Account,
  { outgoing: { message, file }, abandoned }: { outgoing: OutgoingMessage; abandoned: AbortSignal },
): Promise<Made | NotSent> {
  if (!file) return { outcome: 'made', body: bodyOf(message) };
  const without = refusalOf(message, file);
  if (without !== undefined) {
    return { outcome: 'made', body: bodyOf(withoutFile(message, file)), without };
  }
  if (isFetchable(message, file)) return { outcome: 'made', body: bodyOf(message) };
  const uploaded = await uploads.upload(account, file, abandoned);
  if (uploaded.outcome !== 'uploaded') return uploaded;
  const { id } = uploaded;
  return { outcome: 'made', body: bodyOf(message, { id, name: file.name }) };
}

/** Removes secrets: the service repeats a token that it does not know. */
function withoutSecrets({ secrets }: Account, sent: Sent): Sent {
  if (sent.outcome === 'sent') return sent;
  const why = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), sent.why);
  return { outcome: sent.outcome, why };
}

interface Media {
  readonly id: string;
  readonly name: string;
}

/**
 * A message in the form of the cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages). Its file is an
 * uploaded one, else a link, which the service fetches.
 */
export function bodyOf(message: ChannelMessage, media?: Media): object {
  switch (message.type) {
    case 'text': {
      const { text: body } = message;
      return { type: 'text', text: { body, preview_url: /https?:\/\//i.test(body) } };
    }
    case 'buttons':
      return { type: 'interactive', interactive: withButtons(message, media) };
    case 'list':
      return { type: 'interactive', interactive: withList(message) };
    default:
      return { type: message.type, [message.type]: fileOf(message, media) };
  }
}

type FileMessage = Exclude<ChannelMessage, { type: 'text' | 'buttons' | 'list' }>;
type Of<T extends ChannelMessage['type']> = Extract<ChannelMessage, { type: T }>;

/** Audio has no caption. */
function fileOf({ type, url: link, caption }: FileMessage, media: Media | undefined): object {
  return {
    ...(media ? { id: media.id } : { link }),
    ...(type !== 'audio' && caption !== undefined && { caption }),
    ...(type === 'document' && { filename: media?.name ?? nameIn(link) }),
  };
}

function withButtons({ text, imageUrl, buttons }: Of<'buttons'>, media: Media | undefined): object {
  const image = media ? { id: media.id } : { link: imageUrl };
  return {
    type: 'button',
    ...(imageUrl !== undefined && { header: { type: 'image', image } }),
    body: { text },
    action: { buttons: buttons.map((button) => ({ type: 'reply', reply: button })) },
  };
}

function withList({ text, button, rows }: Of<'list'>): object {
  return { type: 'list', body: { text }, action: { button, sections: [{ rows }] } };
}

/** The last part of the path of an address. */
function nameIn(url: string): string {
  const { pathname } = parseUrl(url) ?? { pathname: url };
  return pathname.split('/').at(-1) || 'file';
}
