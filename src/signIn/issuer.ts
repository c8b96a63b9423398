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
import type { Http } from '../integrations/http.js';
import type { Attempt } from './attempt.js';
import { guardedFetch } from './guardedFetch.js';
import { faultOf, IssuerFault } from './issuerFault.js';
import { personOf, type Person } from './person.js';

/** The settings of the sign-in by OpenID Connect. */
export interface IssuerSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** What the button says. */
  readonly name: string;
  readonly scopes: string;
  readonly signUp: 'invited' | 'anyone';
  readonly publicUrl: string;
}

/** Who signs people in for us. Both ways reject with an IssuerFault. */
export interface Issuer {
  readonly settings: IssuerSettings;
  /** Where to send a browser, and what it must carry until it comes back. */
  begin(): Promise<{ readonly url: string; readonly attempt: Attempt }>;
  /** Who came back, by the query of the address they came back to. */
  finish(query: URLSearchParams, attempt: Attempt): Promise<Person>;
}

/** Where people come back to, within this server. */
export const CALLBACK = '/sign-in/oidc/callback';

/** For how long what an issuer says of itself is believed, in milliseconds. */
const KNOWN_FOR = 10 * 60_000;

/**
 * An issuer, asked only when somebody signs in: the server starts without it. What it says of itself is kept for ten
 * minutes; its keys are fetched for each sign-in, so that they may change at any time.
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
    const isTold = claims['email'] !== undefined;
    const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
    if (isTold || !hasMore) return personOf(claims, claims);
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

/** A client of the issuer for one sign-in: it remembers no keys, and checks the signature of every ID token. */
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
    const config = new Configuration(metadata, clientId, {}, proofOf(clientSecret, metadata));
    config[customFetch] = send;
    for (const apply of [...execute, enableNonRepudiationChecks]) apply(config);
    return config;
  };
}

/**
 * How the client shows its secret: in the body where the issuer takes it there, since not all read the header alike;
 * in a header is what an issuer takes that says nothing (Discovery 1.0, section 3).
 */
function proofOf(secret: string | undefined, metadata: ServerMetadata) {
  if (secret === undefined) return None();
  const { token_endpoint_auth_methods_supported: ways = [] } = metadata;
  return ways.includes('client_secret_post') ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

/** Asks once for all who ask at the same time, and again when it has been a while or nothing came of it. */
function remember<T>(ask: () => Promise<T>, now: () => number): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly until: number } | undefined;
  return () => {
    if (kept && kept.until > now()) return kept.value;
    const value = ask();
    kept = { value, until: now() + KNOWN_FOR };
    value.catch(() => (kept = undefined));
    return value;
  };
}
