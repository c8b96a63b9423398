import { z } from 'zod';
import { type BlockContext, type BlockResult, defineBlock, type NextStep } from '../kind/block.js';
import { isTimeZone } from '../../../checks/timeZone.js';
import type { BlockFault } from '../kind/blockFault.js';
import { blockFields, numberOrTemplateSchema } from '../kind/blockFields.js';
import { field, optional } from '../../fields/field.js';
import type { HandOverRecord } from '../../interpreter/turnRecord.js';
import type { Log } from '../../reply/reply.js';
import { agentMessage } from '../../reply/textContent.js';
import { isWithin, workingHoursSchema } from '../../time/workingHours.js';
import { numberOf, parseNumber } from '../../values/parseNumber.js';

/** The most characters of the name of a queue. */
const MAX_QUEUE = 200;

/** The longest time limit, in minutes: 30 days. */
const MAX_MINUTES = 43_200;

const itemSchema = z.looseObject({
  id: z.string(),
  outgoingEdgeId: optional(
    z.string(),
    'Where it leads. Without it the chat goes on as after a person.',
  ),
  exit: z
    .enum(['nobody', 'closed'])
    .meta(
      field('When it is taken.', {
        title: 'When',
        isOnCanvas: true,
        labels: { nobody: 'Nobody came in time', closed: 'Outside of the working hours' },
      }),
    ),
});

const schema = z.looseObject({
  ...blockFields,
  type: z.literal('Human handover'),
  items: optional(
    z.array(itemSchema),
    'The ways on without a person. When a person hands back the block is left as usual.',
    { title: 'Ways' },
  ),
  options: z
    .looseObject({
      message: optional(
        z.string(),
        'What the visitor reads while they wait; each line is a paragraph.',
        { title: 'Message', control: 'LONG_TEXT', isOnCanvas: true },
      ),
      queue: optional(
        z.string(),
        'Where the chat waits in the inbox, such as a team. Agents filter by it.',
        { title: 'Queue' },
      ),
      timeLimit: optional(
        numberOrTemplateSchema,
        'How long the visitor waits for somebody to take or answer the chat; at most 30 days. Without it there is no limit.',
        { title: 'Time limit', unit: 'min' },
      ),
      hours: optional(
        workingHoursSchema,
        'When people are there. Without hours there always is somebody.',
        { title: 'Working hours' },
      ),
      timeZone: optional(
        z.string(),
        'The time zone of the hours, by its IANA name, such as Europe/Paris.',
        { default: 'UTC' },
      ),
      closedMessage: optional(
        z.string(),
        'What the visitor reads outside of the hours, in place of the message.',
        { title: 'Message outside of the hours', control: 'LONG_TEXT' },
      ),
    })
    .optional(),
});

/**
 * Hands the chat over to a person and rests until they hand it back, or until nobody came in time; outside of the working hours it goes on
 * at once. In a preview, which is in no inbox, it asks whoever tries the bot which of them it shall be.
 */
export const humanHandover = defineBlock({
  type: 'Human handover',
  family: 'logic',
  label: 'Human handover',
  icon: 'person',
  searchWords: ['agent', 'live chat', 'inbox', 'person', 'support', 'takeover', 'escalate'],
  summary:
    'Hands the chat over to a person, and goes on when they hand it back, when nobody came in time, or outside of working hours.',
  example: {
    options: {
      message: 'Somebody will be with you soon.',
      queue: 'Sales',
      timeLimit: 10,
      hours: [{ days: 'Every day', from: '08:00', to: '08:00' }],
      timeZone: 'Europe/Paris',
      closedMessage: 'We are here again from 8 am.',
    },
    items: [
      { id: 'nobody', exit: 'nobody' },
      { id: 'closed', exit: 'closed' },
    ],
  },
  initial: { items: [{ exit: 'nobody' }, { exit: 'closed' }] },
  schema,
  faults: ({ options = {} }) => faultsOf(options),
  enter: (block, context) => {
    const { id, options = {} } = block;
    const terms = termsOf(options, context);
    if (!context.settings.isPreview) {
      if (terms.isClosed) return { ...leave(block, 'closed', context), logs: terms.logs };
      return { ...said(id, options.message, context), ...handedOver(terms, context.env.now) };
    }
    return { ...said(id, options.message, context), ...tried(id, terms) };
  },
  resume: (answer, block, context) => {
    const outcome = answer.ok && answer.value;
    if (!context.settings.isPreview) return leave(block, outcome, context);
    const terms = termsOf(block.options ?? {}, context);
    const chosen = outcomesOf(terms).find(
      ({ id, content }) => id === outcome || content === outcome,
    );
    return chosen ? leave(block, chosen.id, context) : askOutcome(block.id, terms);
  },
});

type Block = z.infer<typeof schema>;
type Options = NonNullable<Block['options']>;

/** What is written in the options and means nothing; variables may have any value. */
function* faultsOf({ timeZone = '', timeLimit = '' }: Options): Generator<BlockFault> {
  const zone = timeZone.trim();
  if (isWritten(zone) && !isTimeZone(zone))
    yield { code: 'TIME_ZONE_UNKNOWN', about: zone, path: 'options.timeZone' };
  const limit = String(timeLimit);
  if (isWritten(limit) && parseNumber(limit) === undefined)
    yield { code: 'TIME_LIMIT_INVALID', about: limit, path: 'options.timeLimit' };
}

function isWritten(text: string): boolean {
  return text.trim() !== '' && !text.includes('{{');
}

/** Leaves by the item for an outcome; without one, or without its edge, as usual. */
function leave({ id, items = [], options }: Block, outcome: unknown, context: BlockContext) {
  const edgeId = items.find(({ exit }) => exit === outcome)?.outgoingEdgeId;
  const message = outcome === 'closed' ? said(id, options?.closedMessage, context) : {};
  const next: NextStep = edgeId === undefined ? { go: 'next' } : { go: 'edge', edgeId };
  return { ...message, ...next };
}

function said(id: string, template = '', context: BlockContext): Pick<BlockResult, 'message'> {
  const text = context.text(template).trim();
  return text === '' ? {} : { message: agentMessage(id, text) };
}

interface Terms {
  readonly queue: string;
  readonly minutes: number;
  readonly hasHours: boolean;
  readonly isClosed: boolean;
  readonly logs: readonly Log[];
}

/** The terms of a wait; without a limit it has no end. */
function termsOf(options: Options, context: BlockContext): Terms {
  const minutes = numberOf(options.timeLimit, context) ?? 0;
  return {
    queue: context
      .text(options.queue ?? '')
      .trim()
      .slice(0, MAX_QUEUE)
      .toWellFormed(),
    minutes: minutes > 0 ? Math.min(minutes, MAX_MINUTES) : Infinity,
    ...presence(options, context),
  };
}

/** Whether people are there now. */
function presence({ hours = [], timeZone = '' }: Options, context: BlockContext) {
  if (hours.length === 0) return { hasHours: false, isClosed: false, logs: [] };
  context.charge(hours.length * HOURS_STEPS);
  const { now } = context.env;
  const zone = context.text(timeZone).trim() || 'UTC';
  const isOpen = isWithin(hours, now, zone);
  if (isOpen !== undefined) return { hasHours: true, isClosed: !isOpen, logs: [] };
  const description = `The time zone "${zone}" is not known, so the hours are read in UTC`;
  const logs = [{ status: 'error', description }] as const;
  return { hasHours: true, isClosed: isWithin(hours, now, 'UTC') === false, logs };
}

/** The steps it takes to compare an instant with hours. */
const HOURS_STEPS = 60;

function handedOver({ queue, minutes, logs }: Terms, now: number): BlockResult {
  const record: HandOverRecord = {
    kind: 'handOver',
    ...(queue !== '' && { queue }),
    ...(minutes < Infinity && { waitsUntil: now + minutes * 60_000 }),
  };
  return { go: 'agent', records: [record], logs };
}

/** In a preview: says what would happen, and asks for the outcome. */
function tried(id: string, terms: Terms): BlockResult {
  const place = terms.queue === '' ? '' : ` in the queue "${terms.queue}"`;
  const time = terms.minutes < Infinity ? `, for ${terms.minutes} min at most` : '';
  const description = terms.isClosed
    ? 'The chat would go on at once: this is outside of the working hours'
    : `The chat would wait for a person${place}${time}`;
  return { ...askOutcome(id, terms), logs: [...terms.logs, { status: 'info', description }] };
}

function askOutcome(id: string, terms: Terms): BlockResult {
  return { go: 'agent', input: { id, type: 'choice input', items: outcomesOf(terms) } };
}

function outcomesOf({ minutes, hasHours }: Terms) {
  return [
    { id: 'back', content: 'A person hands the chat back' },
    ...(minutes < Infinity ? [{ id: 'nobody', content: 'Nobody comes in time' }] : []),
    ...(hasHours ? [{ id: 'closed', content: 'It is outside of the working hours' }] : []),
  ];
}
