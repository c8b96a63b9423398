import { z } from 'zod';
import { optional } from '../fields/field.js';
import { defineBlock } from './kind/block.js';
import { noFaults } from './kind/blockFault.js';
import { blockFields } from './kind/blockFields.js';

/**
 * An example to copy (docs/guide/add-a-block.md): a bubble that greets somebody. It is compiled and tested, but not in
 * the list of kinds, so no flow can hold one.
 */
export const example = defineBlock({
  /** What stored flows call the kind; never changes once flows hold it. */
  type: 'greeting',
  /** Decides how the walk leaves the block: see `nextBlock`. */
  family: 'bubble',
  /** What people call it, a picture of `kind/icons.ts`, and further words by which they search for it. */
  label: 'Greeting',
  icon: 'message',
  searchWords: ['hello', 'welcome'],
  /** One sentence for people. */
  summary: 'Greets somebody by name.',
  /** Such a block, for the generated docs. */
  example: { content: { name: '{{Name}}' } },
  /** What a stored block looks like. `looseObject` keeps members that a newer editor wrote. */
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('greeting'),
    content: optional(
      z.looseObject({
        name: optional(z.string(), 'Who is greeted; may hold variables. "you" when absent.'),
      }),
      'Whom to greet.',
    ),
  }),
  /** What clients receive in another shape than it is stored in; without this, the members of `schema`. */
  shown: { content: z.looseObject({ text: z.string().describe('The greeting.') }) },
  /** What can be wrong with such a block, for its author: nothing. */
  faults: noFaults,
  /** Says what the block wants when the walk reaches it. It may be called twice, so it must not do anything itself. */
  enter: ({ id, content }, context) => ({
    go: 'next',
    message: {
      id,
      type: 'greeting',
      content: { text: `Hello ${context.text(content?.name ?? 'you')}!` },
    },
  }),
});
