import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach } from '@jest/globals';
import type { EffectOrigin } from '../../src/integrations/effectOrigin.js';
import type { EffectResult, OutsideEffect } from '../../src/engine/index.js';
import { createHttp } from '../../src/integrations/http.js';
import { createHandleEffect, type EffectPorts } from '../../src/integrations/index.js';
import { partAt, recordAt } from './parts.js';
import { sandbox } from './sandboxes.js';
import { readBody, useServer } from './useServer.js';

/** The refresh token and the client. No other text contains these secrets, so a search for them finds every leak. */
export const REFRESH_TOKEN = 'canary-refresh-token';
export const CLIENT = { id: 'parley-client', secret: 'canary-client-secret' };

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** The members of a service account's key file that credentials store. */
export const SERVICE_ACCOUNT = {
  client_email: 'bot@project.iam.gserviceaccount.com',
  private_key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

/** One request to the fake. */
export interface GoogleCall {
  readonly method: string;
  readonly path: string;
  readonly bearer: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The fake of Google: its address, the cells of its only sheet (id 7), the requests it received and its next answers. */
export interface GoogleInUse {
  url(): string;
  /** The rows of the sheet, the header first. */
  cells: string[][];
  readonly calls: GoogleCall[];
  /** How many access tokens it has issued. */
  tokens: number;
  /** Answers for the next API calls, in place of the usual ones. */
  readonly next: ((response: ServerResponse) => void)[];
  /** The e-mails that were sent, in the format of RFC 5322. */
  readonly mails: string[];
  /** The scope that people grant ('': all that is requested), and whether they give no refresh token; reset before each test. */
  consent: { scope: string; isShort: boolean };
  /** The parameters of the last authorization request. */
  asked: URLSearchParams;
}

/**
 * A fake of Google's token endpoint (https://developers.google.com/identity/protocols/oauth2), its Sheets API
 * (https://developers.google.com/workspace/sheets/api/reference/rest) and its Gmail API. Only the newest access token is valid.
 */
export function useGoogle(): GoogleInUse {
  const url = useServer((request, response) => void answer(google, request, response));
  const google: GoogleInUse = {
    url,
    ...{ cells: [], calls: [], tokens: 0, next: [], mails: [] },
    ...{ consent: { scope: '', isShort: false }, asked: new URLSearchParams() },
  };
  beforeEach(() => {
    google.tokens = 0;
    google.consent = { scope: '', isShort: false };
    for (const list of [google.calls, google.next, google.mails]) list.length = 0;
  });
  return google;
}

async function answer(
  google: GoogleInUse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = String(await new Promise<Buffer>((resolve) => readBody(request, resolve)));
  const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://here.invalid');
  if (path === '/o/oauth2/v2/auth') return ask(google, searchParams, response);
  if (path === '/token') return send(response, ...tokenFor(google, new URLSearchParams(text)));
  const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
  const body = text === '' ? {} : recordAt(JSON.parse(text));
  google.calls.push({ method: request.method ?? '', path, bearer, body });
  const turn = google.next.shift();
  if (turn) return turn(response);
  if (bearer !== `token-${google.tokens}`)
    return send(response, 401, refusal('Invalid Credentials'));
  const done = path.startsWith('/gmail/') ? gmail(google, path, body) : sheets(google, path, body);
  send(response, ...done);
}

/** Shows the page on which a person agrees or declines. */
function ask(google: GoogleInUse, asked: URLSearchParams, response: ServerResponse): void {
  google.asked = asked;
  const linkTo = (answer: Record<string, string>, label: string): string => {
    const query = new URLSearchParams({ ...answer, state: asked.get('state') ?? '' });
    return `<a href="${asked.get('redirect_uri')}?${query}">${label}</a>`;
  };
  const links = linkTo({ code: 'a-code' }, 'Allow') + linkTo({ error: 'access_denied' }, 'Cancel');
  response.writeHead(200, { 'content-type': 'text/html' }).end(links.replaceAll('&', '&amp;'));
}

/** Sends JSON with a status. */
export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** An error in the format of Google's APIs. */
export function refusal(message: string): object {
  return { error: { code: 400, message, status: 'FAILED' } };
}

function tokenFor(google: GoogleInUse, form: URLSearchParams): [number, unknown] {
  if (!isGranted(google, form))
    return [400, { error: 'invalid_grant', error_description: String(form) }];
  google.tokens += 1;
  const first = form.get('grant_type') === 'authorization_code' ? connected(google) : {};
  return [200, { access_token: `token-${google.tokens}`, expires_in: 3_599, ...first }];
}

/** The additional members of the response that has the first token of an account. */
function connected({ consent, asked }: GoogleInUse): object {
  const claims = Buffer.from(JSON.stringify({ email: 'ada@example.com' })).toString('base64url');
  return {
    ...(!consent.isShort && { refresh_token: REFRESH_TOKEN }),
    scope: consent.scope || asked.get('scope'),
    id_token: `e30.${claims}.`,
  };
}

function isGranted({ asked }: GoogleInUse, form: URLSearchParams): boolean {
  const isClient =
    form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret;
  switch (form.get('grant_type')) {
    case 'refresh_token':
      return isClient && form.get('refresh_token') === REFRESH_TOKEN;
    case 'authorization_code':
      return isClient && form.get('code') === 'a-code' && fits(asked, form);
    default:
      return isAssertion(form.get('assertion') ?? '');
  }
}

/** Whether a code is redeemed by the client that requested it (RFC 7636), with the same redirect address. */
function fits(asked: URLSearchParams, form: URLSearchParams): boolean {
  const verifier = form.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const isSame = asked.get('redirect_uri') === form.get('redirect_uri');
  return isSame && verifier.length >= 43 && asked.get('code_challenge') === challenge;
}

function isAssertion(assertion: string): boolean {
  const [head = '', claims = '', signature = ''] = assertion.split('.');
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${claims}`),
    keys.publicKey,
    Buffer.from(signature, 'base64url'),
  );
  const said = recordAt(JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}'));
  return isSigned && said['iss'] === SERVICE_ACCOUNT.client_email;
}

function sheets(
  google: GoogleInUse,
  path: string,
  body: Readonly<Record<string, unknown>>,
): [number, unknown] {
  const [, id, task = ''] = /^\/v4\/spreadsheets\/([^/]+)\/values(.*)$/.exec(path) ?? [];
  if (id !== 'doc') return [404, refusal('Requested entity was not found.')];
  if (task.endsWith(':append')) {
    google.cells.push(rowAt(body, 'values.0').map(shown));
    return [200, { updates: { updatedRows: 1 } }];
  }
  if (task === ':batchUpdateByDataFilter') return [200, update(google, body)];
  const range = recordAt(partAt(body, 'dataFilters.0.gridRange'));
  if (range['sheetId'] !== 7) return [400, refusal(`No grid with id: ${range['sheetId']}`)];
  const values = google.cells.slice(0, Number(range['endRowIndex'] ?? Infinity));
  const valueRange = { range: "'My sheet'!A1:Z1", majorDimension: 'ROWS' };
  return [
    200,
    { valueRanges: [{ valueRange: { ...valueRange, ...(values.length > 0 && { values }) } }] },
  ];
}

function update(google: GoogleInUse, body: Readonly<Record<string, unknown>>): object {
  const data = partAt(body, 'data');
  for (const one of Array.isArray(data) ? data : []) {
    const at = Number(partAt(one, 'dataFilter.gridRange.startRowIndex'));
    const row = google.cells[at] ?? [];
    rowAt(one, 'values.0').forEach((cell, column) => {
      if (cell !== null) row[column] = shown(cell);
    });
  }
  return { totalUpdatedRows: Array.isArray(data) ? data.length : 0 };
}

function rowAt(value: unknown, path: string): unknown[] {
  const row = partAt(value, path);
  return Array.isArray(row) ? row : [];
}

/** What the sheet shows for a typed value; formulas show `#FORMULA`. */
function shown(typed: unknown): string {
  const text = String(typed ?? '');
  if (text.startsWith("'")) return text.slice(1);
  return /^\s*[=+]/.test(text) ? '#FORMULA' : text;
}

function gmail(
  google: GoogleInUse,
  path: string,
  body: Readonly<Record<string, unknown>>,
): [number, unknown] {
  if (path.endsWith('/labels')) return [200, { labels: [{ id: 'Label_1', name: 'Sent by bot' }] }];
  if (path.endsWith('/modify')) return [200, { id: 'm1' }];
  google.mails.push(Buffer.from(String(body['raw']), 'base64url').toString());
  return [200, { id: 'm1', threadId: body['threadId'] ?? 'thread-1' }];
}

/** The credentials of an effect, and how its chat differs from the usual one. */
export interface Around {
  readonly type?: string;
  readonly data?: unknown;
  readonly origin?: Partial<EffectOrigin>;
  readonly ports?: Partial<EffectPorts>;
  readonly saved?: unknown[];
  /** How long a request may take, in milliseconds. */
  readonly within?: number;
}

/** Performs an effect with an account at the fake; `around.saved` receives credentials that are saved in place of the given ones. */
export function performed(
  google: GoogleInUse,
  effect: OutsideEffect,
  around: Around,
): Promise<EffectResult> {
  return atGoogle(google, around)(effect, around.origin);
}

/** The effect handler of `performed`, for several effects of one server. */
export function atGoogle(google: GoogleInUse, around: Around) {
  const { type, data = { refresh_token: REFRESH_TOKEN }, ports, saved = [], within } = around;
  const limits = within === undefined ? {} : { timeoutMs: within };
  const save = async (next: unknown) => void saved.push(next);
  const perform = createHandleEffect(sandbox, createHttp({ allowedHosts: ['127.0.0.1'], limits }), {
    openSecrets: async () => ({ type: type ?? 'google sheets', data, save }),
    addresses: new Map([['google', google.url()]]),
    googleClient: CLIENT,
    ...ports,
  });
  return (effect: OutsideEffect, origin: Partial<EffectOrigin> = {}) =>
    perform(effect, 'ses_1', { botId: 'b', reach: undefined, callKey: 'abc', ...origin });
}

/** The error of an effect result; 'none' on success. */
export function errorOf(result: EffectResult): string {
  return result.ok ? 'none' : result.error;
}
