import { z } from 'zod';
import {
  BUBBLES,
  clientActions,
  customEmbedSchema,
  INPUTS,
  type BlockKind,
} from '../engine/index.js';

/** A kind of message, input or action, identified by its `type`. `schema` is its shape as clients receive it. */
export interface ChatKind {
  readonly type: string;
  /** A description in one sentence. */
  readonly summary: string;
  readonly schema: z.ZodObject;
}

const actionFields = {
  lastBubbleBlockId: z
    .string()
    .optional()
    .describe('The bubble to run it after; absent: before anything is shown'),
  expectsDedicatedReply: z
    .boolean()
    .optional()
    .describe('Whether the chat waits for what it gives'),
};

const messageId = z
  .string()
  .describe('The id of the block that sends it, or one of its own where no block does');

/** Every kind of message: one for each kind of bubble, and the one that only integrations send. */
export const MESSAGE_KINDS: readonly ChatKind[] = [
  ...kindsOf(BUBBLES, ({ outgoingEdgeId: _, content, ...members }) => ({
    ...members,
    id: messageId,
    ...(content && { content: content instanceof z.ZodOptional ? content.unwrap() : content }),
  })),
  {
    type: 'custom-embed',
    summary: 'Shows what code of the client draws.',
    schema: z.looseObject({
      id: messageId,
      type: z.literal('custom-embed'),
      content: customEmbedSchema,
    }),
  },
];

/** Every kind of input: a block whose variables are filled in, with the members that the chat adds. */
export const INPUT_KINDS: readonly ChatKind[] = kindsOf(INPUTS, (members) => ({
  ...members,
  id: z.string().describe('The id of the block that asks'),
  prefilledValue: z.string().optional().describe('What the linked variable holds already'),
}));

/** Every kind of action. Its data is the member that is named like its `type`. */
export const ACTION_KINDS: readonly ChatKind[] = Object.entries(clientActions).map(
  ([type, { summary, schema }]) => ({
    type,
    summary,
    schema: z.looseObject({
      type: z.literal(type),
      ...(schema && { [type]: schema.describe(summary) }),
      ...actionFields,
    }),
  }),
);

type Members = Readonly<Record<string, z.core.$ZodType>>;

/** Kinds of blocks as clients receive them; `shownOf` converts the members of a block. */
function kindsOf(
  kinds: readonly BlockKind[],
  shownOf: (members: Members) => Members,
): readonly ChatKind[] {
  return kinds.map(({ type, summary, schema, shown }) => ({
    type,
    summary,
    schema: z.looseObject(
      shownOf({ ...(schema instanceof z.ZodObject && schema.shape), ...shown }),
    ),
  }));
}
