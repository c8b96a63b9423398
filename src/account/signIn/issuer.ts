import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client';
import type { Http } from '../../integrations/http.js';
import type { Attempt } from './attempt.js';
import { guardedFetch } from './guardedFetch.js';
import { faultOf, IssuerFault } from './issuerFault.js';
import { personOf, type Person } from './person.js';

/** The settings of signing in with OpenID Connect. */
export interface IssuerSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** The text of the button. */
  readonly name: string;
  readonly scopes: string;
  readonly signUp: 'invited' | 'anyone';
  readonly publicUrl: string;
}

/** The issuer that signs people in. Both methods reject with an IssuerFault. */
export interface Issuer {
  readonly settings: IssuerSettings;
  /** The URL to which to send the browser, and the state to keep until it returns. */
  begin(): Promise<{ readonly url: string; readonly attempt: Attempt }>;
  /** The person who returned, from the query of the callback. */
  finish(query: URLSearchParams, attempt: Attempt): Promise<Person>;
}

/** The path of the callback, to which the issuer redirects. */
export const CALLBACK = '/sign-in/oidc/callback';

/** Milliseconds for which the metadata of an issuer is cached. */
const KNOWN_FOR = 10 * 60_000;

/**
 * Opens an issuer, which is contacted only when somebody signs in: the server starts without it. Its metadata is cached for ten minutes.
 * Its keys are fetched for each sign-in, so that they may change at any time.
 */
export function openIssuer(settings: IssuerSettings, http: Http, now = Date.now): Issuer {
  const redirectUri = settings.publicUrl + CALLBACK;
  const configure = createConfigure(settings, guardedFetch(http), now);
  const begin = async () => {
    const verifier = randomPKCECodeVerifier();
    const attempt = { state: randomState(), nonce: randomNonce(), verifier };
    const url = buildAuthorizationUrl(await configure(), {
      redirect_uri: redirectUri,
      scope: settings.scopes,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, attempt };
  };
  const finish = async (query: URLSearchParams, attempt: Attempt) => {
    if (query.get('state') !== attempt.state) throw new IssuerFault('stale', 'state');
    const config = await configure();
    const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
    });
    const claims = tokens.claims();
    if (!claims) throw new IssuerFault('wrong', 'no ID token');
    const hasAddress = claims['email'] !== undefined;
    const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
    if (hasAddress || !hasMore) return personOf(claims, claims);
    return personOf(claims, await fetchUserInfo(config, tokens.access_token, claims.sub));
  };
  return {
    settings,
    begin: () => begin().catch(rethrow),
    finish: (query, attempt) => finish(query, attempt).catch(rethrow),
  };
}

function rethrow(error: unknown): never {
  throw faultOf(error);
}

/** Returns a function that creates a client for one sign-in, which caches no keys and checks the signature of every ID token. */
function createConfigure(
  { issuer, clientId, clientSecret }: IssuerSettings,
  send: CustomFetch,
  now: () => number,
): () => Promise<Configuration> {
  const isOpen = new URL(issuer).protocol === 'http:';
  const execute = isOpen ? [allowInsecureRequests] : [];
  const discover = async () => {
    const found = await discovery(new URL(issuer), clientId, undefined, None(), {
      [customFetch]: send,
      execute,
    });
    return found.serverMetadata();
  };
  const known = remember(discover, now);
  return async () => {
    const metadata = await known();
    const config = new Configuration(metadata, clientId, {}, clientAuthOf(clientSecret, metadata));
    config[customFetch] = send;
    for (const apply of [...execute, enableNonRepudiationChecks]) apply(config);
    return config;
  };
}

/**
 * How the client authenticates: with its secret in the body if the issuer supports that, because not all issuers parse the header alike; in
 * a header if its metadata does not say (OpenID Connect Discovery 1.0, section 3,
 * https://openid.net/specs/openid-connect-discovery-1_0.html).
 */
function clientAuthOf(secret: string | undefined, metadata: ServerMetadata) {
  if (secret === undefined) return None();
  const { token_endpoint_auth_methods_supported: ways = [] } = metadata;
  return ways.includes('client_secret_post') ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

/** Loads once for all concurrent callers, and again when the result is older than the limit or loading failed. */
function remember<T>(load: () => Promise<T>, now: () => number): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly until: number } | undefined;
  return () => {
    if (kept && kept.until > now()) return kept.value;
    const value = load();
    kept = { value, until: now() + KNOWN_FOR };
    value.catch(() => (kept = undefined));
    return value;
  };
}
