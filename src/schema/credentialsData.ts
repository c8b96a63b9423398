import { createPrivateKey, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { issuesIn } from '../engine/index.js';
import { invalid } from '../errors/errors.js';

const secret = z.string().max(20_000);
const text = (means: string) => secret.describe(means);
const maybe = (means: string) => secret.nullish().describe(means);
const apiKey = text('The key of the account');
const key = z.object({ apiKey });
const baseUrl = maybe('The address of the service, where it is not the usual one');
const httpOrigin = secret
  .refine((origin) => URL.canParse(origin) && /^https?:/i.test(origin), 'Not an address of the web')
  .describe('The only address that they are sent to, such as https://api.example.com');
const keyAndAddress = z.object({ apiKey, baseUrl });

/** The shape of the secrets of each service. */
const shapes = {
  smtp: z.object({
    host: maybe('The host of the mail server'),
    port: z.number().int().min(1).max(65_535).describe('Its port'),
    username: maybe('Who signs in'),
    password: maybe('Their password'),
    isTlsEnabled: z.boolean().nullish().describe('Whether the connection begins encrypted'),
    from: z
      .object({ email: maybe('Their address'), name: maybe('Their name') })
      .describe('Who the e-mails are from'),
  }),
  'google sheets': z.object({
    refresh_token: maybe('Gets new access tokens'),
    access_token: maybe('The token that requests are sent with'),
    expiry_date: z.number().nullish().describe('When it expires, in milliseconds since 1970'),
    token_type: maybe('Its type'),
    id_token: maybe('Says whose account it is'),
    scope: maybe('What it may be used for'),
    client_email: maybe('Of a service account: its address, from its key file'),
    private_key: maybe('Of a service account: its key, from its key file'),
  }),
  stripe: z.object({
    live: z
      .object({
        secretKey: text('The key of the server'),
        publicKey: text('The key of the client'),
        webhookSecret: maybe('The secret that events of payments are signed with'),
      })
      .describe('The keys of live chats'),
    test: z
      .object({
        secretKey: maybe('The key of the server'),
        publicKey: maybe('The key of the client'),
        webhookSecret: maybe('The secret that events of payments are signed with'),
      })
      .describe('The keys of previews'),
  }),
  messenger: z.discriminatedUnion('provider', [
    z.object({
      provider: z.literal('meta').optional().describe('Who runs the channel'),
      systemUserAccessToken: text('The token of the system user'),
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
        .describe('The address that messages are sent to'),
      secret: z
        .string()
        .max(1_000)
        .regex(/^whsec_[\w+/=-]{32,}$/, 'Must be whsec_ and at least 24 bytes in base64')
        .describe('The secret that messages are signed with in both directions'),
    }),
  ]),
  'http proxy': z.object({ url: text('Its address, with name and password') }),
  'http basic auth': z.object({
    origin: httpOrigin,
    username: text('Who signs in'),
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
    .refine(isKeyPair, 'The key is not that of the certificate, or one of them is no PEM'),
  openai: keyAndAddress,
  anthropic: key,
  mistral: key,
  'together-ai': key,
  'open-router': key,
  groq: keyAndAddress,
  perplexity: keyAndAddress,
  deepseek: keyAndAddress,
  'chat-node': key,
  'dify-ai': z.object({
    apiEndpoint: maybe('The address of the service'),
    apiKey: maybe('The key of the app'),
    knowledgeApiKey: maybe('The key of its knowledge'),
  }),
  elevenlabs: key,
  zemanticAi: key,
  'zemantic-ai': key,
  nocodb: z.object({ baseUrl, apiKey: maybe('The key of the account') }),
  segment: key,
  posthog: z.object({ apiKey, host: maybe('The host of the service') }),
  zendesk: z.object({
    conversationsKeyId: text('The id of the key'),
    conversationsSecretKey: text('Its secret'),
  }),
  blink: key,
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

/** Whether a key belongs to a certificate, and both can be read. */
function isKeyPair(pair: Readonly<Record<string, string | null | undefined>>): boolean {
  const { certificate = '', key = '', passphrase } = pair;
  try {
    const held = createPrivateKey({ key: key ?? '', ...(passphrase && { passphrase }) });
    return new X509Certificate(certificate ?? '').checkPrivateKey(held);
  } catch {
    return false;
  }
}

/** The secrets of any service. */
export const credentialsDataSchema = z.union(
  Object.entries(shapes).map(([service, shape]) => shape.meta({ title: service })),
);

/** The services by name. */
const credentialsTypes = Object.keys(shapes);

/**
 * Checks the secrets of a service: unknown members are dropped; a fault is a `VALIDATION` failure that says where and
 * what is wrong, and never repeats what was sent.
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
