import { parseUrl } from '../../integrations/parseUrl.js';
import type { ChannelMessage } from '../channelMessage.js';

/** A file that was uploaded. */
export interface Media {
  readonly id: string;
  readonly name: string;
}

/**
 * A message in the form of the cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages). Its file is
 * one that was uploaded, else a link, which the service fetches.
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

/** A sound can have no caption. */
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
