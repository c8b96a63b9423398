import { setTimeout as pause } from 'node:timers/promises';
import type { EffectOrigin } from '../effectOrigin.js';
import type { EffectResult, FormPart } from '../../engine/index.js';
import type { EffectCall, ServicePorts } from '../effectCall.js';
import type { Http, HttpFailure, HttpResponse } from '../http.js';
import type { HttpRequest } from '../outgoing.js';
import { accessOf } from './accessOf.js';

type Effect = EffectCall<'httpRequest'>['effect'];

type RequestPorts = Pick<ServicePorts, 'http' | 'openSecrets'>;

/** Sends the request of a block. Every response is a result; without one, the result has a status code for the reason. */
export async function sendRequest(
  ports: RequestPorts,
  effect: Effect,
  origin: EffectOrigin,
): Promise<EffectResult> {
  const request = await requestOf(ports, effect, origin).catch(reasonOf);
  if (typeof request === 'string') return withoutResponse('badRequest', request);
  const { response, tries } = await sendWithRetries(ports.http, request);
  const tried = tries > 1 && { tries };
  if (!response.ok) return { ...withoutResponse(response.code, response.message), ...tried };
  const { status: statusCode, body } = response;
  if (effect.basicAuthCredentialsId === undefined) {
    return { ok: true, value: { statusCode, body }, ...tried };
  }
  return {
    ok: true,
    value: { statusCode, body: hideIn(body, request.headers?.['authorization']) },
    ...tried,
  };
}

/** In characters. Shorter passwords are not masked, because they would match other words. */
const MIN_MASKED_LENGTH = 6;

/** Masks the password in a response that repeats it: it is in credentials, which authors of flows cannot read. */
function hideIn(body: string, authorization = ''): string {
  const encoded = authorization.replace('Basic ', '');
  const password = Buffer.from(encoded, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
  return [encoded, password]
    .filter((secret) => secret.length >= MIN_MASKED_LENGTH)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((text, secret) => text.replaceAll(secret, '***'), body);
}

async function requestOf(
  { http, openSecrets }: RequestPorts,
  effect: Effect,
  origin: EffectOrigin,
): Promise<RepeatedRequest> {
  const { method, url, headers, body, form, timeoutMs, retries = 0 } = effect;
  const { callKey, abandoned } = origin;
  const { connection, authorization } = await accessOf(openSecrets, effect, origin);
  const encoded = form && (await encodeForm(http, form, { timeoutMs, abandoned }));
  const own = {
    ...(authorization !== undefined && { authorization }),
    ...(encoded && { 'content-type': encoded.type }),
  };
  const sent = { method, url, timeoutMs, retries, callKey, abandoned, connection };
  const content = encoded?.body ?? body;
  return {
    ...sent,
    headers: { ...without(headers, Object.keys(own)), ...own },
    ...(content !== undefined && { body: content }),
  };
}

/** The headers without those of these names, in any case. */
function without(headers: Effect['headers'], names: readonly string[]): Effect['headers'] {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.includes(name.trim().toLowerCase())),
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function withoutResponse(code: HttpFailure, error: string): EffectResult {
  return { ok: true, value: { statusCode: STATUS_OF[code], body: '', error, failure: code } };
}

const STATUS_OF: Readonly<Record<HttpFailure, number>> = {
  blocked: 400,
  badRequest: 400,
  timeout: 408,
  network: 500,
  tooLarge: 500,
  stopped: 500,
};

/** How to fetch the files of a form. */
interface FormUse {
  readonly timeoutMs: number;
  readonly abandoned?: AbortSignal | undefined;
}

/** In bytes: the limit of a request's body. */
const MOST_BYTES = 5_000_000;

/** Encodes a form with its files as `multipart/form-data` (RFC 7578). Rejects with a message for the author of the flow. */
async function encodeForm(
  http: Http,
  parts: readonly FormPart[],
  use: FormUse,
): Promise<{ readonly type: string; readonly body: Uint8Array }> {
  const form = new FormData();
  let size = 0;
  for (const part of parts) {
    if (part.file === undefined) {
      form.append(part.name, part.value);
      continue;
    }
    const file = await contentOf(http, part.file, use);
    size += file.size;
    if (size > MOST_BYTES) throw new Error('The files of the form are too large');
    form.append(part.name, file, part.file.fileName);
  }
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { type, body: new Uint8Array(await encoded.arrayBuffer()) };
}

type FormFile = NonNullable<FormPart['file']>;

async function contentOf(http: Http, file: FormFile, use: FormUse): Promise<Blob> {
  if (file.content !== undefined) return blobOf(file.content, file.contentType);
  if (file.base64 !== undefined)
    return blobOf(Buffer.from(file.base64, 'base64'), file.contentType);
  const fetchFile = http.openFetch({ ...use, responseBytes: MOST_BYTES });
  const response = await fetchFile(file.url ?? '');
  if (!response.ok) throw new Error(`A file of the form was answered with ${response.status}`);
  const type = file.contentType ?? response.headers.get('content-type') ?? undefined;
  return blobOf(await response.arrayBuffer(), type);
}

function blobOf(content: string | Uint8Array | ArrayBuffer, type: string | undefined): Blob {
  return new Blob(
    [typeof content === 'string' ? content : new Uint8Array(content)],
    type === undefined ? {} : { type },
  );
}

/** A request, and how often it may be retried. */
interface RepeatedRequest extends HttpRequest {
  readonly method: string;
  readonly timeoutMs: number;
  readonly retries: number;
}

/**
 * Sends a request and retries it after temporary failures if its method allows that. Waits grow, and follow `Retry-After`. Everything stays
 * within the time limit of the request: a wait that would exceed it is not started.
 */
async function sendWithRetries(
  http: Http,
  { retries, timeoutMs, ...request }: RepeatedRequest,
): Promise<{ readonly response: HttpResponse; readonly tries: number }> {
  const until = performance.now() + timeoutMs;
  const maxRetries = mayRepeat(request) ? retries : 0;
  for (let tries = 1; ; tries += 1) {
    const left = Math.max(1, until - performance.now());
    const response = await http.send({ ...request, timeoutMs: left });
    const wait = waitAfter(response, tries - 1);
    const isOver = tries > maxRetries || performance.now() + wait >= until;
    if (isOver || !isPassing(response)) return { response, tries };
    await pause(wait, undefined, { signal: request.abandoned }).catch(() => undefined);
  }
}

/** Idempotent methods (RFC 9110, section 9.2.2). */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);

/** Whether a request may be repeated: its method is idempotent, or the author sends an idempotency key. */
function mayRepeat({ method = '', headers = {} }: HttpRequest): boolean {
  const names = Object.keys(headers).map((name) => name.trim().toLowerCase());
  return REPEATABLE.has(method) || names.includes('idempotency-key');
}

/** Statuses of temporary failures. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

function isPassing(response: HttpResponse): boolean {
  return response.ok ? PASSING.has(response.status) : response.code === 'network';
}

/** In milliseconds: doubled with each retry, with some jitter. */
const FIRST_WAIT = 200;

function waitAfter(response: HttpResponse, tries: number): number {
  const retryAfter = response.ok ? Number(response.headers['retry-after']) : Number.NaN;
  if (retryAfter >= 0) return retryAfter * 1000;
  return FIRST_WAIT * 2 ** tries * (1 + Math.random() / 4);
}
