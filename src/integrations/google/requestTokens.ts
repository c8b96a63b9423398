import { z } from 'zod';
import type { Http } from '../http.js';
import { parsedAs } from '../parsedAs.js';

/** The OAuth client with which people connect their accounts. */
export interface GoogleClient {
  readonly id: string;
  readonly secret: string;
}

/** The response of the token endpoint. */
export interface GoogleTokens {
  readonly accessToken: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  /** Present if a new one was issued. */
  readonly refreshToken: string | undefined;
  /** The granted scopes, separated by spaces. */
  readonly scope: string | undefined;
  /** Identifies the account (OpenID Connect), if that was requested. */
  readonly idToken: string | undefined;
}

/** How to reach the token endpoint. */
export interface TokenUse {
  readonly http: Http;
  readonly address: string;
  readonly abandoned?: AbortSignal | undefined;
}

const tokensSchema = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
  id_token: z.string().optional(),
});

const refusalSchema = z.object({ error: z.string() });

/**
 * Requests tokens from Google's token endpoint (RFC 6749, section 3.2). Rejects with a message for the author of a flow. It omits the
 * description of an error, which may repeat what was sent.
 */
export async function requestTokens(
  { http, address, abandoned }: TokenUse,
  grant: Readonly<Record<string, string>>,
): Promise<GoogleTokens> {
  const response = await http.send({
    url: `${address}/token`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(grant).toString(),
    abandoned,
  });
  if (!response.ok) throw new Error(`Google gave no access: ${response.message}`);
  const tokens = parsedAs(tokensSchema, response.body);
  if (response.status !== 200 || !tokens) throw refused(response.status, response.body);
  return {
    accessToken: tokens.access_token,
    expiresAt: Date.now() + tokens.expires_in * 1_000,
    refreshToken: tokens.refresh_token,
    scope: tokens.scope,
    idToken: tokens.id_token,
  };
}

function refused(status: number, body: string): Error {
  const code = parsedAs(refusalSchema, body)?.error ?? '';
  if (code === 'invalid_grant') {
    return new Error('Google no longer accepts this account: connect it again');
  }
  const shownCode = /^[a-z_]{1,40}$/.test(code) ? `, ${code}` : '';
  return new Error(`Google gave no access (${status}${shownCode})`);
}
