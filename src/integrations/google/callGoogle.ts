import { z } from 'zod';
import type { EffectOrigin } from '../effectOrigin.js';
import type { ServicePorts } from '../effectCall.js';
import type { Http, HttpResponse } from '../http.js';
import type { HttpRequest } from '../outgoing.js';
import { parsedAs } from '../parsedAs.js';
import { orTimeout } from '../requestEnd.js';
import { openNamed } from '../secrets.js';
import { accountForms, renewToken, type GoogleService } from './googleAccount.js';
import { googleAddress } from './googleAddress.js';
import type { GoogleClient } from './requestTokens.js';

/** What calls to Google need. */
export interface GooglePorts extends ServicePorts {
  /** The OAuth client of this installation, if it has one. */
  readonly googleClient: GoogleClient | undefined;
  /** Token renewals in progress, by id of the credentials: concurrent chats share one. */
  readonly renewals: Map<string, Promise<string>>;
}

/** Calls a service with an account and returns the JSON of the response. Rejects with a message for the author of a flow. */
export type CallGoogle = (path: string, body?: unknown) => Promise<unknown>;

/** Milliseconds before its expiry at which a token counts as expired. */
const EARLY = 60_000;

/** The calling chat, and its credentials. */
interface GoogleUse {
  readonly credentialsId: string | undefined;
  readonly origin: EffectOrigin;
}

/**
 * Opens a service of Google with credentials of the bot's workspace. An expired token is renewed and stored, unless another process has
 * stored one meanwhile; a token that Google refuses is renewed once.
 */
export async function openGoogle(
  ports: GooglePorts,
  service: GoogleService,
  use: GoogleUse,
): Promise<CallGoogle> {
  const { credentialsId = '', origin } = use;
  const named = { type: service, credentialsId: use.credentialsId };
  const { data, save } = await openNamed(ports.openSecrets, named, origin);
  const form = accountForms[service];
  const account = form.readAccount(data, ports.googleClient);
  let token = account.expiresAt - EARLY > Date.now() ? account.accessToken : undefined;
  const renewNow = async (): Promise<string> => {
    const address = googleAddress(ports.addresses, 'tokens');
    const tokens = await renewToken(account, { http: ports.http, address });
    await save?.(form.withTokens(data, tokens));
    return tokens.accessToken;
  };
  const renew = () => renewOnce(ports.renewals, credentialsId, { renewNow, ...origin });
  return async (path, body) => {
    const wasKept = token !== undefined;
    token ??= await renew();
    const url = googleAddress(ports.addresses, service) + path;
    let response = await send(ports.http, requestOf(url, token, body), origin);
    if (wasKept && response.ok && response.status === 401) {
      token = await renew();
      response = await send(ports.http, requestOf(url, token, body), origin);
    }
    return answerIn(response, token);
  };
}

/** Joins a renewal in progress, or starts one. An abandoned chat stops waiting, but the renewal continues for the others. */
async function renewOnce(
  renewals: GooglePorts['renewals'],
  id: string,
  { renewNow, abandoned }: { renewNow(): Promise<string>; abandoned?: AbortSignal | undefined },
): Promise<string> {
  const running = renewals.get(id) ?? renewNow().finally(() => renewals.delete(id));
  renewals.set(id, running);
  return abandoned ? orTimeout(running, abandoned) : running;
}

function requestOf(url: string, token: string, body: unknown): HttpRequest {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  if (body === undefined) return { url, headers };
  return { url, headers, method: 'POST', body: JSON.stringify(body) };
}

function send(http: Http, request: HttpRequest, { callKey, abandoned }: EffectOrigin) {
  return http.send({ ...request, callKey, abandoned });
}

function answerIn(response: HttpResponse, token: string): unknown {
  if (!response.ok) throw new Error(`Google did not answer: ${response.message}`);
  if (response.status !== 200) throw refused(response.status, response.body, token);
  const answer = parsedAs(z.unknown(), response.body);
  if (answer === undefined) throw new Error('Google answered with something else than JSON');
  return answer;
}

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/** The error for a refusal, whose format is described at https://cloud.google.com/apis/design/errors. */
function refused(status: number, body: string, token: string): Error {
  const reason = parsedAs(refusalSchema, body)?.error.message ?? '';
  const maskedReason = reason.replaceAll(token, '***').slice(0, 300);
  return new Error(
    `Google refused it (${status}${REASONS[status] ?? ''})${maskedReason && `: ${maskedReason}`}`,
  );
}

const REASONS: Readonly<Record<number, string>> = {
  401: ', connect the account again',
  403: ', the account may not do that',
  404: ', there is no such document',
  429: ', too many requests now',
};
