import { z } from 'zod';

/** The members every stored block has besides its `type`. */
export const blockFields = {
  id: z.string(),
  outgoingEdgeId: z.string().optional(),
};

/** The texts beside and on an input. */
export const labelsSchema = z.looseObject({
  placeholder: z.string().optional().describe('The text in the empty field.'),
  button: z.string().optional().describe('The text on the button; default "Send".'),
});

/** A number, or a text that holds one after its variables are filled in. */
export const numberOrTemplateSchema = z.union([z.number(), z.string()]);
