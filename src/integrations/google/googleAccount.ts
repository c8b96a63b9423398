import { createSign } from 'node:crypto';
import { z } from 'zod';
import {
  requestTokens,
  type GoogleClient,
  type GoogleTokens,
  type TokenUse,
} from './requestTokens.js';

/** An account at Google, from credentials of any form: the grant that gets tokens, and the last token. */
export interface GoogleAccount {
  readonly accessToken: string | undefined;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  /** The parameters of a request for a new token; undefined if none can be requested. */
  readonly grant: Readonly<Record<string, string>> | undefined;
}

/** The data of `google sheets` credentials; members may be null. */
const sheetsSchema = z.object({
  refresh_token: z.string().nullish(),
  access_token: z.string().nullish(),
  expiry_date: z.number().nullish(),
  client_email: z.string().nullish(),
  private_key: z.string().nullish(),
});

const gmailSchema = z.object({
  customClient: z.object({ id: z.string(), secret: z.string() }).nullish(),
  credentials: z.object({
    accessToken: z.string(),
    refreshToken: z.string(),
    expiryDate: z.number(),
  }),
});

/** A form of credentials: reads their account, replaces its tokens, and makes the data of a new account. */
export interface AccountForm {
  readAccount(data: unknown, client: GoogleClient | undefined): GoogleAccount;
  withTokens(data: unknown, tokens: GoogleTokens): unknown;
  newData(tokens: GoogleTokens & { readonly refreshToken: string }): unknown;
}

/** The scope of service accounts, which is also requested when people connect their accounts. */
export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets';

/** `google sheets`: a person's account, or a service account with two members of its key file. */
const sheetsForm: AccountForm = {
  readAccount(data, client) {
    const { access_token, expiry_date, refresh_token, client_email, private_key } =
      sheetsSchema.parse(data);
    return {
      accessToken: access_token ?? undefined,
      expiresAt: expiry_date ?? 0,
      grant:
        client_email && private_key
          ? assertionGrant(client_email, private_key)
          : refreshGrant(refresh_token, client),
    };
  },
  withTokens: (data, { accessToken, expiresAt, refreshToken }) => ({
    ...z.record(z.string(), z.unknown()).parse(data),
    access_token: accessToken,
    expiry_date: expiresAt,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  }),
  newData: ({ accessToken, expiresAt, refreshToken, scope }) => ({
    refresh_token: refreshToken,
    access_token: accessToken,
    expiry_date: expiresAt,
    token_type: 'Bearer',
    scope,
  }),
};

/** `gmail`: a person's account, optionally with an OAuth client of the workspace. */
const gmailForm: AccountForm = {
  readAccount(data, client) {
    const { customClient, credentials } = gmailSchema.parse(data);
    return {
      accessToken: credentials.accessToken,
      expiresAt: credentials.expiryDate,
      grant: refreshGrant(credentials.refreshToken, customClient ?? client),
    };
  },
  withTokens(data, { accessToken, expiresAt, refreshToken }) {
    const known = gmailSchema.parse(data);
    const credentials = {
      accessToken,
      refreshToken: refreshToken ?? known.credentials.refreshToken,
      expiryDate: expiresAt,
    };
    return { ...known, credentials };
  },
  newData: ({ accessToken, refreshToken, expiresAt }) => ({
    credentials: { accessToken, refreshToken, expiryDate: expiresAt },
  }),
};

/** The services of Google by type of credentials, with the form of the credentials. */
export const accountForms = { 'google sheets': sheetsForm, gmail: gmailForm } as const;

export type GoogleService = keyof typeof accountForms;

function refreshGrant(
  refreshToken: string | null | undefined,
  client: GoogleClient | undefined,
): GoogleAccount['grant'] {
  if (!refreshToken || !client) return undefined;
  return {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: client.id,
    client_secret: client.secret,
  };
}

/** A signed assertion (RFC 7523), as https://developers.google.com/identity/protocols/oauth2/service-account describes it. */
function assertionGrant(email: string, privateKey: string): GoogleAccount['grant'] {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: email, scope: SHEETS_SCOPE, aud: AUDIENCE, iat: now, exp: now + 3_600 };
  const parts = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${parts.join('.')}.${signed(parts.join('.'), privateKey)}`,
  };
}

/** The audience of the assertion, whatever URL it is sent to. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';

function signed(text: string, privateKey: string): string {
  try {
    return createSign('RSA-SHA256')
      .update(text)
      .sign(privateKey.replaceAll('\\n', '\n'), 'base64url');
  } catch (error) {
    throw new Error('The private key of the service account cannot be read', { cause: error });
  }
}

/** Requests a new token for the account. Rejects with a message for the author of a flow. */
export async function renewToken({ grant }: GoogleAccount, use: TokenUse): Promise<GoogleTokens> {
  if (grant === undefined) {
    throw new Error(
      'The access to Google has run out and cannot be renewed: connect the account again',
    );
  }
  return requestTokens(use, grant);
}
