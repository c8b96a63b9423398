import { z } from 'zod';
import { richTextNodeSchema, type BubbleType, type Message } from '../engine/index.js';
import { beginningOf } from './beginningOf.js';
import { isPicture, MOST_BODY } from './channelInput.js';
import type { ChannelMessage } from './channelMessage.js';
import { channelTextOf, textsOf } from './channelText.js';

const text = z.string().optional().catch(undefined);
const contentSchema = z.object({
  richText: z.array(richTextNodeSchema).optional().catch(undefined),
  url: text,
  type: text,
  clickLink: z.object({ url: z.string() }).optional().catch(undefined),
});

type Content = z.infer<typeof contentSchema>;

/** How each kind of bubble is sent. */
const sent: Readonly<Record<BubbleType, (content: Content) => ChannelMessage[]>> = {
  text: ({ richText = [] }) => textsOf(channelTextOf(richText)),
  image: ({ url = '', clickLink }) => {
    if (!isPicture(url)) return textsOf(url);
    // The address that a picture leads to.
    const caption = clickLink && beginningOf(clickLink.url, MOST_BODY);
    return mediaOf('image', url, caption);
  },
  video: ({ url = '', type }) => (type === 'url' ? mediaOf('video', url) : textsOf(url)),
  audio: ({ url = '' }) => mediaOf('audio', url),
  embed: ({ url = '' }) => addressOf(url),
};

const byType = new Map<string, (content: Content) => ChannelMessage[]>(Object.entries(sent));

/** A message of the bot, as messengers can show it: of a kind that is no bubble they get the address, if it has one. */
export function messagesOfBubble({ type, content }: Message): ChannelMessage[] {
  const known = contentSchema.parse(content);
  return (byType.get(type) ?? sent.embed)(known);
}

function mediaOf(
  type: 'image' | 'video' | 'audio' | 'document',
  url: string,
  caption?: string,
): ChannelMessage[] {
  return url === '' ? [] : [{ type, url, ...(caption && { caption }) }];
}

/** A document where messengers show one, else the address itself. */
function addressOf(url: string): ChannelMessage[] {
  return /\.pdf(?:[?#]|$)/i.test(url) ? mediaOf('document', url) : textsOf(url);
}
