import type { EffectOrigin } from '../../chat/ports.js';
import type { EffectResult } from '../../engine/index.js';
import type { EffectCall, ServicePorts } from '../effectCall.js';
import type { HttpFailure } from '../http.js';
import { accessOf } from './accessOf.js';
import { encodeForm } from './encodeForm.js';
import { sendWithRetries, type RepeatedRequest } from './sendWithRetries.js';

type Effect = EffectCall<'httpRequest'>['effect'];

/** What requests of blocks are sent with. */
type RequestPorts = Pick<ServicePorts, 'http' | 'openSecrets'>;

/** Sends the request of a block. Any response is a result; without one, a status code gives the reason. */
export async function sendRequest(
  ports: RequestPorts,
  effect: Effect,
  origin: EffectOrigin,
): Promise<EffectResult> {
  const request = await requestOf(ports, effect, origin).catch(reasonOf);
  if (typeof request === 'string') return withoutResponse('badRequest', request);
  const response = await sendWithRetries(ports.http, request);
  if (!response.ok) return withoutResponse(response.code, response.message);
  const { status: statusCode, body } = response;
  if (effect.basicAuthCredentialsId === undefined) return { ok: true, value: { statusCode, body } };
  return {
    ok: true,
    value: { statusCode, body: hideIn(body, request.headers?.['authorization']) },
  };
}

/** A shorter password is not looked for: it would be found in other words. */
const SHORTEST = 6;

/** A response without the login that it repeats: it is in credentials, which authors of flows cannot read. */
function hideIn(body: string, authorization = ''): string {
  const encoded = authorization.replace('Basic ', '');
  const password = Buffer.from(encoded, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
  return [encoded, password]
    .filter((secret) => secret.length >= SHORTEST)
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

/** The headers but for these, however their author spelt them. */
function without(headers: Effect['headers'], names: readonly string[]): Effect['headers'] {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.includes(name.trim().toLowerCase())),
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function withoutResponse(code: HttpFailure, error: string): EffectResult {
  return { ok: true, value: { statusCode: STATUS_OF[code], body: '', error } };
}

const STATUS_OF: Readonly<Record<HttpFailure, number>> = {
  blocked: 400,
  badRequest: 400,
  timeout: 408,
  network: 500,
  tooLarge: 500,
  stopped: 500,
};
