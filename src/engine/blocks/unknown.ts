import { z } from 'zod';
import { defineBlock } from './kind/block.js';
import { noFaults } from './kind/blockFault.js';
import { alsoShapedAs, credentialsIdSchema } from '../documents/optionMeaning.js';

/** The options by which most kinds name credentials. Null may have a meaning for such a kind, so it stays, too. */
const usualOptionsSchema = z.looseObject({
  credentialsId: credentialsIdSchema.nullish(),
  proxyCredentialsId: credentialsIdSchema.nullish(),
});

/** Stands in for kinds that a newer server wrote: such a block is kept as it is, and skipped with a log. */
export const unknown = defineBlock({
  type: 'unknown',
  family: 'bubble',
  label: 'Unknown block',
  icon: 'question',
  searchWords: [],
  summary: 'A block of a kind this server does not know.',
  example: {},
  schema: alsoShapedAs(
    z.looseObject({ id: z.string(), type: z.string(), outgoingEdgeId: z.string().optional() }),
    [z.looseObject({ options: usualOptionsSchema.nullish() })],
  ),
  faults: noFaults,
  enter: ({ id, type }) => ({
    go: 'next',
    logs: [
      {
        status: 'info',
        description: `Skipped block ${id}: blocks of type "${type}" are not known here`,
      },
    ],
  }),
});
