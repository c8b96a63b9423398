import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { schemaOf } from '../kind/blockFields.js';
import { parseNumber } from '../../values/parseNumber.js';
import { optional } from '../../fields/field.js';

/** Lets the client wait before it shows what follows. With a pause the chat rests until the client reports. */
export const wait = defineBlock({
  type: 'Wait',
  family: 'logic',
  label: 'Wait',
  icon: 'hourglass',
  searchWords: ['pause', 'delay', 'seconds'],
  summary: 'Waits some seconds before it goes on.',
  example: { options: { secondsToWaitFor: '2', shouldPause: true } },
  schema: schemaOf(
    'Wait',
    z.looseObject({
      secondsToWaitFor: optional(
        z.string(),
        'How long. It does not wait when this is not a number.',
        { title: 'How long', unit: 's', isOnCanvas: true },
      ),
      shouldPause: optional(
        z.boolean(),
        'Whether the server waits, too. Otherwise only the page waits, and requests of later blocks are sent at once.',
        { title: 'The server waits, too', default: false },
      ),
    }),
  ),
  faults: noFaults,
  enter: ({ options = {} }, context) => {
    const seconds = parseNumber(context.text(options.secondsToWaitFor ?? ''));
    const isPause = options.shouldPause === true;
    if (seconds === undefined || seconds < 0 || (seconds === 0 && !isPause)) return { go: 'next' };
    const action = { type: 'wait' as const, wait: { secondsToWaitFor: seconds } };
    return { go: isPause ? 'client' : 'next', action };
  },
});
