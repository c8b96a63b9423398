import { z } from 'zod';
import { optional } from '../fields/field.js';
import { typeMember } from '../documents/commonMembers.js';

const idSchema = z.string().max(200);
const onceSchema = optional(z.boolean(), 'Whether it is removed once it was reached');

/** Where a turn of a debugged chat pauses. */
const breakpointSchema = z.discriminatedUnion('type', [
  z.object({
    type: typeMember(z.literal('block')),
    blockId: idSchema.describe('The block before which the chat pauses'),
    isOnce: onceSchema,
  }),
  z.object({
    type: typeMember(z.literal('condition')),
    itemId: idSchema.describe(
      'The item whose condition was tried; the chat pauses before the next block',
    ),
    holds: optional(z.boolean(), 'Only if it held, or only if it did not'),
    isOnce: onceSchema,
  }),
  z.object({
    type: typeMember(z.literal('change')),
    variableId: idSchema.describe(
      'The variable that got another value; the chat pauses before the next block',
    ),
    isOnce: onceSchema,
  }),
]);

/** More breakpoints than anybody sets. */
const MAX_BREAKPOINTS = 100;

/** The breakpoints of a chat. */
export const breakpointsSchema = z.array(breakpointSchema).max(MAX_BREAKPOINTS);

/** Where a turn of a debugged chat pauses. */
export type Breakpoint = z.infer<typeof breakpointSchema>;
