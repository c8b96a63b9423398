import { z } from 'zod';
import { optional } from '../fields/field.js';
import { textFault } from './jsonFault.js';
import { typeMember } from './commonMembers.js';
import { sentDocument } from './sentDocument.js';
import type { UserMessage } from './userMessage.js';

const MAX_TEXT_LENGTH = 100_000;

/** Text that can be stored and is not longer than anyone types. */
export const messageTextSchema = z
  .string()
  .max(MAX_TEXT_LENGTH)
  .superRefine((text, context) => {
    const fault = textFault(text);
    if (fault) context.addIssue({ code: 'custom', message: fault.message });
  });

const textMessageSchema = z
  .object({
    type: typeMember(z.literal('text')),
    text: messageTextSchema.describe('What the person says'),
    metadata: optional(
      z.object({ replyId: optional(messageTextSchema, 'The message this one replies to') }),
      'What the channel says about the message',
    ),
    attachedFileUrls: optional(z.array(messageTextSchema), 'The addresses of files sent with it'),
  })
  .transform(({ text, metadata, attachedFileUrls }): UserMessage => {
    const replyId = metadata?.replyId;
    return {
      text,
      ...(replyId === undefined ? {} : { replyId }),
      ...(attachedFileUrls === undefined ? {} : { attachedFileUrls }),
    };
  });

const audioMessageSchema = z
  .object({ type: typeMember(z.literal('audio')), url: messageTextSchema.describe('The address') })
  .transform(({ url }): UserMessage => ({ audioUrl: url }));

const commandMessageSchema = z
  .object({
    type: typeMember(z.literal('command')),
    command: messageTextSchema.describe('The name of a command event of the flow'),
  })
  .transform(({ command }): UserMessage => ({ command }));

/**
 * What a person or their client sends in a chat: a text of at most 100 000 characters, or one of the objects of newer
 * versions of the original (docs/spec-choices.md, "Chats"). Unknown members are dropped; the output is the form the
 * engine reads.
 */
export const sentMessageSchema = z.union(
  [
    messageTextSchema.transform((text): UserMessage => ({ text })),
    z.discriminatedUnion('type', [textMessageSchema, audioMessageSchema, commandMessageSchema]),
  ],
  `Must be text of at most ${MAX_TEXT_LENGTH} characters without NUL, or an object of type "text", "audio" or "command" that holds such texts`,
);

/** Values to begin a chat with, by name of the variable; any JSON. Names the flow does not have are ignored. */
export const prefilledVariablesSchema = sentDocument(z.record(z.string(), z.unknown()));
