import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import { type Account, openAccount } from '../account.js';
import { MODEL_ANSWER } from '../answerPieces.js';
import { LONGEST_WAIT } from '../models/attempt.js';
import { MOST_ROUNDS, TOO_MANY_ROUNDS } from '../models/converse.js';
import { countRequest, type Tally } from '../models/countRequest.js';
import { bytesIn } from '../models/estimate.js';
import { publish, type Said } from '../models/publish.js';
import type { ReplyText } from '../models/replyText.js';
import { ASSISTANTS, orRetired } from '../models/retired.js';
import { openToolbox, type Toolbox } from '../models/toolbox.js';
import { reportedCount } from '../models/usage.js';
import { BROKEN_OFF } from '../models/whyFailed.js';
import { knownAs } from '../parsedAs.js';
import { pathPart } from '../vendorAction.js';
import { postJson } from '../postJson.js';
import { readEvents } from '../readEvents.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { OPENAI_ADDRESS } from './openLibrary.js';

const optionsSchema = z.looseObject({
  assistantId: z.string().min(1),
  threadId: z.string().min(1).optional().catch(undefined),
  message: z.string().catch(''),
  additionalInstructions: z.string().optional().catch(undefined),
});

/**
 * Sends a message to an assistant of OpenAI, in the given thread or a new one. OpenAI shut down assistants on 2026-08-26
 * (https://developers.openai.com/api/docs/assistants/migration). Services that still have them are reached by the URL in the credentials;
 * for OpenAI the log explains the refusal.
 */
export async function askAssistant(ports: VendorPorts, call: VendorCall): Promise<EffectResult> {
  const account = await openAccount(ports, call, OPENAI_ADDRESS);
  const options = optionsSchema.safeParse(call.effect.options).data;
  if (!options) throw new Error('No assistant is chosen');
  const { assistantId, message, additionalInstructions } = options;
  const tools = openToolbox(ports, call, call.effect.options['functions']);
  const { text, id, warning } = await publish(call, [account.apiKey], async (reply, signal) => {
    const post = poster(ports, call, account)(signal);
    const thread = options.threadId ?? (await idIn(await post('/threads', {})));
    await post(`/threads/${pathPart(thread)}/messages`, { role: 'user', content: message });
    const runs = `/threads/${pathPart(thread)}/runs`;
    const counted = {
      ...{ assistant_id: assistantId, stream: true },
      ...(additionalInstructions && { additional_instructions: additionalInstructions }),
    };
    const reads = bytesIn([message, additionalInstructions]);
    const request = { vendor: call.effect.type, botId: call.origin.botId, reads, signal };
    return countRequest(ports, request, async (tally) => {
      const readNext = async (path: string, body: object): Promise<RunAnswer> =>
        readRun(await post(path, body), reply, tally);
      let answer = await readNext(runs, counted);
      for (let round = 0; answer.calls.length > 0; round += 1) {
        if (round === MOST_ROUNDS) throw new Error(TOO_MANY_ROUNDS);
        const outputs = await outputsOf(tools, answer, signal);
        const path = `${runs}/${pathPart(answer.id)}/submit_tool_outputs`;
        answer = await readNext(path, { tool_outputs: outputs, stream: true });
      }
      return { text: reply.soFar(), usage: answer.usage, id: thread };
    });
  });
  const value = { Message: text, ...(id !== undefined && { 'Thread ID': id }) };
  return { ok: true, value, warning, ...tools.made() };
}

type Post = (path: string, body: object) => Promise<Response>;

/** Each request has its own idempotency key, so that none is taken for another. */
function poster(
  { http }: VendorPorts,
  { origin: { callKey } }: VendorCall,
  { address, apiKey, version }: Account,
): (signal: AbortSignal) => Post {
  const query = version === undefined ? '' : `?api-version=${encodeURIComponent(version)}`;
  const headers = { authorization: `Bearer ${apiKey}`, 'openai-beta': 'assistants=v2' };
  return (signal) => {
    let sent = 0;
    return (path, body) => {
      sent += 1;
      const key = callKey && { callKey: `${callKey}-${sent}` };
      const fetch = http.openFetch({ timeoutMs: LONGEST_WAIT, bounds: MODEL_ANSWER, ...key });
      const url = `${address}${path}${query}`;
      return postJson({ fetch, url, headers, body, signal }).catch((error: unknown) => {
        throw orRetired(error, 'openai', ASSISTANTS);
      });
    };
  };
}

async function idIn(response: Response): Promise<string> {
  return knownAs(idSchema, await response.text()).id;
}

/** The outcome of one run, or of its continuation after function calls. */
interface RunAnswer {
  readonly id: string;
  readonly calls: readonly AssistantCall[];
  readonly usage: Said['usage'];
}
type AssistantCall = NonNullable<
  AssistantEvent['required_action']
>['submit_tool_outputs']['tool_calls'][number];

async function readRun(response: Response, reply: ReplyText, tally: Tally): Promise<RunAnswer> {
  tally.writes('');
  for await (const event of readEvents(response, eventSchema)) {
    if (event.error) throw event.error;
    tally.model ??= event.model;
    for (const { text } of event.delta.content) {
      tally.writes(text.value);
      reply.add(text.value);
    }
    const answer = event.object === 'thread.run' ? endOf(event) : undefined;
    if (answer) return answer;
  }
  throw new Error(BROKEN_OFF);
}

/** The outcome of a run that has ended; undefined while it continues. Throws if it failed. */
function endOf(run: AssistantEvent): RunAnswer | undefined {
  const { id, status, required_action: action, usage, last_error: error } = run;
  if (action) return { id, calls: action.submit_tool_outputs.tool_calls, usage: {} };
  if (status === 'completed') return { id, calls: [], usage: usageOf(usage) };
  if (FAILED.has(status)) throw error ?? new Error(`its run is ${status}`);
  return undefined;
}

const FAILED = new Set(['failed', 'cancelled', 'expired', 'incomplete']);

function usageOf(usage: AssistantEvent['usage']): Said['usage'] {
  const { total_tokens: total, prompt_tokens: prompt, completion_tokens: completion } = usage ?? {};
  return { total, prompt, completion };
}

async function outputsOf(
  tools: Toolbox,
  { calls }: RunAnswer,
  signal: AbortSignal,
): Promise<object[]> {
  const outputs: object[] = [];
  for (const { id, function: called } of calls) {
    const { text } = await tools.call(called.name, called.arguments, signal);
    signal.throwIfAborted();
    outputs.push({ tool_call_id: id, output: text });
  }
  return outputs;
}

const pieceSchema = z
  .looseObject({ text: z.looseObject({ value: z.string() }) })
  .catch({ text: { value: '' } });
/** The members of a run's events that are used (https://platform.openai.com/docs/api-reference/assistants-streaming). */
const eventSchema = z.looseObject({
  id: z.string().catch(''),
  object: z.string().catch(''),
  status: z.string().catch(''),
  model: z.string().optional().catch(undefined),
  delta: z.looseObject({ content: z.array(pieceSchema) }).catch({ content: [] }),
  required_action: z
    .looseObject({
      submit_tool_outputs: z.looseObject({
        tool_calls: z.array(
          z.looseObject({
            id: z.string(),
            function: z.looseObject({ name: z.string(), arguments: z.string() }),
          }),
        ),
      }),
    })
    .nullish(),
  usage: z
    .looseObject({
      ...{ total_tokens: reportedCount, prompt_tokens: reportedCount },
      completion_tokens: reportedCount,
    })
    .nullish(),
  last_error: z.looseObject({ message: z.string() }).nullish(),
  error: z.looseObject({ message: z.string() }).nullish(),
});

type AssistantEvent = z.infer<typeof eventSchema>;

/** The response to creating something. */
const idSchema = z.looseObject({ id: z.string().min(1) });
