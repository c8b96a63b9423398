import type { EffectOrigin, ReplySink } from '../chat/ports.js';
import type { EffectResult } from '../engine/index.js';
import { messageIn, readCompletion, type Completion } from './completionReader.js';
import { requestOf, secretsIn, type ForgeEffect, type Secrets } from './completionRequest.js';
import type { Http, HttpResponse } from './http.js';
import type { HttpRequest } from './outgoing.js';
import type { VendorCall, VendorPorts } from './vendorActions.js';

/** Longer answers are not shown in a chat. */
const MOST_TEXT = 100_000;

/**
 * Generates the next message of a dialogue, and publishes its text as it arrives when somebody may watch it. When it is
 * stopped, the text so far is the answer; when it fails in the middle, there is none.
 */
export async function completeChat(
  ports: VendorPorts,
  { effect, origin }: VendorCall,
): Promise<EffectResult> {
  const secrets = await secretsOf(ports, effect, origin);
  if (typeof secrets === 'string') return failed(secrets);
  const reply = await origin.openReply?.();
  const asked = requestOf(effect, secrets, reply !== undefined);
  if (typeof asked === 'string') return failed(asked);
  const { callKey, abandoned } = origin;
  const request = { ...asked, callKey, abandoned };
  const outcome = reply
    ? await streamed(ports.http, request, reply)
    : await whole(ports.http, request);
  const reason = outcome.error?.replaceAll(secrets.apiKey, '***').slice(0, 500);
  return reason === undefined ? answerOf(outcome) : failed(`The service failed: ${reason}`);
}

type Outcome = Pick<Completion, 'text' | 'usage' | 'error'>;

async function whole(http: Http, request: HttpRequest): Promise<Outcome> {
  const response = await http.send(request);
  const refusal = refusalIn(response);
  if (refusal !== undefined || !response.ok) return { text: '', usage: {}, error: refusal ?? '' };
  const reader = readCompletion(() => undefined);
  reader.read(response.body);
  return checked(reader.soFar());
}

async function streamed(http: Http, request: HttpRequest, reply: ReplySink): Promise<Outcome> {
  const tooLong = new AbortController();
  let length = 0;
  const reader = readCompletion((text) => {
    length += text.length;
    if (length > MOST_TEXT) tooLong.abort();
    else reply.say(text);
  });
  let heard = 0;
  const onText = (text: string): void => {
    heard += text.length;
    if (!reply.stopped.aborted) reader.push(text);
  };
  const stopped = AbortSignal.any([reply.stopped, tooLong.signal]);
  const response = await http.send(request, { receive: onText, stopped });
  const { text, usage } = reader.soFar();
  if (reply.stopped.aborted) return { text, usage };
  if (tooLong.signal.aborted) {
    return { text, usage, error: `it said more than ${MOST_TEXT} characters` };
  }
  const refusal = refusalIn(response);
  if (refusal !== undefined || !response.ok) return { text, usage, error: refusal ?? '' };
  if (heard === 0) readAtOnce(reader, response);
  return checked(reader.soFar());
}

/** Some services ignore the request to stream, and some compress the stream. */
function readAtOnce(
  reader: ReturnType<typeof readCompletion>,
  { headers, body }: Extract<HttpResponse, { ok: true }>,
): void {
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false;
  if (isStream) reader.push(body);
  else reader.read(body);
}

function refusalIn(response: HttpResponse): string | undefined {
  if (!response.ok) return response.message;
  const { status, body } = response;
  return status >= 200 && status < 300 ? undefined : `it answered ${status} (${messageIn(body)})`;
}

function checked(completion: Completion): Outcome {
  return completion.isWhole || completion.error !== undefined
    ? completion
    : { ...completion, error: 'it broke off before the end of its answer' };
}

function answerOf({ text, usage }: Outcome): EffectResult {
  const value = Object.entries({
    'Message content': text,
    'Total tokens': usage.total_tokens,
    'Prompt tokens': usage.prompt_tokens,
    'Completion tokens': usage.completion_tokens,
  }).filter(([, part]) => part !== undefined && part !== null);
  return { ok: true, value: Object.fromEntries(value) };
}

const NO_SECRETS = 'Its credentials are not there, or this chat may not use them';

async function secretsOf(
  { openSecrets }: VendorPorts,
  { type, credentialsId }: ForgeEffect,
  { botId, reach }: EffectOrigin,
): Promise<Secrets | string> {
  if (botId === undefined || credentialsId === undefined) return NO_SECRETS;
  const found = await openSecrets({ botId, credentialsId, reach });
  return (found?.type === type ? secretsIn(found.data) : undefined) ?? NO_SECRETS;
}

function failed(error: string): EffectResult {
  return { ok: false, error };
}
