import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Http } from '../http.js';
import { parsedAs } from '../parsedAs.js';
import { accountForms, SHEETS_SCOPE, type GoogleService } from './googleAccount.js';
import { googleAddress } from './googleAddress.js';
import { requestTokens, type GoogleClient, type GoogleTokens } from './requestTokens.js';

export type { GoogleClient, GoogleService };

/** What people connect their accounts with. */
export interface ConnectPorts {
  /** Follows no redirects: the secret of the client would go along. */
  readonly http: Http;
  readonly client: GoogleClient;
  /** Where the operator says that Google is. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** What an account is connected for: how it is called, and what the person is asked for. */
interface Connection {
  readonly label: string;
  readonly needed: string;
  /** What blocks can do without. */
  readonly optional: readonly string[];
  /** The same in words. */
  readonly may: readonly string[];
}

const GMAIL_SCOPE = 'https://www.googleapis.com/auth/gmail';

/** What accounts are connected for, by the type of the credentials that come of it. */
export const connections: Readonly<Record<GoogleService, Connection>> = {
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
};

/** Whether credentials of this type come from connecting an account. */
export function isGoogleService(type: string): type is GoogleService {
  return Object.hasOwn(connections, type);
}

/** What a browser carries while it is at Google; the answer must fit to it (RFC 7636 for the verifier). */
export interface ConnectSecrets {
  readonly state: string;
  readonly verifier: string;
}

/** New random ones. */
export function newConnectSecrets(): ConnectSecrets {
  const random = () => randomBytes(32).toString('base64url');
  return { state: random(), verifier: random() };
}

/** The origin of the page where people agree. */
export function consentOrigin({ addresses }: Pick<ConnectPorts, 'addresses'>): string {
  return new URL(googleAddress(addresses, 'accounts')).origin;
}

/**
 * The address where a person agrees (https://developers.google.com/identity/protocols/oauth2/web-server). They are asked each
 * time, because only then Google gives a refresh token.
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

/** The account that a person agreed to: its address, and the data of its credentials. */
export interface ConnectedAccount {
  readonly email: string | undefined;
  readonly data: unknown;
}

/**
 * Redeems the code that a person brought back. Gives why the account cannot be used: `short` (access that cannot be renewed),
 * `unticked` (what is needed was not agreed to). Rejects with a reason that is fit for a person.
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
 * The address of the account. The ID token came from Google itself over TLS, which takes the place of checking its signature
 * (OpenID Connect Core 1.0, section 3.1.3.7, https://openid.net/specs/openid-connect-core-1_0.html).
 */
function emailIn({ idToken = '' }: GoogleTokens): string | undefined {
  const [, claims = ''] = idToken.split('.');
  return parsedAs(claimsSchema, Buffer.from(claims, 'base64url').toString())?.email;
}
