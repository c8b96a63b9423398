import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Http } from '../http.js';
import { parsedAs } from '../parsedAs.js';
import { accountForms, SHEETS_SCOPE, type GoogleService } from './googleAccount.js';
import { googleAddress } from './googleAddress.js';
import { requestTokens, type GoogleClient, type GoogleTokens } from './requestTokens.js';

export type { GoogleClient, GoogleService };

/** What connecting an account needs. */
export interface ConnectPorts {
  /** Must not follow redirects, which would pass on the secret of the client. */
  readonly http: Http;
  readonly client: GoogleClient;
  /** The base URLs that the operator sets for services. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** A purpose of connecting an account: its name, and the scopes that the person is asked for. */
interface Connection {
  readonly label: string;
  readonly needed: string;
  /** Scopes that blocks can do without. */
  readonly optional: readonly string[];
  /** The scopes in words. */
  readonly may: readonly string[];
}

const GMAIL_SCOPE = 'https://www.googleapis.com/auth/gmail';

/** The purposes, by the type of the resulting credentials. */
export const connections = {
  'google sheets': {
    label: 'Google Sheets',
    needed: SHEETS_SCOPE,
    optional: [],
    may: ['See, change, create and delete your spreadsheets'],
  },
  gmail: {
    label: 'Gmail',
    needed: `${GMAIL_SCOPE}.send`,
    optional: [`${GMAIL_SCOPE}.modify`],
    may: [
      'Send e-mails in your name',
      'See and change your e-mails: only for blocks that set labels; you may untick it',
    ],
  },
} as const satisfies Readonly<Record<GoogleService, Connection>>;

/** Whether credentials of this type result from connecting an account. */
export function isGoogleService(type: string): type is GoogleService {
  return Object.hasOwn(connections, type);
}

/** The secrets that a browser keeps while it is at Google; the response must match them (RFC 7636 for the verifier). */
export interface ConnectSecrets {
  readonly state: string;
  readonly verifier: string;
}

/** Creates random ones. */
export function newConnectSecrets(): ConnectSecrets {
  const random = () => randomBytes(32).toString('base64url');
  return { state: random(), verifier: random() };
}

/** The origin of Google's consent page. */
export function consentOrigin({ addresses }: Pick<ConnectPorts, 'addresses'>): string {
  return new URL(googleAddress(addresses, 'accounts')).origin;
}

/**
 * The URL of the consent page (https://developers.google.com/identity/protocols/oauth2/web-server). It asks for consent every time, because
 * only then does Google return a refresh token.
 */
export function consentAddress(
  { client, addresses }: ConnectPorts,
  service: GoogleService,
  { state, verifier, redirectUri }: ConnectSecrets & { readonly redirectUri: string },
): string {
  const { needed, optional } = connections[service];
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri,
    scope: ['openid', 'email', needed, ...optional].join(' '),
    access_type: 'offline',
    prompt: 'consent',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `${googleAddress(addresses, 'accounts')}/o/oauth2/v2/auth?${query}`;
}

/** A connected account: its e-mail address, and the data of its credentials. */
export interface ConnectedAccount {
  readonly email: string | undefined;
  readonly data: unknown;
}

/**
 * Redeems the authorization code. Resolves to a word if the account cannot be used: `short` (its access cannot be renewed), `unticked` (a
 * required scope was not granted). Rejects with a message for the person.
 */
export async function redeemConsent(
  { http, client, addresses }: ConnectPorts,
  service: GoogleService,
  sent: { readonly code: string; readonly verifier: string; readonly redirectUri: string },
): Promise<ConnectedAccount | 'short' | 'unticked'> {
  const use = { http, address: googleAddress(addresses, 'tokens') };
  const tokens = await requestTokens(use, {
    grant_type: 'authorization_code',
    code: sent.code,
    code_verifier: sent.verifier,
    redirect_uri: sent.redirectUri,
    client_id: client.id,
    client_secret: client.secret,
  });
  const { refreshToken, scope } = tokens;
  if (!scope?.split(' ').includes(connections[service].needed)) return 'unticked';
  if (refreshToken === undefined) return 'short';
  const data = accountForms[service].newData({ ...tokens, refreshToken });
  return { email: emailIn(tokens), data };
}

const claimsSchema = z.object({ email: z.string() });

/**
 * The e-mail address of the account. The ID token came directly from Google over TLS, which replaces checking its signature (OpenID Connect
 * Core 1.0, section 3.1.3.7, https://openid.net/specs/openid-connect-core-1_0.html).
 */
function emailIn({ idToken = '' }: GoogleTokens): string | undefined {
  const [, claims = ''] = idToken.split('.');
  return parsedAs(claimsSchema, Buffer.from(claims, 'base64url').toString())?.email;
}
