import { z } from 'zod';
import type { BlockContext } from './block.js';
import { variableIdSchema } from '../../documents/optionMeaning.js';

/** The option that every kind of input has. */
export const variableField = {
  variableId: variableIdSchema.optional().describe('The variable the answer is kept in.'),
};

/** The option of kinds that may have a retry message of their own. */
export const retryField = {
  retryMessageContent: z
    .string()
    .optional()
    .describe(
      "What is said when the answer is not valid; the kind's or the bot's own words without.",
    ),
};

/** The options of the kinds that offer items to choose from. */
export const choiceFields = {
  isMultipleChoice: z
    .boolean()
    .optional()
    .describe('Whether several may be chosen; default false.'),
  buttonLabel: z
    .string()
    .optional()
    .describe('The text on the button that sends several; default "Send".'),
  isSearchable: z
    .boolean()
    .optional()
    .describe('Whether the client lets people search; default false.'),
  searchInputPlaceholder: z
    .string()
    .optional()
    .describe('The text in the empty search field; default "Filter the options…".'),
};

/** The author's retry message for a rejected answer; undefined when there is none. */
export function ownRetry(
  options: { readonly retryMessageContent?: string | undefined } | undefined,
  context: BlockContext,
): string | undefined {
  return context.text(options?.retryMessageContent ?? '') || undefined;
}
