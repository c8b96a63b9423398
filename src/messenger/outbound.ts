import { z } from 'zod';
import {
  type BubbleType,
  type ClientAction,
  type Message,
  richTextNodeSchema,
  type TurnEvent,
} from '../engine/index.js';
import { beginningOf } from './channelText.js';
import { isPicture, messagesOfInput, MOST_BODY } from './channelInput.js';
import type { ChannelMessage, ChannelStep } from './channelMessage.js';
import { channelTextOf, textsOf } from './channelText.js';

interface Numbered {
  readonly seq: number;
  readonly event: TurnEvent;
}

/** The longest wait, in seconds. */
const LONGEST_WAIT = 10;

/**
 * The steps that send the next events of a chat to its person in a messenger. `selectLabel` is on the button under a picture. An input that
 * was answered within these events is left out; the text before buttons is sent with them.
 */
export function stepsOf(events: readonly Numbered[], selectLabel: string): ChannelStep[] {
  const heard = events.findLastIndex(({ event }) => event.kind === 'heard');
  const steps: ChannelStep[] = [];
  for (const [index, { seq, event }] of events.entries()) {
    if (event.kind === 'input' && index > heard) {
      const before = textBefore(steps);
      const sent = messagesOfInput(event.input, { body: before, selectLabel });
      if (before !== undefined && sent.some((message) => isUnder(before, message))) steps.pop();
      steps.push(...sent.map((message) => sending(seq, message)));
    }
    if (event.kind === 'message') {
      steps.push(...messagesOfBubble(event.message).map((message) => sending(seq, message)));
    }
    if (event.kind === 'action') steps.push(...stepsOfAction(seq, event.action));
  }
  return steps;
}

function sending(through: number, message: ChannelMessage): ChannelStep {
  return { through, action: { do: 'send', message } };
}

/** Whether a message has its choices under that text. */
function isUnder(before: string, message: ChannelMessage): boolean {
  return (message.type === 'buttons' || message.type === 'list') && message.text.startsWith(before);
}

/** The last text to be sent so far, if it is short enough for the body of buttons. */
function textBefore(steps: readonly ChannelStep[]): string | undefined {
  const action = steps.at(-1)?.action;
  if (action?.do !== 'send' || action.message.type !== 'text') return undefined;
  const { text } = action.message;
  return text.length <= MOST_BODY ? text : undefined;
}

const redirectSchema = z.object({ redirect: z.object({ url: z.string() }) });
const waitSchema = z.object({ wait: z.object({ secondsToWaitFor: z.number() }) });

/** The server itself waits; the address of a redirect is sent as a text. Messengers can do no other actions. */
function stepsOfAction(through: number, action: ClientAction): ChannelStep[] {
  const url = redirectSchema.safeParse(action).data?.redirect.url;
  if (url !== undefined) return textsOf(url).map((message) => sending(through, message));
  const seconds = waitSchema.safeParse(action).data?.wait.secondsToWaitFor;
  if (seconds === undefined) return [];
  const wait = { do: 'wait', seconds: Math.min(seconds, LONGEST_WAIT) } as const;
  if (!action.expectsDedicatedReply) return [{ through, action: wait }];
  return [
    { through, action: wait },
    { through, action: { do: 'continue' } },
  ];
}

const text = z.string().optional().catch(undefined);
const contentSchema = z.object({
  richText: z.array(richTextNodeSchema).optional().catch(undefined),
  url: text,
  type: text,
  clickLink: z.object({ url: z.string() }).optional().catch(undefined),
});

type Content = z.infer<typeof contentSchema>;

const sent: Readonly<Record<BubbleType, (content: Content) => ChannelMessage[]>> = {
  text: ({ richText = [] }) => textsOf(channelTextOf(richText)),
  image: ({ url = '', clickLink }) => {
    if (!isPicture(url)) return textsOf(url);
    // The address that the picture links to.
    const caption = clickLink && beginningOf(clickLink.url, MOST_BODY);
    return mediaOf('image', url, caption);
  },
  video: ({ url = '', type }) => (type === 'url' ? mediaOf('video', url) : textsOf(url)),
  audio: ({ url = '' }) => mediaOf('audio', url),
  embed: ({ url = '' }) => addressOf(url),
};

const byType = new Map<string, (content: Content) => ChannelMessage[]>(Object.entries(sent));

/** A message of the bot, as messengers can show it. For a message of any other kind, only its address is sent, if it has one. */
function messagesOfBubble({ type, content }: Message): ChannelMessage[] {
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
