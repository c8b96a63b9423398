import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import { openAccount } from '../account.js';
import { attempt, LONGEST_WAIT } from '../models/attempt.js';
import { countRequest } from '../models/countRequest.js';
import { bytesIn } from '../models/estimate.js';
import { knownAs } from '../parsedAs.js';
import { pathPart } from '../vendorAction.js';
import { postJson } from '../postJson.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { MODEL_ANSWER } from '../answerPieces.js';

/** The base URL of ChatNode (https://www.chatnode.ai/docs/developer-guides/endpoint/send-message). */
const ADDRESS = 'https://api.public.chatnode.ai/v1';

const optionsSchema = z.looseObject({
  botId: z.string().min(1),
  threadId: z.string().min(1).optional().catch(undefined),
  message: z.string().catch(''),
});
const answerSchema = z.looseObject({ message: z.string(), chat_session_id: z.string().nullish() });

/** Sends a message to a bot of ChatNode, in the given thread or a new one. */
export async function sendToChatNode(ports: VendorPorts, call: VendorCall): Promise<EffectResult> {
  const { origin, effect } = call;
  const { address, apiKey } = await openAccount(ports, call, ADDRESS);
  const options = optionsSchema.safeParse(effect.options).data;
  if (!options) throw new Error('No bot of ChatNode is chosen');
  const { botId, threadId, message } = options;
  const fetch = ports.http.openFetch({
    timeoutMs: LONGEST_WAIT,
    bounds: MODEL_ANSWER,
    callKey: origin.callKey,
  });
  const headers = { authorization: `Bearer ${apiKey}` };
  const body = { message, ...(threadId && { chat_session_id: threadId }), streaming: false };
  const url = `${address}/${pathPart(botId)}`;
  return attempt(origin, [apiKey], async (signal) => {
    const request = { vendor: effect.type, botId: origin.botId, reads: bytesIn(message), signal };
    const answer = await countRequest(ports, request, async ({ writes }) => {
      const response = await postJson({ fetch, url, headers, body, signal });
      const parsedAnswer = knownAs(answerSchema, await response.text());
      writes(parsedAnswer.message);
      return { ...parsedAnswer, usage: {} };
    });
    const thread = answer.chat_session_id;
    return { ok: true, value: { Message: answer.message, ...(thread && { 'Thread ID': thread }) } };
  });
}
