import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { schemaOf } from '../kind/blockFields.js';
import { parseNumber } from '../../values/parseNumber.js';

/** Lets the client wait before it shows what follows. With a pause the chat rests until the client reports. */
export const wait = defineBlock({
  type: 'Wait',
  family: 'logic',
  summary:
    'Lets the client wait some seconds; without a pause the server goes on at once, requests included.',
  example: { options: { secondsToWaitFor: '2', shouldPause: true } },
  schema: schemaOf(
    'Wait',
    z.looseObject({
      secondsToWaitFor: z
        .string()
        .optional()
        .describe(
          'How long, in seconds, as a text; may hold variables. No wait when it is not a number.',
        ),
      shouldPause: z
        .boolean()
        .optional()
        .describe('Whether the chat rests until the client reports back; false when absent.'),
    }),
  ),
  enter: ({ options = {} }, context) => {
    const seconds = parseNumber(context.text(options.secondsToWaitFor ?? ''));
    const isPause = options.shouldPause === true;
    if (seconds === undefined || seconds < 0 || (seconds === 0 && !isPause)) return { go: 'next' };
    const action = { type: 'wait' as const, wait: { secondsToWaitFor: seconds } };
    return { go: isPause ? 'client' : 'next', action };
  },
});
