import { z } from 'zod';
import { issuesIn } from '../checks/issue.js';
import { invalid } from '../errors/errors.js';
import { checkClientCertificate, checkServiceAccount } from './privateKeys.js';
import { hasNoLogin, readUrl } from './webUrl.js';

/** A member of credentials, secret or not. */
const secret = z.string().max(20_000);

/** A required member. */
const text = (means: string) => secret.describe(means);

/** A member that may be absent or null. */
const maybe = (means: string) => secret.nullish().describe(means);

/** A key that is sent in a header. A copied line break or space in it would make every request fail. */
const key = (means: string) => secret.refine(isKey, NO_KEY).describe(means);

/** The same, optional. */
const maybeKey = (means: string) =>
  secret
    .refine((sent) => sent === '' || isKey(sent), NO_KEY)
    .nullish()
    .describe(means);

/** The URL of a service, optional. */
const maybeAddress = (means: string) =>
  secret
    .refine((sent) => sent.trim() === '' || isWebAddress(sent), NO_ADDRESS)
    .refine(hasNoLogin, NO_LOGIN)
    .nullish()
    .describe(means);

/** A required URL, which may contain a user name and a password. */
const addressWithLogin = (means: string) => secret.refine(isWebAddress, NO_ADDRESS).describe(means);

/** A required URL. */
const address = (means: string) =>
  secret.refine(isWebAddress, NO_ADDRESS).refine(hasNoLogin, NO_LOGIN).describe(means);

/** The host of a mail server; empty is allowed because old clients send it. */
const maybeHost = (means: string) =>
  secret
    .refine(
      (sent) => /^[^\s/@:]*$|^[\da-f:.]+$/i.test(sent),
      'Must be the name of a host such as smtp.example.com, without a scheme and a port',
    )
    .nullish()
    .describe(means);

/** An e-mail address. */
const maybeMailbox = (means: string) =>
  secret
    .refine(
      (sent) => /^[^\s@,;:<>()"\\[\]]+@[^\s@,;:<>()"\\[\]]+$|^$/.test(sent),
      'Must be an e-mail address such as bot@example.com, without a name',
    )
    .nullish()
    .describe(means);

const NO_KEY = 'Must be a key as the service shows it, without spaces and line breaks';
const NO_ADDRESS = 'Must be an address that begins with http:// or https://';
const NO_LOGIN = 'Must have no name and no password in it: no request is sent to such an address';

/** Whether a text consists of visible ASCII characters. */
function isKey(sent: string): boolean {
  return /^[\x21-\x7e]+$/.test(sent);
}

function isWebAddress(sent: string): boolean {
  return /^\s*https?:\/\//i.test(sent) && readUrl(sent) !== undefined;
}

const apiKey = key('The key of the account');
const keyOnly = z.object({ apiKey });
const baseUrl = maybeAddress('The address of the service, where it is not the usual one');
const httpOrigin = address(
  'The only address that they are sent to, such as https://api.example.com',
);
const keyAndAddress = z.object({ apiKey, baseUrl });

const SECRET = 'Is a secret key: visitors see this one';

/** The secrets of each service. */
const shapes = {
  smtp: z.object({
    host: maybeHost('The host of the mail server'),
    port: z.number().int().min(1).max(65_535).describe('Its port'),
    username: maybe('Who signs in'),
    password: maybe('Their password'),
    isTlsEnabled: z.boolean().nullish().describe('Whether the connection begins encrypted'),
    from: z
      .object({ email: maybeMailbox('Their address'), name: maybe('Their name') })
      .describe('Who the e-mails are from'),
  }),
  'google sheets': z
    .object({
      refresh_token: maybe('Gets new access tokens'),
      access_token: maybe('The token that requests are sent with'),
      expiry_date: z.number().nullish().describe('When it expires, in milliseconds since 1970'),
      token_type: maybe('Its type'),
      id_token: maybe('Says whose account it is'),
      scope: maybe('What it may be used for'),
      client_email: maybe('Of a service account: its address, from its key file'),
      private_key: maybe('Of a service account: its key, from its key file'),
    })
    .superRefine((sent, context) => checkServiceAccount(sent, reportTo(context))),
  stripe: z.object({
    live: z
      .object({
        secretKey: key('The key of the server'),
        publicKey: key('The key of the client').refine(isPublic, SECRET),
        webhookSecret: maybe('The secret that events of payments are signed with'),
      })
      .describe('The keys of live chats'),
    test: z
      .object({
        secretKey: maybeKey('The key of the server'),
        publicKey: maybeKey('The key of the client').refine(isPublic, SECRET),
        webhookSecret: maybe('The secret that events of payments are signed with'),
      })
      .describe('The keys of previews'),
  }),
  messenger: z.discriminatedUnion('provider', [
    z.object({
      provider: z.literal('meta').optional().describe('Who runs the channel'),
      systemUserAccessToken: key('The token of the system user'),
      phoneNumberId: text('The id of the phone number'),
      wabaId: maybe('The id of the business account'),
      appSecret: maybe('The secret that incoming messages are signed with; none is taken without'),
      verifyToken: maybe('The token by which the service finds out that the webhook is yours'),
    }),
    z.object({
      provider: z.literal('360dialog').describe('Who runs the channel'),
      apiKey,
      webhookSecret: maybe('The secret that incoming messages are signed with'),
    }),
    z.object({
      provider: z.literal('webhook').describe('A messenger that is connected with own code'),
      url: z
        .string()
        .max(2_000)
        .regex(/^https?:\/\//i, 'Must be an address that begins with http:// or https://')
        .refine(hasNoLogin, NO_LOGIN)
        .describe('The address that messages are sent to'),
      secret: z
        .string()
        .max(1_000)
        .regex(/^whsec_[\w+/=-]{32,}$/, 'Must be whsec_ and at least 24 bytes in base64')
        .describe('The secret that messages are signed with in both directions'),
    }),
  ]),
  'http proxy': z.object({ url: addressWithLogin('Its address, with name and password') }),
  'http basic auth': z.object({
    origin: httpOrigin,
    username: text('Who signs in').refine(
      (name) => !name.includes(':'),
      'A name with a colon cannot be sent (RFC 7617)',
    ),
    password: text('Their password'),
  }),
  'http client certificate': z
    .object({
      origin: httpOrigin,
      certificate: text('The certificate, as PEM'),
      key: text('Its private key, as PEM'),
      passphrase: maybe('What the key is encrypted with'),
      authority: maybe('The authority that signed the certificate of the host, as PEM'),
    })
    .superRefine((sent, context) => checkClientCertificate(sent, reportTo(context))),
  openai: keyAndAddress,
  anthropic: keyOnly,
  mistral: keyOnly,
  'together-ai': keyOnly,
  'open-router': keyOnly,
  groq: keyAndAddress,
  perplexity: keyAndAddress,
  deepseek: keyAndAddress,
  'chat-node': keyOnly,
  'dify-ai': z.object({
    apiEndpoint: maybeAddress('The address of the service'),
    apiKey: maybeKey('The key of the app'),
    knowledgeApiKey: maybeKey('The key of its knowledge'),
  }),
  elevenlabs: keyOnly,
  zemanticAi: keyOnly,
  'zemantic-ai': keyOnly,
  nocodb: z.object({ baseUrl, apiKey: maybeKey('The key of the account') }),
  segment: keyOnly,
  posthog: z.object({ apiKey, host: maybeAddress('The host of the service') }),
  zendesk: z.object({
    conversationsKeyId: text('The id of the key'),
    conversationsSecretKey: text('Its secret'),
  }),
  blink: keyOnly,
  gmail: z.object({
    customClient: z
      .object({ id: text('Its id'), secret: text('Its secret') })
      .nullish()
      .describe('The client of the issuer; that of this server when absent'),
    credentials: z
      .object({
        accessToken: text('The token that requests are sent with'),
        refreshToken: text('Gets new ones'),
        expiryDate: z.number().describe('When it expires, in milliseconds since 1970'),
      })
      .describe('The tokens of the account'),
  }),
} as const satisfies Record<string, z.ZodType>;

/** Returns a function that adds a fault of a member to those of zod. */
function reportTo<T>(context: z.RefinementCtx<T>) {
  return (member: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [member], message });
}

/** Whether a key may be shown to visitors, by the prefixes of Stripe's keys (https://docs.stripe.com/keys). */
function isPublic(sent: string | null | undefined): boolean {
  return !/^[sr]k_/.test(sent ?? '');
}

/** The secrets of any service. */
export const credentialsDataSchema = z.union(
  Object.entries(shapes).map(([service, shape]) => shape.meta({ title: service })),
);

const credentialsTypes = Object.keys(shapes);

/**
 * Checks the secrets of a service and drops unknown members. A fault is a `VALIDATION` failure that names the member and never repeats its
 * value.
 */
export function checkCredentialsData(type: string, data: unknown): unknown {
  const shape: z.ZodType | undefined = new Map<string, z.ZodType>(Object.entries(shapes)).get(type);
  if (!shape) {
    throw invalid([
      { path: ['credentials', 'type'], message: `Must be one of ${credentialsTypes.join(', ')}` },
    ]);
  }
  const checked = shape.safeParse(data);
  if (checked.success) return checked.data;
  throw invalid(
    issuesIn(checked.error).map(({ path, message }) => ({
      path: ['credentials', 'data', ...path],
      message,
    })),
  );
}
