import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import { LONGEST_WAIT } from '../models/attempt.js';
import { countRequest } from '../models/countRequest.js';
import { bytesIn } from '../models/estimate.js';
import { publish, type Said } from '../models/publish.js';
import type { ReplyText } from '../models/replyText.js';
import { reportedCost, reportedCount } from '../models/usage.js';
import { BROKEN_OFF } from '../models/whyFailed.js';
import { postJson } from '../postJson.js';
import { readEvents } from '../readEvents.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { openDifyAccount } from './difyAccount.js';
import { MODEL_ANSWER } from '../answerPieces.js';

const optionsSchema = z.looseObject({
  query: z.string().catch(''),
  conversation_id: z.string().catch(''),
  user: z.string().min(1).catch('user'),
  inputs: z
    .array(z.looseObject({ key: z.string().optional(), value: z.string().optional() }))
    .catch([]),
});

/** Sends a message to a Dify application and streams its answer. */
export async function createDifyMessage(
  ports: VendorPorts,
  call: VendorCall,
): Promise<EffectResult> {
  const { address, apiKey } = await openDifyAccount(ports, call);
  const { query, conversation_id, user, inputs } = optionsSchema.parse(call.effect.options);
  const { callKey, botId } = call.origin;
  const fetch = ports.http.openFetch({ timeoutMs: LONGEST_WAIT, bounds: MODEL_ANSWER, callKey });
  const body = {
    ...{ query, user, conversation_id, response_mode: 'streaming' },
    inputs: Object.fromEntries(
      inputs.flatMap(({ key, value = '' }) => (key ? [[key, value] as const] : [])),
    ),
  };
  const { text, usage, id, warning } = await publish(call, [apiKey], async (reply, signal) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const post = { fetch, url: `${address}/chat-messages`, headers, body, signal };
    const reads = bytesIn([query, inputs]);
    const request = { vendor: call.effect.type, botId, reads, signal };
    return countRequest(ports, request, async ({ writes }) => {
      const response = await postJson(post);
      writes('');
      return readMessage(response, { ...reply, add: (piece) => (writes(piece), reply.add(piece)) });
    });
  });
  const parts = Object.entries({
    ...{ Answer: text, 'Conversation ID': id, 'Total Tokens': usage.total },
    ...{ 'Prompt Tokens': usage.prompt, 'Completion Tokens': usage.completion },
  });
  const value = Object.fromEntries(parts.filter(([, part]) => part !== undefined));
  return { ok: true, value, warning };
}

const text = z.string().catch('');
/** The members of stream events that are used (https://docs.dify.ai/en/api-reference/guides/streaming). */
const eventSchema = z.looseObject({
  event: z.string(),
  answer: text,
  conversation_id: text,
  message: text,
  metadata: z.looseObject({ usage: z.unknown() }).optional().catch(undefined),
});
const usageSchema = z
  .looseObject({
    total_tokens: reportedCount,
    prompt_tokens: reportedCount,
    completion_tokens: reportedCount,
    total_price: z.preprocess(Number, reportedCost),
    currency: z.string().optional().catch(undefined),
  })
  .catch({});

async function readMessage(response: Response, reply: ReplyText): Promise<Said> {
  let replaced: string | undefined;
  for await (const { event, answer, ...rest } of readEvents(response, eventSchema)) {
    if (event === 'error') throw new Error(rest.message || 'no reason was given');
    if (SAYS.has(event)) reply.add(answer);
    // Moderation replaces the text so far.
    if (event === 'message_replace') replaced = answer;
    if (event !== 'message_end') continue;
    const usage = usageOf(rest.metadata?.usage);
    return { text: replaced ?? reply.soFar(), usage, id: rest.conversation_id || undefined };
  }
  throw new Error(BROKEN_OFF);
}

const SAYS = new Set(['message', 'agent_message']);

function usageOf(usage: unknown): Said['usage'] {
  const reported = usageSchema.parse(usage);
  const { total_tokens: total, prompt_tokens: prompt, completion_tokens: completion } = reported;
  // Dify reports the price of the models that it uses.
  const cost = reported.currency === 'USD' ? reported.total_price : undefined;
  return { total, prompt, completion, ...(cost !== undefined && { cost }) };
}
