import { z } from 'zod';
import { optional } from '../fields/field.js';
import { variableIdSchema } from './optionMeaning.js';

/** The options of an event that a command calls. */
export const commandOptionsSchema = z.looseObject({
  command: optional(z.string(), 'The command that calls it.'),
  resumeAfter: optional(
    z.boolean(),
    'Whether the input that waited is asked again when its path ends.',
    { title: 'The input is asked again', default: false },
  ),
});

/** The options of an event that a reply calls. */
export const replyOptionsSchema = z.looseObject({
  contentVariableId: optional(variableIdSchema, 'The variable that gets the reply.', {
    title: 'Save the reply in',
  }),
  inputTypeVariableId: optional(variableIdSchema, 'The variable that gets the kind of the input.', {
    title: 'Save the kind in',
  }),
  inputNameVariableId: optional(
    variableIdSchema,
    'The variable that gets the title of its group.',
    { title: 'Save the group in' },
  ),
});

/** The options of all kinds of events. */
export const eventOptionsSchema = z.looseObject({
  options: commandOptionsSchema.extend(replyOptionsSchema.shape).optional(),
});
