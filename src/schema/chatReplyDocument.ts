import { z } from 'zod';
import { breakpointsSchema, optional, settingsSchema, themeSchema } from '../engine/index.js';

const type = z.string().describe('The kind of thing it is');
/** An object whose members depend on the kind of block. */
const ofKind = z.looseObject({});

const botSchema = z.object({
  id: z.string().describe('The id of the bot'),
  theme: themeSchema,
  settings: settingsSchema,
});

/** A message as REST sends it. */
export const messageSchema = z
  .object({
    id: z.string().describe('The block that says it'),
    type,
    content: ofKind.describe('What it holds; depends on its type'),
  })
  .meta({ id: 'ChatMessage' });

/** An input as REST sends it. */
export const inputSchema = z
  .looseObject({
    id: z.string().describe('The block that asks'),
    type,
    outgoingEdgeId: optional(z.string(), 'The edge it leaves by'),
    options: optional(ofKind, 'How it is set up; depends on its kind'),
    items: optional(z.array(z.looseObject({})), 'What can be chosen'),
    prefilledValue: optional(z.string(), 'What the linked variable holds already'),
    runtimeOptions: optional(
      ofKind,
      'What only holds for this chat, such as the secret of a payment',
    ),
  })
  .meta({ id: 'ChatInput' });

/** An action for the client as REST sends it. */
export const clientSideActionSchema = z
  .looseObject({
    type,
    lastBubbleBlockId: optional(
      z.string(),
      'The bubble to run it after; absent: before anything is shown',
    ),
    expectsDedicatedReply: optional(z.boolean(), 'Whether the chat waits for what it gives'),
  })
  .meta({ id: 'ClientSideAction' });

/** A log as REST sends it. */
export const logSchema = z.object({
  status: z.string().describe('`success`, `error` or `info`'),
  description: z.string().describe('What happened, for a person'),
  details: z.unknown().describe('More about it, of any shape').optional(),
  blockId: optional(z.string(), 'The block it came from, where one did'),
  groupId: optional(z.string(), 'The group of that block'),
});

/** URLs of the theme that depend on variables, as REST sends them. */
export const dynamicThemeSchema = z.object({
  hostAvatarUrl: optional(z.string(), 'The picture beside what the bot says'),
  guestAvatarUrl: optional(z.string(), 'The picture beside what the visitor says'),
  backgroundUrl: optional(z.string(), 'The picture behind the chat'),
});

/** Where a turn pauses, as REST sends it. */
const pauseSchema = z.object({
  number: z.number().int().describe('Which pause of the turn it is, from 1'),
  groupId: optional(z.string(), 'The group of the block before which it pauses'),
  blockId: optional(z.string(), 'That block'),
  call: z.enum(['ENTER', 'REPLY', 'RESULT']).describe('What the block is called for next'),
  hit: breakpointsSchema.describe(
    'The breakpoints that were reached; empty where the chat came as far as it was to',
  ),
});

/** A reply of a chat as REST sends it. */
export const chatReplySchema = z.object({
  sessionId: z.string().optional().describe('Only in the reply of a start'),
  resultId: z.string().optional().describe('Only in the reply of a start of a published bot'),
  bot: botSchema.describe('The bot').optional(),
  messages: z.array(messageSchema).describe('What the bot says, in order'),
  lastMessageNewFormat: optional(
    z.string(),
    'The sent message as it was understood, when that differs',
  ),
  input: inputSchema.describe('What the chat waits for').optional(),
  clientSideActions: z
    .array(clientSideActionSchema)
    .describe('What the client is to run')
    .optional(),
  logs: z
    .array(logSchema)
    .describe('What happened in this turn that somebody may want to know')
    .optional(),
  dynamicTheme: dynamicThemeSchema
    .describe('Addresses that follow variables, where they changed')
    .optional(),
  pause: pauseSchema
    .describe('Where the turn pauses, in a debugged preview; the reply is that of the turn so far')
    .optional(),
  language: optional(
    z.string(),
    'The language in which the bot goes on, a tag of BCP 47; only where it has several and in replies in which it is set',
  ),
  progress: z.number().min(0).max(100).describe('How far the chat is, from 0 to 100').optional(),
});
