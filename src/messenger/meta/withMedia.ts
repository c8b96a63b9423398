import { parsedUrl } from '../../checks/parsedUrl.js';
import type { ShownFile } from '../../files/findShown.js';
import { isPublicHost } from '../../integrations/guard.js';
import { MOST_BODY } from '../channelInput.js';
import { shownIn, type ChannelMessage } from '../channelMessage.js';

type Kind = Exclude<ChannelMessage['type'], 'text' | 'buttons' | 'list'>;

/** The size limit of a kind of file, in bytes, and its media types. */
interface Media {
  readonly most: number;
  readonly types: readonly string[];
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** What WhatsApp accepts (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media#supported-media-types). */
const MEDIA: Readonly<Record<Kind, Media>> = {
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
export function refusalOf({ type }: ChannelMessage, file: ShownFile): string | undefined {
  if (type === 'text' || type === 'list') return undefined;
  const kind = type === 'buttons' ? 'image' : type;
  const { most, types } = MEDIA[kind];
  const refusal = (why: string) => `WhatsApp takes ${why}, so ${file.name} was not sent as one`;
  if (!types.includes(file.type)) return refusal(`no ${file.type} as ${kind}`);
  return file.bytes > most ? refusal(`no ${kind} of more than ${most} bytes`) : undefined;
}

/** Whether the service can fetch a file from the address in a message. */
export function isFetchable(message: ChannelMessage, { isPublic }: ShownFile): boolean {
  const { hostname } = parsedUrl(shownIn(message) ?? '') ?? {};
  return isPublic && hostname !== undefined && isPublicHost(hostname);
}

/** The message that replaces one whose file is not accepted: with the address of the file where others can read it, else its name. */
export function withoutFile(message: ChannelMessage, file: ShownFile): ChannelMessage {
  const named = file.isPublic ? shownIn(message) : file.name;
  if (message.type === 'buttons') {
    const { imageUrl: _, ...others } = message;
    const text = `${named}\n${message.text}`;
    return text.length > MOST_BODY ? others : { ...others, text };
  }
  const caption = 'caption' in message ? message.caption : undefined;
  return { type: 'text', text: [caption, named].filter(Boolean).join('\n') };
}
