import { z } from 'zod';
import { isDeeperThan } from './depth.mjs';
import type { Job, Report } from './job.js';
import type { SandboxLimits } from './limits.js';

const textOutcome = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), json: z.string() }),
  z.strictObject({
    ok: z.literal(false),
    error: z.string().max(500),
    reason: z.literal('limit').exactOptional(),
  }),
]);

/** A message from a thread to the pool. Its values are still JSON text. */
const fromThread = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({
    type: z.literal('fetch'),
    id: z.int(),
    request: z.strictObject({
      url: z.string(),
      method: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string().exactOptional(),
    }),
  }),
  /** The thread computes nothing until a response arrives; `responsesRead` is the number of responses it has read so far. */
  z.strictObject({ type: z.literal('waiting'), responsesRead: z.int() }),
  z.strictObject({
    type: z.literal('done'),
    outcomes: z.array(textOutcome),
    assignments: z.array(z.strictObject({ name: z.string(), json: z.string() })),
    printed: z.array(z.string().max(500)),
    isWorn: z.boolean(),
  }),
]);

export type FromThread = z.infer<typeof fromThread>;
/** An `Outcome` whose value is JSON text. */
export type TextOutcome = z.infer<typeof textOutcome>;
type Done = Extract<FromThread, { type: 'done' }>;
/** An `Assignment` whose value is JSON text. */
export type TextAssignment = Done['assignments'][number];

/** The state of a thread when a message of it arrives. */
export interface ThreadState {
  readonly isReady: boolean;
  /** The job it runs, and how many requests that has made. */
  readonly running?: { readonly job: Job; readonly requests: number } | undefined;
  readonly limits: SandboxLimits;
}

/**
 * Parses a message of a thread; nothing else leaves the code of users. Throws unless the message has exactly one of the
 * shapes above, is expected in this state, and keeps every limit. A thread that sent any other message must not be used
 * again.
 */
export function readMessage(sent: unknown, state: ThreadState): FromThread {
  const message = fromThread.parse(sent);
  if (!isExpected(message, state)) throw new Error(`no "${message.type}" may come now`);
  return message;
}

/** Parses the values of a finished job; `readMessage` has checked their limits. */
export function readReport({ outcomes, assignments, printed }: Done): Report {
  return {
    outcomes: outcomes.map((outcome) =>
      outcome.ok ? { ok: true, value: valueOf(outcome.json) } : outcome,
    ),
    assignments: assignments.map(({ name, json }) => ({ name, value: valueOf(json) })),
    printed,
  };
}

function valueOf(json: string): unknown {
  return JSON.parse(json);
}

function isExpected(message: FromThread, { isReady, running, limits }: ThreadState): boolean {
  if (message.type === 'ready') return !isReady;
  if (!running) return false;
  if (message.type === 'waiting') return running.job.isAsync;
  return message.type === 'fetch'
    ? running.job.grants.fetch === true &&
        running.requests < limits.fetchesPerCall &&
        sizeOf([message.request, Object.keys(message.request.headers)]) <= limits.inputSize
    : isWithin(message, running.job, limits);
}

function isWithin(
  { outcomes, assignments, printed }: Done,
  job: Job,
  limits: SandboxLimits,
): boolean {
  const values = [...outcomes.filter((outcome) => outcome.ok), ...assignments];
  return (
    outcomes.length === job.codes.length &&
    assignments.length <= (job.grants.setVariable ? limits.assignmentsPerCall : 0) &&
    printed.length <= (job.grants.console ? limits.linesPerCall : 0) &&
    sizeOf(values) <= limits.outputSize &&
    values.every(({ json }) => !isDeeperThan(json, limits.outputDepth))
  );
}

/** The total length of the texts of a message. */
function sizeOf(part: unknown): number {
  if (typeof part === 'string') return part.length;
  if (typeof part !== 'object' || part === null) return 0;
  return Object.values(part).reduce<number>((sum, member) => sum + sizeOf(member), 0);
}
