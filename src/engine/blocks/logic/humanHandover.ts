import { z } from 'zod';
import { type BlockContext, type BlockResult, defineBlock } from '../kind/block.js';
import { blockFields, numberOrTemplateSchema } from '../kind/blockFields.js';
import { field } from '../../fields/field.js';
import type { HandOverRecord } from '../../interpreter/effect.js';
import { agentMessage } from '../../reply/textContent.js';
import { numberOf } from '../../values/parseNumber.js';

/** The most characters of the name of a queue. */
const MAX_QUEUE = 200;

/** The longest time limit, in minutes: 30 days. */
const MAX_MINUTES = 43_200;

const itemSchema = z.looseObject({
  id: z.string(),
  outgoingEdgeId: z
    .string()
    .optional()
    .meta(field('Where it leads. Without it the chat goes on as after a person.')),
  exit: z
    .enum(['nobody'])
    .meta(field('When it is taken.', { title: 'When', labels: { nobody: 'Nobody came in time' } })),
});

const schema = z.looseObject({
  ...blockFields,
  type: z.literal('Human handover'),
  items: z
    .array(itemSchema)
    .optional()
    .meta(
      field('The ways on without a person. When a person hands back the block is left as usual.', {
        title: 'Ways',
      }),
    ),
  options: z
    .looseObject({
      message: z
        .string()
        .optional()
        .meta(
          field('What the visitor reads while they wait; each line is a paragraph.', {
            title: 'Message',
            control: 'LONG_TEXT',
          }),
        ),
      queue: z
        .string()
        .optional()
        .meta(
          field('Where the chat waits in the inbox, such as a team. Agents filter by it.', {
            title: 'Queue',
          }),
        ),
      timeLimit: numberOrTemplateSchema
        .optional()
        .meta(
          field(
            'How long the visitor waits for somebody to take or answer the chat; at most 30 days. Without it there is no limit.',
            { title: 'Time limit', unit: 'min' },
          ),
        ),
    })
    .optional(),
});

/**
 * Hands the chat over to a person and rests until they hand it back, or until nobody came in time. In a preview, which is in no inbox, it
 * asks whoever tries the bot which of them it shall be.
 */
export const humanHandover = defineBlock({
  type: 'Human handover',
  family: 'logic',
  label: 'Human handover',
  icon: 'person',
  searchWords: ['agent', 'live chat', 'inbox', 'person', 'support', 'takeover', 'escalate'],
  summary:
    'Hands the chat over to a person, and goes on when they hand it back or when nobody came in time.',
  example: {
    options: { message: 'Somebody will be with you soon.', queue: 'Sales', timeLimit: 10 },
    items: [{ id: 'nobody', exit: 'nobody' }],
  },
  schema,
  enter: ({ id, options = {} }, context) => {
    const terms = termsOf(options, context);
    const text = context.text(options.message ?? '').trim();
    return {
      ...(text !== '' && { message: agentMessage(id, text) }),
      ...(context.settings.isPreview ? tried(id, terms) : handedOver(terms, context.env.now)),
    };
  },
  resume: (answer, { id, items = [], options = {} }, context) => {
    let exit: unknown = answer.ok && answer.value;
    if (context.settings.isPreview) {
      const terms = termsOf(options, context);
      const chosen = outcomesOf(terms).find((one) => one.id === exit || one.content === exit);
      if (!chosen) return askOutcome(id, terms);
      exit = chosen.id;
    }
    const edgeId = items.find((item) => item.exit === exit)?.outgoingEdgeId;
    return edgeId === undefined ? { go: 'next' } : { go: 'edge', edgeId };
  },
});

interface Terms {
  readonly queue: string;
  readonly minutes: number;
}

/** The terms of a wait; without a limit it has no end. */
function termsOf(
  { queue = '', timeLimit }: NonNullable<z.infer<typeof schema>['options']>,
  context: BlockContext,
): Terms {
  const minutes = numberOf(timeLimit, context) ?? 0;
  return {
    queue: context.text(queue).trim().slice(0, MAX_QUEUE).toWellFormed(),
    minutes: minutes > 0 ? Math.min(minutes, MAX_MINUTES) : Infinity,
  };
}

function handedOver({ queue, minutes }: Terms, now: number): BlockResult {
  const record: HandOverRecord = {
    kind: 'handOver',
    ...(queue !== '' && { queue }),
    ...(minutes < Infinity && { waitsUntil: now + minutes * 60_000 }),
  };
  return { go: 'agent', records: [record] };
}

/** In a preview: says what would happen, and asks for the outcome. */
function tried(id: string, terms: Terms): BlockResult {
  const place = terms.queue === '' ? '' : ` in the queue "${terms.queue}"`;
  const time = terms.minutes < Infinity ? `, for ${terms.minutes} min at most` : '';
  const description = `The chat would wait for a person${place}${time}`;
  return { ...askOutcome(id, terms), logs: [{ status: 'info', description }] };
}

function askOutcome(id: string, terms: Terms): BlockResult {
  return { go: 'agent', input: { id, type: 'choice input', items: outcomesOf(terms) } };
}

function outcomesOf({ minutes }: Terms): readonly { readonly id: string; content: string }[] {
  const back = { id: 'back', content: 'A person hands the chat back' };
  const nobody = { id: 'nobody', content: 'Nobody comes in time' };
  return minutes < Infinity ? [back, nobody] : [back];
}
