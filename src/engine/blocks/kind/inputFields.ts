import { z } from 'zod';
import type { BlockContext } from './block.js';
import { variableIdSchema } from '../../documents/optionMeaning.js';
import { optional } from '../../fields/field.js';

/** The option that every kind of input has. */
export const variableField = {
  variableId: optional(variableIdSchema, 'The variable the answer is kept in.', {
    title: 'Save the answer in',
    isOnCanvas: true,
  }),
};

/** The option of kinds that may have a retry message of their own; `usual` is that of the kind, if it has one. */
export function retryField(usual?: string) {
  return {
    retryMessageContent: optional(
      z.string(),
      'What is said when the answer is not valid; without it, the usual text of this question or of the bot.',
      {
        title: 'Said when the answer is not valid',
        ...(usual !== undefined && { default: usual }),
        isTranslatable: true,
      },
    ),
  };
}

/** The options of the kinds that offer items to choose from. */
export const choiceFields = {
  isMultipleChoice: optional(z.boolean(), 'Whether several may be chosen.', {
    title: 'Several can be chosen',
    default: false,
  }),
  buttonLabel: optional(z.string(), 'The text on the button that sends several.', {
    title: 'Text on the button',
    default: 'Send',
    isTranslatable: true,
    showsWhen: { isMultipleChoice: [true] },
  }),
  isSearchable: optional(z.boolean(), 'Whether people can search among the choices.', {
    title: 'Can be searched',
    default: false,
  }),
  searchInputPlaceholder: optional(z.string(), 'The text in the empty search field.', {
    title: 'Hint in the search field',
    default: 'Filter the options…',
    isTranslatable: true,
    showsWhen: { isSearchable: [true] },
  }),
};

/** The author's retry message for a rejected answer; undefined when there is none. */
export function ownRetry(
  options: { readonly retryMessageContent?: string | undefined } | undefined,
  context: BlockContext,
): string | undefined {
  return context.text(options?.retryMessageContent ?? '') || undefined;
}
