import { z } from 'zod';
import { optional } from '../fields/field.js';

const codeSchema = z.string().describe('The body of an async function');

/** A script with the values of its parameters, in order. */
const scriptSchema = z.looseObject({
  content: codeSchema,
  args: z
    .array(
      z.looseObject({
        id: z.string().describe('The identifier by which the code knows it'),
        value: optional(z.unknown(), 'Its value; undefined when absent'),
      }),
    )
    .describe('The parameters of the code'),
  isUnsafe: optional(
    z.boolean(),
    'Set by the author of the script, for clients that isolate scripts',
  ),
});

/** Code with its arguments by name. */
export const clientCodeSchema = z.looseObject({
  args: z.record(z.string(), z.unknown()).describe('The arguments, by the names the code uses'),
  content: codeSchema,
});

/** Any JSON value, where a text that is JSON was parsed. */
const guessed = (means: string) => optional(z.unknown(), means);

const webhookSchema = z.looseObject({
  url: z.string().describe('The address'),
  method: z.string().describe('The method of HTTP'),
  headers: z.record(z.string(), z.string()).describe('The headers, by name'),
  body: guessed('The body, to be sent as JSON; none when absent'),
});

const trackingPixelSchema = z.looseObject({
  pixelId: z.string().describe('The pixel'),
  isInitSkip: optional(z.boolean(), 'Whether the page has set up the pixel already'),
  eventType: z.string().describe('What happened'),
  name: optional(z.string(), 'The name of a `Custom` event'),
  params: optional(
    z.array(
      z.looseObject({
        id: optional(z.string(), 'Its id'),
        key: optional(z.string(), 'Its name'),
        value: guessed('Its value'),
      }),
    ),
    'What goes with the event',
  ),
});

const startPropsSchema = z.looseObject({
  analyticsId: optional(z.string(), 'The property that the analytics tool counts for'),
  trackingPixelIds: optional(z.array(z.string()), 'The pixels to set up'),
  tagManagerId: optional(z.string(), 'The container of the tag manager'),
  customHeadCode: optional(z.string(), 'Elements for the head of the page, as HTML'),
});

/** What clients may have to run: for each type a sentence for people, and the schema of the member of the same name. */
export const clientActions = {
  redirect: {
    summary: 'Open another address.',
    schema: z.looseObject({
      url: z.string().describe('The address'),
      isNewTab: optional(z.boolean(), 'Whether it opens beside the chat; false when absent'),
    }),
  },
  wait: {
    summary: 'Wait before what follows is shown.',
    schema: z.looseObject({ secondsToWaitFor: z.number().describe('How long, in seconds') }),
  },
  scriptToExecute: { summary: 'Run a script.', schema: scriptSchema },
  codeToExecute: { summary: 'Run the code of an integration.', schema: clientCodeSchema },
  setVariable: {
    summary: 'Compute a value, and send it with continueChat.',
    schema: z.looseObject({
      scriptToExecute: scriptSchema
        .extend({
          isCode: optional(z.boolean(), 'Set by the author: whether it is code or a text'),
        })
        .describe('Computes the value'),
    }),
  },
  webhookToExecute: {
    summary: 'Send a request, and send its response with continueChat.',
    schema: webhookSchema,
  },
  listenForWebhook: {
    summary: 'Wait for a call from outside, and send what it brings with continueChat.',
    schema: undefined,
  },
  stream: {
    summary: 'Stream an answer of a model, and send it with continueChat.',
    // Always true; GraphQL has no type of one value.
    schema: z.boolean(),
  },
  streamAiCompletion: {
    summary: 'Stream an answer of a model to these messages, and send it with continueChat.',
    schema: z.looseObject({
      messages: z
        .array(
          z.looseObject({
            role: z.string().describe('Who says it'),
            content: z.string().describe('What is said'),
          }),
        )
        .describe('The messages so far'),
    }),
  },
  analytics: {
    summary: 'Count an event with an analytics tool.',
    schema: z.looseObject({
      trackingId: optional(z.string(), 'The property that counts'),
      category: guessed('What the event is about'),
      action: guessed('What happened'),
      label: guessed('Says more'),
      value: guessed('A number that goes with it'),
      sendTo: optional(z.string(), 'The conversion to send it to'),
    }),
  },
  trackingPixel: { summary: 'Report an event to a tracking pixel.', schema: trackingPixelSchema },
  supportWidget: {
    summary: 'Show or close the chat of a support tool.',
    schema: z.looseObject({ scriptToExecute: scriptSchema.describe('Does so') }),
  },
  startPropsToInject: {
    summary: 'Load the scripts of other tools, before anything else.',
    schema: startPropsSchema,
  },
} as const satisfies Readonly<Record<string, ClientActionKind>>;

interface ClientActionKind {
  readonly summary: string;
  readonly schema: z.ZodType | undefined;
}

/** The types of actions that this server sends. */
export type ClientActionType = keyof typeof clientActions;
