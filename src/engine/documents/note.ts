import { z } from 'zod';
import { optional } from '../fields/field.js';
import { coordinatesSchema } from './event.js';
import { partIdSchema } from './commonMembers.js';

/** The colors of notes; editors draw the first where a note has none. */
const NOTE_COLORS = ['yellow', 'green', 'blue', 'purple', 'red', 'grey'] as const;

/** The length of the text of a note, at most, in characters. */
const MOST_TEXT = 10_000;

/** In px; a note that is larger or smaller could not be handled in an editor. */
const side = z.number().min(40).max(10_000);

/** A text at a place of the canvas, for those who edit the flow. No chat and no check reads it. */
export const noteSchema = z
  .looseObject({
    id: partIdSchema,
    text: z.string().max(MOST_TEXT).describe('What it says, as plain text'),
    graphCoordinates: coordinatesSchema,
    size: z
      .looseObject({
        width: side.describe('From left to right, in px'),
        height: side.describe('From top to bottom, in px'),
      })
      .describe('How large it is in the editor'),
    color: optional(z.enum(NOTE_COLORS), 'The color behind its text', { default: NOTE_COLORS[0] }),
  })
  .meta({ id: 'FlowNote' });

/** The notes of a flow; a flow without any has no such member. */
export const notesSchema = z.array(noteSchema).describe('What people wrote on the canvas');

/** A text at a place of the canvas. */
export type Note = z.infer<typeof noteSchema>;
