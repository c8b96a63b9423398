import { z } from 'zod';
import { optional } from '../../fields/field.js';

/** The members every stored block has besides its `type`. */
export const blockFields = { id: z.string(), outgoingEdgeId: z.string().optional() };

/** The schema of a kind whose blocks have nothing but options of their own. */
export function schemaOf<T extends string, O extends z.ZodType>(type: T, options: O) {
  return z.looseObject({ ...blockFields, type: z.literal(type), options: options.optional() });
}

/** The text on the button of an input. */
export const buttonField = {
  button: optional(z.string(), 'The text on the button.', {
    title: 'Text on the button',
    default: 'Send',
    isTranslatable: true,
  }),
};

/** The texts beside and on an input; `placeholder` is in its empty field where a block says nothing else. */
export function labelsOf(placeholder: string) {
  return optional(
    z.looseObject({
      placeholder: optional(z.string(), 'The text in the empty field.', {
        title: 'Hint in the empty field',
        default: placeholder,
        isTranslatable: true,
        isOnCanvas: true,
      }),
      ...buttonField,
    }),
    'Texts of the field.',
    { title: 'Texts' },
  );
}

/** A number, or a text that holds one after its variables are filled in. */
export const numberOrTemplateSchema = z.union([z.number(), z.string()]);
