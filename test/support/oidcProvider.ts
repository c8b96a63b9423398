import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './useServer.js';

/** The id and the secret of the provider's client. */
export const CLIENT = { id: 'parley', secret: 'the-secret-of-the-client' };

/** Claims of an ID token; undefined leaves one out. */
type Claims = Readonly<Record<string, unknown>>;

/** An OpenID Connect provider whose behaviour the test sets. */
export interface Provider {
  readonly url: string;
  readonly host: string;
  /** The claims about the person who signs in next. */
  person: Claims;
  /** Claims that replace those of the next ID tokens. */
  twist: Claims;
  /** Whether it answers every request with 503. */
  isDown: boolean;
  /** Whether people decline to sign in. */
  denies: boolean;
  /** Whether e-mail address and name are only in the user info, not in the ID token. */
  isTerse: boolean;
  /** How clients authenticate: by the default where the metadata names no method (Basic), in the body, or not at all. */
  proof: 'unsaid' | 'client_secret_post' | 'none';
  /** Members that replace those of its metadata. */
  says: Claims;
  /** Whether its token endpoint redirects. */
  hasMoved: boolean;
  /** The paths of all requests. */
  readonly asked: string[];
  /** All codes and tokens that it has issued. */
  readonly secrets: string[];
  /** Signs with a new key from now on; `announced`: its key set (JWKS) has that key. */
  rotate(announced: boolean): void;
  close(): Promise<void>;
}

interface Grant {
  readonly query: URLSearchParams;
  readonly person: Claims;
}

/** Starts a provider on a free port of the loopback. */
export async function startProvider(): Promise<Provider> {
  const server = createServer((request, response) => void answer(request, response));
  const host = `127.0.0.1:${await listen(server)}`;
  const url = `http://${host}`;
  let key = newKey();
  let announcedKey = key;
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, Claims>();
  const provider: Provider = {
    url,
    host,
    person: {},
    twist: {},
    isDown: false,
    denies: false,
    isTerse: false,
    proof: 'unsaid',
    says: {},
    hasMoved: false,
    asked: [],
    secrets: [],
    rotate: (announced) => {
      key = newKey();
      if (announced) announcedKey = key;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    provider.asked.push(pathname);
    if (provider.isDown) return send(response, 503, { error: 'down' });
    if (pathname === '/authorize') return authorize(searchParams, response);
    if (pathname === '/token' && provider.hasMoved) {
      return void response.writeHead(307, { location: '/moved' }).end();
    }
    if (pathname === '/token') return redeem(request, response);
    if (pathname === '/userinfo') {
      const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      return send(response, 200, tokens.get(bearer));
    }
    const isKeys = pathname === '/keys';
    send(response, 200, isKeys ? { keys: [announcedKey.jwk] } : metadataOf(url, provider));
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    const code = randomUUID();
    provider.secrets.push(code);
    grants.set(code, { query, person: provider.person });
    if (provider.denies) back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', code);
    response.writeHead(302, { location: back.href }).end();
  }

  async function redeem(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const form = new URLSearchParams(text);
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    if (!isProven(request, form, provider.proof)) {
      return send(response, 401, { error: 'invalid_client' });
    }
    if (!grant || !isRedeemable(form, grant.query)) {
      return send(response, 400, { error: 'invalid_grant' });
    }
    const { email, email_verified, name, ...rest } = grant.person;
    const profile = { email, email_verified, name };
    const claims = { ...rest, ...(!provider.isTerse && profile), ...provider.twist };
    const idToken = tokenOf(url, { nonce: grant.query.get('nonce'), ...claims }, key);
    const accessToken = randomUUID();
    tokens.set(accessToken, grant.person);
    provider.secrets.push(idToken, accessToken);
    const body = { access_token: accessToken, token_type: 'Bearer', id_token: idToken };
    send(response, 200, body);
  }

  return provider;
}

interface Key {
  readonly privateKey: KeyObject;
  readonly jwk: { readonly kid: string };
}

function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256' };
  return { privateKey, jwk };
}

function metadataOf(url: string, { proof, says }: Provider): object {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    ...(proof !== 'unsaid' && { token_endpoint_auth_methods_supported: [proof] }),
    ...says,
  };
}

function isProven(
  { headers }: IncomingMessage,
  form: URLSearchParams,
  proof: Provider['proof'],
): boolean {
  const [, basic = ''] = /^Basic (\S+)$/.exec(headers.authorization ?? '') ?? [];
  const [id, secret] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
  const credentials = [form.get('client_id') ?? id, form.get('client_secret') ?? secret];
  const isBare = basic === '' && form.get('client_secret') === null;
  if (proof === 'none') return isBare && credentials[0] === CLIENT.id;
  const isWhere = (basic === '') === (proof === 'client_secret_post');
  return isWhere && credentials[0] === CLIENT.id && credentials[1] === CLIENT.secret;
}

/** Whether a code is redeemed by the client that requested it (PKCE, RFC 7636), with the same redirect address. */
function isRedeemable(form: URLSearchParams, query: URLSearchParams): boolean {
  const verifier = form.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return (
    query.get('code_challenge_method') === 'S256' &&
    query.get('code_challenge') === challenge &&
    query.get('redirect_uri') === form.get('redirect_uri') &&
    form.get('grant_type') === 'authorization_code'
  );
}

function tokenOf(issuer: string, claims: Claims, { privateKey, jwk }: Key): string {
  const now = Math.floor(Date.now() / 1000);
  const all = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, ...claims };
  const parts = [{ alg: 'ES256', kid: jwk.kid }, all].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signed = parts.join('.');
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
