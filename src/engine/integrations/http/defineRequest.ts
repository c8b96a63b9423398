import { z } from 'zod';
import {
  type BlockContext,
  type BlockKind,
  type BlockResult,
  defineBlock,
  type ResumeInput,
} from '../../blocks/kind/block.js';
import { schemaOf } from '../../blocks/kind/blockFields.js';
import { stepsOf } from '../../interpreter/budget.js';
import type { HttpRequestEffect } from '../../interpreter/effect.js';
import { shortened } from '../../interpreter/failureLog.js';
import type { ClientAction, Log } from '../../reply/reply.js';
import { cleanText } from '../../text/cleanText.js';
import { parseJson } from '../../values/parseJson.js';
import { sentBody, sentForm, sentHeaders } from './requestBody.js';
import { type RequestOptions, requestOptionsSchema, type RequestSource } from './requestOptions.js';
import { requestFaults } from './requestFaults.js';
import { mapResponse } from './responseMapping.js';

/** What differs between the kinds; `options` are those of the example. */
interface RequestKind extends Pick<
  BlockKind,
  'type' | 'label' | 'icon' | 'searchWords' | 'summary'
> {
  readonly options: RequestOptions;
}

/** A kind of block that sends an HTTP request; such kinds differ in their words alone. */
export function defineRequest({ options, ...kind }: RequestKind) {
  return defineBlock({
    ...kind,
    family: 'integration',
    leaves:
      'The request goes to the address of the block; a client that runs it sends it from there.',
    repeats:
      'A request that changes something is sent again with the same `Idempotency-Key`; one that only reads without.',
    example: { options },
    responsePath: 'options.responseVariableMapping[].bodyPath',
    schema: schemaOf(kind.type, requestOptionsSchema),
    services: requestServices,
    faults: ({ options }) => requestFaults(options),
    enter: sendRequest,
    resume: takeResponse,
  });
}

/** The members of a block that sends an HTTP request which matter for sending. */
interface RequestBlock {
  readonly options?: RequestOptions | undefined;
}

/** The services a block's request needs; none where the client sends it. */
function requestServices({ options = {} }: RequestBlock): string[] {
  if (options.isExecutedOnClient) return [];
  return ['httpRequest'];
}

/** Sends a block's request, or lets the client send it. */
function sendRequest({ options }: RequestBlock, context: BlockContext): BlockResult {
  if (!options?.webhook) return { go: 'next' };
  const { webhook, isCustomBody } = options;
  const request = requestOf({ webhook, isCustomBody }, context);
  if (!request) return nextWith({ status: 'error', description: NO_ADDRESS });
  if (isForClient(options, context)) return { go: 'client', action: clientRequest(request) };
  return { go: 'outside', effect: effectOf(request, options, context), memo: memoOf(request) };
}

function effectOf(
  { body, headers, ...target }: FilledRequest,
  options: RequestOptions,
  context: BlockContext,
): HttpRequestEffect {
  const form = sentForm(headers, body, context);
  return {
    kind: 'httpRequest',
    ...target,
    headers: sentHeaders(headers, body),
    ...(form ? { form } : body !== undefined && { body }),
    timeoutMs: (options.timeout ?? DEFAULT_TIMEOUT) * 1000,
    ...chosenOf(options),
  };
}

/** Whether the client sends the request; clients of messengers cannot. */
function isForClient({ isExecutedOnClient }: RequestOptions, { settings }: BlockContext): boolean {
  return isExecutedOnClient === true && !settings.messenger;
}

/** The options that are sent unchanged, without those that are not set. */
function chosenOf(options: RequestOptions): Partial<HttpRequestEffect> {
  const chosen = CHOICES.flatMap((name) =>
    options[name] === undefined ? [] : [[name, options[name]] as const],
  );
  return Object.fromEntries(chosen);
}

const CHOICES = [
  'retries',
  'proxyCredentialsId',
  'basicAuthCredentialsId',
  'clientCertificateCredentialsId',
] as const;

/** The parts of a request that its log shows. */
function memoOf(request: FilledRequest): z.input<typeof memoSchema> {
  const { method, url } = request;
  const address = shortened(url.split(/[?#]/, 1).join(), SHOWN.url);
  return { method, url: address, secrets: secretsOf(request) };
}

/** The values of headers and query that logs must not show, even where a service returns them. */
function secretsOf({ url, headers }: FilledRequest): string[] {
  const query = new URLSearchParams(url.replace(/^[^?]*/s, ''));
  return [...query.values(), ...Object.values(headers).flatMap((value) => value.split(' '))].filter(
    ({ length }) => length >= SHORTEST_SECRET,
  );
}

/** In characters. Shorter values are ordinary words, not secrets. */
const SHORTEST_SECRET = 8;

/**
 * Reads the response to a block's request: maps it to variables and logs the outcome. The flow continues in any case.
 */
function takeResponse(
  answer: ResumeInput,
  { options = {} }: RequestBlock,
  context: BlockContext,
): BlockResult {
  const { responseVariableMapping = [] } = options;
  if (!isForClient(options, context)) {
    const response = responseOf(answer);
    const data = response.error === undefined ? dataOf(response) : { message: response.error };
    const { statusCode } = response;
    const set = mapResponse(responseVariableMapping, { statusCode, data }, context);
    return { go: 'next', set, logs: [outcomeLog(response, answer.memo, context)] };
  }
  const reported = answer.ok ? answer.value : undefined;
  if (typeof reported !== 'string') return { go: 'next' };
  const response = reportSchema.safeParse(parseJson(reported)).data;
  if (!response) return nextWith({ status: 'error', description: NO_REPORT });
  const { statusCode, data } = response;
  return { go: 'next', set: mapResponse(responseVariableMapping, { statusCode, data }, context) };
}

const NO_ADDRESS = "Couldn't parse webhook attributes";
const NO_REPORT = 'Provided response is not valid JSON';

/** In seconds. */
const DEFAULT_TIMEOUT = 10;

/** The wording is part of the contract with callers. */
const SUCCESS = 'Webhook successfuly executed.';
const FAILURE = 'Webhook returned an error.';

/** In characters: enough to see what went wrong, and short enough for the details of a log. */
const SHOWN = { url: 200, response: 600 };
const SCANNED_LENGTH = 4_000;

/** A response without a body has no `data`. */
const reportSchema = z.object({ statusCode: z.number(), data: z.unknown().optional() });

const responseSchema = z.object({
  statusCode: z.number(),
  body: z.string(),
  error: z.string().optional(),
});

type Response = z.infer<typeof responseSchema>;

function nextWith(log: Log): BlockResult {
  return { go: 'next', logs: [log] };
}

/** The client receives a JSON body as data and serializes it itself. */
function clientRequest({ url, method, headers, body }: FilledRequest): ClientAction {
  const payload = { url, method, headers };
  if (body === undefined) return { type: 'webhookToExecute', webhookToExecute: payload };
  const webhookToExecute = { ...payload, body: parseJson(body) ?? body };
  return { type: 'webhookToExecute', webhookToExecute };
}

/** A request that could not be made counts as one that failed on this server. */
function responseOf(answer: ResumeInput): Response {
  const given = answer.ok ? responseSchema.safeParse(answer.value).data : undefined;
  const error = answer.ok ? 'No response' : answer.error;
  return given ?? { statusCode: 500, body: '', error };
}

function dataOf({ body }: Response): unknown {
  return parseJson(body) ?? body;
}

const memoSchema = z.object({ method: z.string(), url: z.string(), secrets: z.array(z.string()) });

/**
 * Details are for the author of the bot. They leave out headers, the body that was sent, and the query, which often
 * contains a key.
 */
function outcomeLog(
  { statusCode, body, error }: Response,
  memo: unknown,
  context: BlockContext,
): Log {
  const { secrets = [], ...request } = memoSchema.partial().safeParse(memo).data ?? {};
  const head = (error ?? body).slice(0, SCANNED_LENGTH);
  context.charge(secrets.length * stepsOf(head));
  const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), head);
  const isSuccess = error === undefined && statusCode >= 200 && statusCode < 300;
  return {
    status: isSuccess ? 'success' : 'error',
    description: isSuccess ? SUCCESS : FAILURE,
    details: { statusCode, request, response: shortened(text, SHOWN.response) },
  };
}

/** A request with everything filled in, and the headers that its author set. */
type FilledRequest = Pick<HttpRequestEffect, 'method' | 'url' | 'headers' | 'body'>;

/** The request a block's options describe; undefined when it has no address. */
function requestOf(source: RequestSource, context: BlockContext): FilledRequest | undefined {
  const { webhook } = source;
  const url = context.text(webhook.url ?? '').trim();
  if (url === '') return undefined;
  const method = webhook.method ?? 'POST';
  const target = { method, url: withQuery(url, filledPairs(webhook.queryParams, context)) };
  const headers = Object.fromEntries(filledPairs(webhook.headers, context).map(encodedCredentials));
  const body = method === 'GET' ? undefined : sentBody(source, headers, context);
  return { ...target, headers, ...(body !== undefined && { body }) };
}

type Pair = readonly [key: string, value: string];

/** Pairs without a key or a value are left out. */
function filledPairs(
  pairs: RequestSource['webhook']['headers'] = [],
  context: BlockContext,
): Pair[] {
  return pairs
    .map(({ key = '', value = '' }): Pair => [context.text(key), context.text(value)])
    .filter(([key, value]) => key !== '' && value !== '');
}

function withQuery(url: string, params: readonly Pair[]): string {
  if (params.length === 0) return url;
  const query = params.map((pair) => pair.map((part) => encodeURIComponent(cleanText(part))));
  return `${url}${url.includes('?') ? '&' : '?'}${query.map((pair) => pair.join('=')).join('&')}`;
}

/** Authors write `Basic user:password`; the header must contain Base64 of UTF-8. */
function encodedCredentials([name, value]: Pair): Pair {
  const credentials = /^Basic\s+(\S.*)$/is.exec(value)?.[1];
  if (name.trim().toLowerCase() !== 'authorization' || !credentials?.includes(':'))
    return [name, value];
  const bytes = new TextEncoder().encode(credentials);
  return [name, `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`];
}
