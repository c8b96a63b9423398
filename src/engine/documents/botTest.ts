import { z } from 'zod';
import { optional } from '../fields/field.js';
import type { Issue } from '../../checks/issue.js';
import { isVisible } from '../../checks/texts.js';
import { isTimeZone } from '../../checks/timeZone.js';
import { jsonFault } from './jsonFault.js';

/** The most characters of a test as JSON. */
const MAX_LENGTH = 65_536;
const MAX_STEPS = 200;
const MAX_STUBS = 100;
const MAX_LISTED = 100;
/** A year, in seconds. */
const MAX_WAIT = 31_622_400;

const textSchema = z.string().max(10_000);
const shortSchema = z.string().min(1).max(200);

const expectedTextSchema = z
  .union(
    [
      textSchema,
      z.strictObject({
        like: textSchema.describe('Each `*` stands for any characters, also for none'),
      }),
    ],
    'Must be a text, or an object with `like`, a text in which `*` stands for any characters',
  )
  .meta({ id: 'ExpectedText' });

/** A text exactly as it must be, or a pattern. */
export type ExpectedText = z.infer<typeof expectedTextSchema>;

const textsSchema = z.array(expectedTextSchema).max(MAX_LISTED);

const expectationSchema = z
  .strictObject({
    texts: optional(
      textsSchema,
      'All that the bot says in the turn, in order; a message that is no text is written as [image] with its address',
    ),
    shows: optional(textsSchema, 'Each of these is among what it says in the turn'),
    doesNotShow: optional(
      textsSchema,
      'None of these is part of what it says in the turn, nor of the items of its input',
    ),
    input: optional(
      z
        .strictObject({
          kind: optional(shortSchema, 'Its type, such as `email input`'),
          items: optional(textsSchema, 'All its items, in order'),
        })
        .nullable(),
      'The input that it waits at; null: it waits for no answer',
    ),
    variables: optional(
      z.record(z.string(), z.unknown()),
      'Values of variables of the open bot, by name; null: without a value',
    ),
    answers: optional(
      z.record(z.string(), expectedTextSchema),
      'Answers so far, by the names they have in results',
    ),
    isCompleted: optional(z.boolean(), 'Whether the result counts as completed'),
    actions: optional(
      z
        .array(z.looseObject({ type: shortSchema.describe('Its type, such as `redirect`') }))
        .max(MAX_LISTED),
      'All that the client is to run in the turn, in order, with members it must have',
    ),
    logs: optional(textsSchema, 'Each of these is among the lines that the turn logged'),
    ends: optional(z.boolean(), 'Whether the chat is over'),
  })
  .meta({ id: 'Expectation' });

/** What must be so after a turn; what is absent may be anything. */
export type Expectation = z.infer<typeof expectationSchema>;

const uploadSchema = z.strictObject({
  name: shortSchema.describe('Its name, whose ending says its type'),
  bytes: optional(z.int().min(0), 'Its size; 1000 when absent'),
});

const STEPS = {
  say: textSchema.describe('Sends a text'),
  choose: z
    .union([shortSchema, z.array(shortSchema).min(1).max(MAX_LISTED)])
    .describe('Chooses an item that is shown, by its text or its id; or several of them'),
  upload: z
    .union([uploadSchema, z.array(uploadSchema).min(1).max(MAX_LISTED)])
    .describe('Uploads a file, or several'),
  pay: z.boolean().describe('Pays what the chat asks for; false: the payment fails'),
  webhook: z.unknown().describe('Calls the webhook block at which the chat waits, with this body'),
  report: textSchema
    .nullable()
    .describe('What the client reports of an action that the chat waits for; null: nothing'),
  handBack: z
    .enum(['back', 'nobody'])
    .describe('How the wait for a person ends: they hand the chat `back`, or `nobody` came'),
  command: shortSchema.describe('Calls a command of the flow'),
  wait: z.int().min(1).max(MAX_WAIT).describe('Moves the clock on by this many seconds'),
  expect: expectationSchema.describe(
    'What must be so after the turn before, or after the start; what is absent may be anything',
  ),
};

const stepSchema = z
  .strictObject(STEPS)
  .partial()
  .refine((step) => Object.keys(step).length === 1, {
    message: `Must have one member, one of ${Object.keys(STEPS).join(', ')}`,
  })
  .meta({ id: 'BotTestStep', minProperties: 1, maxProperties: 1 });

/** What a visitor does, what comes from outside, or what must be so. It has one member. */
export type BotTestStep = z.infer<typeof stepSchema>;

const stubSchema = z
  .strictObject({
    block: optional(shortSchema, 'The id of the block that asks'),
    url: optional(textSchema, 'The address that is asked, in which `*` stands for any characters'),
    nth: optional(
      z.int().min(1),
      'Which time that this block or address is asked, from 1; absent: every time',
    ),
    result: optional(
      z.unknown(),
      'What it is answered with: for a request `{"statusCode": 200, "body": …}`, else what the block reads',
    ),
    error: optional(textSchema, 'Why it fails, in place of a result'),
  })
  .refine(({ block, url }) => (block === undefined) !== (url === undefined), {
    message: 'Must have either `block` or `url`',
  })
  .meta({ id: 'BotTestStub' });

/** What something outside is answered with while a test runs. */
export type BotTestStub = z.infer<typeof stubSchema>;

/** A written test of a bot: a conversation as it must go. Nothing in it leaves the server. */
export const botTestSchema = z
  .strictObject({
    format: z.literal(1).describe('The version of this format'),
    name: shortSchema
      .refine(isLine, 'Must be one line of visible characters')
      .describe('What it shows, as a sentence'),
    now: z.iso
      .datetime()
      .describe('The time at which it begins. The clock stands still, except for steps that wait'),
    seed: shortSchema.describe('What random numbers follow from'),
    timeZone: optional(
      shortSchema.refine(isTimeZone, 'Must be the IANA name of a time zone'),
      'The time zone of the visitor; UTC when absent',
    ),
    locale: optional(
      shortSchema,
      'The languages of the visitor: tags, the most wanted first, with commas between them',
    ),
    variables: optional(
      z.record(z.string(), z.unknown()),
      'Values that variables begin with, by name',
    ),
    firstMessage: optional(textSchema, 'The text that the visitor sends with the start'),
    stubs: optional(
      z.array(stubSchema).max(MAX_STUBS),
      'What blocks and addresses are answered with; the first that fits counts',
    ),
    steps: z.array(stepSchema).max(MAX_STEPS).describe('The conversation, after its start'),
  })
  .superRefine((test, context) => {
    const { path = [], message } = jsonFault(test) ?? lengthFault(test) ?? {};
    if (message !== undefined) context.addIssue({ code: 'custom', path: [...path], message });
  });

/** A written test of a bot. */
export type BotTest = z.infer<typeof botTestSchema>;

function lengthFault(test: object): Issue | undefined {
  const isLong = JSON.stringify(test).length > MAX_LENGTH;
  return isLong ? { path: [], message: `Is longer than ${MAX_LENGTH} characters` } : undefined;
}

/** Whether a text is one line that reads the same wherever it is shown, such as in a terminal. */
function isLine(text: string): boolean {
  return isVisible(text) && !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
}
