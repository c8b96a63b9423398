import { z } from 'zod';
import type { ChatKind } from './chatKinds.js';
import {
  clientSideActionSchema,
  dynamicThemeSchema,
  inputSchema,
  logSchema,
  messageSchema,
} from './chatReplyDocument.js';
import { ChatStatus } from './enums.js';

const flag = (means: string) => z.boolean().optional().describe(means);

const seq = z
  .number()
  .int()
  .min(0)
  .describe(
    'Its number in the chat, from 1 without a gap; of what is not stored that of the event before',
  );

/** The members of every event as REST sends it, besides its kind. */
export const eventFields = {
  seq,
  turn: z.number().int().min(0).describe('The turn it belongs to; the start is turn 1'),
  at: z.iso.datetime().describe('When it happened'),
};

const heardFields = {
  text: z.string().describe('What was sent'),
  attachedFileUrls: z
    .array(z.string())
    .optional()
    .describe('The addresses of files that were sent with it'),
  blockId: z.string().optional().describe('The input it was sent to'),
};

const agentName = z.string().optional().describe('The name of the person, where it is known');

/** Every kind of event of a chat, as clients receive it. */
export const EVENT_KINDS: readonly ChatKind[] = [
  kindOf('heard', 'A message of the visitor.', heardFields),
  kindOf('message', 'A message of the bot, or of a person in its place.', {
    message: messageSchema.describe('The message'),
    isFromAgent: flag('True when a person sent it in place of the bot'),
    agentName,
    isStreamed: flag('True when the client of the visitor showed it already, as it streamed'),
  }),
  kindOf('input', 'The chat waits for an answer.', {
    input: inputSchema.describe('What the chat waits for'),
  }),
  kindOf('action', 'The client is to run something.', {
    action: clientSideActionSchema.describe('What the client is to run'),
  }),
  kindOf('log', 'Something was logged.', { log: logSchema.describe('The line that was logged') }),
  kindOf('dynamicTheme', 'Addresses of pictures changed.', {
    dynamicTheme: dynamicThemeSchema.describe('The addresses that changed'),
  }),
  kindOf('progress', 'The chat came further.', {
    progress: z.number().min(0).max(100).describe('How far the chat is, from 0 to 100'),
  }),
  kindOf('language', 'The chat goes on in a language.', {
    language: z.string().describe('The language of what follows, as a tag of BCP 47'),
  }),
  kindOf('status', 'A person took the chat over, gave it back or closed it.', {
    status: z.enum(ChatStatus).describe('Who answers from now on'),
    agentName,
  }),
  kindOf('moved', 'The chat goes on in another version of its bot from here.', {
    versionId: z.string().describe('The version'),
    version: z.number().int().describe('The number of the version'),
  }),
  kindOf('turnEnd', 'The turn is over.', {
    isEnded: z.boolean().describe('Whether the chat is over'),
    lastMessageNewFormat: z
      .string()
      .optional()
      .describe('The sent message as it was understood, when that differs'),
  }),
  kindOf(
    'received',
    'A message of the visitor, as soon as the reply to it is streamed; not stored, `ChatHeardEvent` follows.',
    heardFields,
  ),
  kindOf('delta', 'More of a reply that is being streamed; not stored.', {
    text: z.string().describe('What is added to the reply'),
    offset: z.number().int().describe('How many UTF-16 units of the reply came before `text`'),
    blockId: z.string().describe('The bubble that will say it all'),
  }),
  kindOf(
    'withdrawn',
    'The turn failed: what was shown of it before it was stored is to be taken back; not stored.',
    {},
  ),
];

function kindOf(
  kind: string,
  summary: string,
  members: Readonly<Record<string, z.ZodType>>,
): ChatKind {
  const schema = z.looseObject({
    ...eventFields,
    kind: z.literal(kind).describe('What happened'),
    ...members,
  });
  return { type: kind, summary, schema };
}
