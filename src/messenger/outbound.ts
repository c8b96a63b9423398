import { z } from 'zod';
import type { ClientAction, TurnEvent } from '../engine/index.js';
import type { ChannelMessage, ChannelStep } from './channelMessage.js';
import { MOST_BODY, messagesOfInput } from './channelInput.js';
import { textsOf } from './channelText.js';
import { messagesOfBubble } from './messagesOfBubble.js';

/** An event of a chat and its number. */
interface Numbered {
  readonly seq: number;
  readonly event: TurnEvent;
}

/** The most seconds that one wait takes. */
const LONGEST_WAIT = 10;

/**
 * What a person in a messenger gets of the next events of their chat. `selectLabel` is on the button under a picture. An input
 * that was answered within these events is left out; the text before buttons is sent with them.
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

/** Whether what can be chosen is sent under that text. */
function isUnder(before: string, message: ChannelMessage): boolean {
  return (message.type === 'buttons' || message.type === 'list') && message.text.startsWith(before);
}

/** The text that was to be sent last, if it is short enough for the body of buttons. */
function textBefore(steps: readonly ChannelStep[]): string | undefined {
  const action = steps.at(-1)?.action;
  if (action?.do !== 'send' || action.message.type !== 'text') return undefined;
  const { text } = action.message;
  return text.length <= MOST_BODY ? text : undefined;
}

const redirectSchema = z.object({ redirect: z.object({ url: z.string() }) });
const waitSchema = z.object({ wait: z.object({ secondsToWaitFor: z.number() }) });

/** Waits are the server's here, an address to go to is sent as a text; no messenger can do what other actions ask for. */
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
