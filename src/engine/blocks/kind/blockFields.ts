import { z } from 'zod';

/** The members every stored block has besides its `type`. */
export const blockFields = {
  id: z.string(),
  outgoingEdgeId: z.string().optional(),
};

/** The schema of a kind whose blocks have nothing but options of their own. */
export function schemaOf<T extends string, O extends z.ZodType>(type: T, options: O) {
  return z.looseObject({ ...blockFields, type: z.literal(type), options: options.optional() });
}

/** The text on the button of an input. */
export const buttonField = {
  button: z.string().optional().describe('The text on the button; default "Send".'),
};

/** The texts beside and on an input. */
export const labelsSchema = z.looseObject({
  placeholder: z.string().optional().describe('The text in the empty field.'),
  ...buttonField,
});

/** A number, or a text that holds one after its variables are filled in. */
export const numberOrTemplateSchema = z.union([z.number(), z.string()]);
