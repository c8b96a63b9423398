import { z } from 'zod';
import { didYouMean } from '../checks/didYouMean.js';
import { type Issue, issuesIn } from '../checks/issue.js';
import { describeFields, field, isJsonRecord, type FieldDescription } from '../engine/index.js';
import { invalid } from '../errors/errors.js';
import { checkClientCertificate, checkServiceAccount } from './privateKeys.js';
import { hasNoLogin } from './webUrl.js';
import {
  address,
  addressWithLogin,
  key,
  maybe,
  maybeAddress,
  maybeHost,
  maybeKey,
  maybeMailbox,
  NO_LOGIN,
  SECRET,
  TARGET,
  text,
} from './credentialsMembers.js';

const apiKey = key('The key of the account', { title: 'API key', ...SECRET });
const keyOnly = z.object({ apiKey });
const baseUrl = maybeAddress('The address of the service, where it is not the usual one');
const httpOrigin = address(
  'The only address that they are sent to, such as https://api.example.com',
);
const keyAndAddress = z.object({ apiKey, baseUrl });

const IS_SECRET = 'Is a secret key: visitors see this one';

const PROVIDER = { labels: { meta: 'Meta', webhook: 'Own code' } } as const;

/** The secrets of each service. */
const shapes = {
  smtp: z.object({
    host: maybeHost('The host of the mail server'),
    port: z
      .number()
      .int()
      .min(1)
      .max(65_535)
      .meta(field('The port of the mail server', { title: 'Port', ...TARGET })),
    username: maybe('Who signs in', { title: 'User name' }),
    password: maybe('Their password', SECRET),
    isTlsEnabled: z
      .boolean()
      .nullish()
      .meta(field('Whether the connection begins encrypted', { title: 'Begins encrypted (TLS)' })),
    from: z
      .object({ email: maybeMailbox('Their address'), name: maybe('Their name') })
      .meta(field('Who the e-mails are from', { title: 'Sender' })),
  }),
  'google sheets': z
    .object({
      refresh_token: maybe('Gets new access tokens', SECRET),
      access_token: maybe('The token that requests are sent with', SECRET),
      expiry_date: z.number().nullish().describe('When it expires, in milliseconds since 1970'),
      token_type: maybe('Its type'),
      id_token: maybe('Says whose account it is', SECRET),
      scope: maybe('What it may be used for'),
      client_email: maybe('Of a service account: its address, from its key file', {
        title: 'E-mail address of the service account',
      }),
      private_key: maybe('Of a service account: its key, from its key file', {
        title: 'Private key',
        control: 'LONG_TEXT',
        ...SECRET,
      }),
    })
    .superRefine((sent, context) => checkServiceAccount(sent, reportTo(context))),
  stripe: z.object({
    live: z
      .object({
        secretKey: key('The key of the server', { title: 'Secret key', ...SECRET }),
        publicKey: key('The key of the client', {}).refine(isPublic, IS_SECRET),
        webhookSecret: maybe('The secret that events of payments are signed with', SECRET),
      })
      .meta(field('The keys of live chats', { title: 'Live' })),
    test: z
      .object({
        secretKey: maybeKey('The key of the server', { title: 'Secret key', ...SECRET }),
        publicKey: maybeKey('The key of the client', {}).refine(isPublic, IS_SECRET),
        webhookSecret: maybe('The secret that events of payments are signed with', SECRET),
      })
      .meta(field('The keys of previews', { title: 'Test' })),
  }),
  messenger: z.discriminatedUnion('provider', [
    z.object({
      provider: z
        .literal('meta')
        .optional()
        .meta(field('Who runs the channel', { ...PROVIDER, default: 'meta' })),
      systemUserAccessToken: key('The token of the system user'),
      phoneNumberId: text('The id of the phone number', { title: 'Phone number ID' }),
      wabaId: maybe('The id of the business account', { title: 'Business account ID' }),
      appSecret: maybe(
        'The secret that incoming messages are signed with; none is taken without',
        SECRET,
      ),
      verifyToken: maybe(
        'The token by which the service finds out that the webhook is yours',
        SECRET,
      ),
    }),
    z.object({
      provider: z.literal('360dialog').meta(field('Who runs the channel', PROVIDER)),
      apiKey,
      webhookSecret: maybe('The secret that incoming messages are signed with', SECRET),
    }),
    z.object({
      provider: z
        .literal('webhook')
        .meta(field('A messenger that is connected with own code', PROVIDER)),
      url: z
        .string()
        .max(2_000)
        .regex(/^https?:\/\//i, 'Must be an address that begins with http:// or https://')
        .refine(hasNoLogin, NO_LOGIN)
        .meta(
          field('The address that messages are sent to', {
            control: 'URL',
            title: 'Address',
            ...TARGET,
          }),
        ),
      secret: z
        .string()
        .max(1_000)
        .regex(/^whsec_[\w+/=-]{32,}$/, 'Must be whsec_ and at least 24 bytes in base64')
        .meta(field('The secret that messages are signed with in both directions', SECRET)),
    }),
  ]),
  'http proxy': z.object({ url: addressWithLogin('Its address, with name and password') }),
  'http basic auth': z.object({
    origin: httpOrigin,
    username: text('Who signs in', { title: 'User name' }).refine(
      (name) => !name.includes(':'),
      'A name with a colon cannot be sent (RFC 7617)',
    ),
    password: text('Their password', SECRET),
  }),
  'http client certificate': z
    .object({
      origin: httpOrigin,
      certificate: text('The certificate, as PEM', { control: 'LONG_TEXT' }),
      key: text('Its private key, as PEM', {
        title: 'Private key',
        control: 'LONG_TEXT',
        ...SECRET,
      }),
      passphrase: maybe('What the key is encrypted with', SECRET),
      authority: maybe('The authority that signed the certificate of the host, as PEM', {
        control: 'LONG_TEXT',
      }),
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
    apiKey: maybeKey('The key of the app', { title: 'API key', ...SECRET }),
    knowledgeApiKey: maybeKey('The key of its knowledge', {
      title: 'API key of the knowledge',
      ...SECRET,
    }),
  }),
  elevenlabs: keyOnly,
  zemanticAi: keyOnly,
  'zemantic-ai': keyOnly,
  nocodb: z.object({
    baseUrl,
    apiKey: maybeKey('The key of the account', { title: 'API key', ...SECRET }),
  }),
  segment: keyOnly,
  posthog: z.object({ apiKey, host: maybeAddress('The host of the service') }),
  zendesk: z.object({
    conversationsKeyId: text('The id of the key', { title: 'Key ID' }),
    conversationsSecretKey: text('Its secret', { title: 'Secret key', ...SECRET }),
  }),
  blink: keyOnly,
  gmail: z.object({
    customClient: z
      .object({ id: text('Its id', { control: 'TEXT' }), secret: text('Its secret', SECRET) })
      .nullish()
      .describe('The client of the issuer; that of this server when absent'),
    credentials: z
      .object({
        accessToken: text('The token that requests are sent with', SECRET),
        refreshToken: text('Gets new ones', SECRET),
        expiryDate: z.number().describe('When it expires, in milliseconds since 1970'),
      })
      .describe('The tokens of the account'),
  }),
} as const satisfies Record<string, z.ZodType>;

/** The unknown members that have nearly the name of a known one which is not sent. Others come with key files, and are dropped. */
function misspelt(sent: unknown, known: readonly (readonly string[])[]): Issue[] {
  const names = [...new Set(known.flatMap(([name]) => name ?? []))];
  if (!isJsonRecord(sent) || names.length === 0) return [];
  const missing = names.filter((name) => !Object.hasOwn(sent, name));
  return Object.keys(sent).flatMap((name) => {
    const question = names.includes(name) ? '' : didYouMean(name, missing);
    const within = known.filter(([first]) => first === name).map(([, ...rest]) => rest);
    const inside = misspelt(sent[name], within).map((fault) => ({
      ...fault,
      path: [name, ...fault.path],
    }));
    return question === '' ? inside : [{ path: [name], message: `Is no member${question}` }];
  });
}

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

/** A type of credentials. */
export type CredentialsTypeName = keyof typeof shapes;

const shapeByType = new Map<string, z.ZodType>(Object.entries(shapes));

/** The members of the data of credentials, for forms; none of a type that is not known. */
export function credentialsFields(type: string): FieldDescription[] {
  const schema = shapeByType.get(type);
  return schema ? describeFields({ schema, texts: 'LITERAL' }) : [];
}

/** Where data is in an input, and what of it the caller sent. */
interface Place {
  readonly path: readonly string[];
  readonly sent: unknown;
}

/**
 * Checks the secrets of a service and drops unknown members, except those that are probably misspelt. A fault is a `VALIDATION` failure that
 * names the member and never repeats its value.
 */
export function checkCredentialsData(
  type: string,
  data: unknown,
  { path: place, sent }: Place = { path: ['credentials', 'data'], sent: data },
): unknown {
  const shape = shapeByType.get(type);
  if (!shape) {
    throw invalid([
      {
        path: ['credentials', 'type'],
        message: `Must be one of ${[...shapeByType.keys()].join(', ')}`,
      },
    ]);
  }
  const checked = shape.safeParse(data);
  const known = credentialsFields(type).map(({ path }) => path.split('.'));
  const faults = [...misspelt(sent, known), ...(checked.error ? issuesIn(checked.error) : [])];
  if (faults.length === 0) return checked.data;
  throw invalid(faults.map(({ path, message }) => ({ path: [...place, ...path], message })));
}
