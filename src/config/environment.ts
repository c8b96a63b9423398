import { z } from 'zod';
import { notes, optional, setting, type SettingNote } from './settingNotes.js';
import { USUAL_IN_FLIGHT } from './uploadsInFlight.js';
import { mailSenderText, mailServerText } from './mailTexts.js';
import {
  address,
  aiBudgets,
  busAddress,
  diskAmount,
  hostList,
  hostName,
  oauthClients,
  oneOf,
  proxies,
  rateRuleChanges,
  size,
  stripeTestKey,
  uploadsInFlight,
  vendorAddresses,
  wholeNumber,
  withoutTrailingSlash,
  words,
} from './settingValues.js';

/**
 * All settings by environment variable, in the order of docs/settings.md: meaning, default, and allowed values. The table there and
 * `.env.example` are generated from this.
 */
export const Environment = z.object({
  PORT: setting(
    '3000',
    'The port on which the server listens; 0 chooses a free one',
    wholeNumber(0, 65_535),
  ),
  WORKERS: setting(
    '1',
    'The number of processes; each of them can answer any request',
    wholeNumber(1, 32),
  ),
  HOST: setting(
    '127.0.0.1',
    'The address on which the server listens; 0.0.0.0 means all addresses',
    hostName(),
  ),
  DATABASE_URL: optional(
    'A PostgreSQL (15 or newer) to use instead of the embedded one',
    address(['postgres:', 'postgresql:'], 'an address like postgresql://user:password@host/name'),
  ),
  DATABASE_DIRECT_URL: optional(
    'The address of the same database past a pooler that DATABASE_URL names, for notifications between processes',
    address(['postgres:', 'postgresql:'], 'an address like postgresql://user:password@host/name'),
  ),
  DATABASE_READ_URL: optional(
    'The address of a streaming replica, from which lists of results, exports, analytics and transcripts are read; see docs/scale.md',
    address(['postgres:', 'postgresql:'], 'an address like postgresql://user:password@host/name'),
  ),
  EVENT_BUS: optional(
    'A Redis or NATS that carries the notifications between processes instead of PostgreSQL: `redis://name:password@host:6379`, `nats://name:password@host:4222`, with TLS `rediss://…`, `tls://…`; see docs/scale.md',
    busAddress(),
  ),
  DATA_DIR: setting('./data', 'Embedded database, generated secret and uploads', z.string()),
  ADMIN_TOKEN: optional(
    "The owner's token, for automation; without it the first start creates and prints one",
    z.string().regex(/^\S{20,}$/, 'at least 20 characters, without spaces'),
  ),
  SECRET_KEY: optional(
    'The key that encrypts credentials; without it a key is created in DATA_DIR. To change it: `new,old`, then npm run rotate-secrets',
    z
      .string()
      .regex(
        /^[^\s,]{32,}(,[^\s,]{32,})*$/,
        'at least 32 characters, without spaces; a comma before an older one',
      ),
  ),
  PUBLIC_URL: optional(
    'The beginning of links and of addresses of files. Without it they begin with the address on which the server listens',
    address(['http:', 'https:'], 'an address like https://chat.example.com').transform(
      withoutTrailingSlash,
    ),
  ),
  OIDC_ISSUER: optional(
    'The OpenID Connect issuer at which people sign in; needs OIDC_CLIENT_ID and PUBLIC_URL',
    address(['https:', 'http:'], 'an address like https://accounts.example.com'),
  ),
  OIDC_CLIENT_ID: optional('The id of this server at the issuer', z.string()),
  OIDC_CLIENT_SECRET: optional(
    'The secret of this server at the issuer; none for a public client',
    z.string(),
  ),
  OIDC_NAME: optional(
    'The name on the button "Sign in with …"; by default the issuer\'s host',
    z.string(),
  ),
  OIDC_SCOPES: setting(
    'openid email profile',
    'The scopes requested from the issuer',
    z
      .string()
      .regex(/^(?=(.* )?openid( |$))[\x21-\x7e]+( [\x21-\x7e]+)*$/, {
        error: 'words with a space between them, openid among them',
      }),
  ),
  OIDC_SIGN_UP: setting(
    'invited',
    '`invited`: known and invited people can sign in; `anyone`: everybody with an account at the issuer',
    oneOf(['invited', 'anyone']),
  ),
  OAUTH_CLIENTS: setting(
    '',
    'Dashboards and programs in which people may sign in with this server, each with an address it may return to: `dashboard=https://dash.example.com/signed-in,cli=http://127.0.0.1/`; see docs/guide/sign-in-from-another-origin.md',
    oauthClients(),
  ),
  SMTP_URL: optional(
    'The mail server of Email blocks without credentials, of invitations and of links to sign in: `smtp://name:password@host:587` (STARTTLS) or `smtps://name:password@host:465`; needs SMTP_FROM. A private host must be among OUTBOUND_ALLOWED_HOSTS',
    mailServerText,
  ),
  SMTP_FROM: optional(
    'Who these e-mails are from: `Acme <hello@example.com>`, or the address alone',
    mailSenderText,
  ),
  GOOGLE_CLIENT_ID: optional(
    'The id of this server at Google, with which people connect accounts for sheets and Gmail; needs GOOGLE_CLIENT_SECRET; see docs/guide/connect-google.md',
    z.string(),
  ),
  GOOGLE_CLIENT_SECRET: optional('The secret of this server at Google', z.string()),
  OUTBOUND_ALLOWED_HOSTS: setting(
    '',
    'Private hosts to which outgoing requests are allowed: `host` or `host:port`, separated by commas',
    hostList(),
  ),
  VENDOR_ADDRESSES: setting(
    '',
    'Services of vendors at other addresses than the usual ones, for tests and for what you run yourself: `stripe=http://127.0.0.1:12111,posthog=https://eu.i.posthog.com`, by the names of the credentials; messengers by `meta` and `360dialog`',
    vendorAddresses(),
  ),
  AI_BUDGETS: setting(
    '',
    'The most that AI blocks may take in a month (UTC), of each chat, bot or workspace: `chat.tokens=50000,bot.calls=10000,workspace.milliseconds=36000000,workspace.cost=50`, with cost in US dollars; people of a workspace can set less, never more',
    aiBudgets(),
  ),
  AI_PRICES: optional(
    'A JSON file with prices of AI models, before those that the server knows; see docs/guide/ai.md',
    z.string(),
  ),
  EXAMPLE_OPENAI_KEY: optional(
    'A key of OpenAI with which the AI chat among the examples of the front page asks a model, for everybody who plays it; see docs/guide/connect-examples.md',
    z.string(),
  ),
  EXAMPLE_OPENAI_MODEL: setting(
    'gpt-4.1-mini',
    'The model that it asks',
    z.string().regex(/^[\w.:/-]{1,100}$/, 'the name of a model'),
  ),
  EXAMPLE_STRIPE_SECRET_KEY: optional(
    "The secret key of Stripe's **test mode** with which the order among the examples takes payments; a live key is refused; needs EXAMPLE_STRIPE_PUBLIC_KEY",
    stripeTestKey(['sk_test_', 'rk_test_']),
  ),
  EXAMPLE_STRIPE_PUBLIC_KEY: optional(
    'The publishable key of the same test mode',
    stripeTestKey(['pk_test_']),
  ),
  TRUSTED_PROXIES: setting(
    '',
    'The proxies in front of the server, whose `X-Forwarded-For` gives the address of the client: their number, or their addresses and subnets, separated by commas',
    proxies(),
  ),
  RATE_LIMITS: setting(
    'on',
    '`on` or `off`; off is for tests and measurements',
    oneOf(['on', 'off']),
  ),
  RATE_LIMIT_RULES: setting(
    '',
    'Limits that differ from docs/rate-limits.md: `session=120/min,preview=off`',
    rateRuleChanges(),
  ),
  DOMAIN_CHECK: setting(
    'on',
    '`on` or `off`: whether custom domains are verified by a DNS look-up',
    oneOf(['on', 'off']),
  ),
  LOG_LEVEL: setting(
    'info',
    'The lowest level that is logged: trace, debug, info, warn, error, fatal or silent',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  ),
  PREVIEW_REQUIRES_TOKEN: setting(
    'false',
    '`true` refuses a preview without a token',
    oneOf(['true', 'false']),
  ),
  ORIGINAL_PATHS: setting(
    'on',
    '`on` or `off`: whether the paths and names of the original are served as well, so that its widgets chat here; see docs/guide/move-here.md',
    oneOf(['on', 'off']),
  ),
  SESSION_IDLE_DAYS: setting(
    '7',
    'Days without a message after which a chat expires',
    wholeNumber(1, 3_650),
  ),
  CHAT_LOG_DAYS: setting(
    '0',
    'Days for which the events of a chat are kept after it is over; 0 means for ever. Does not affect results and answers',
    wholeNumber(0, 36_500),
  ),
  AUDIT_LOG_DAYS: setting(
    '365',
    'Days for which the audit log of a workspace is kept; 0 means for ever',
    wholeNumber(0, 36_500),
  ),
  CHAT_TRACE_DAYS: setting(
    '7',
    'Days for which traces are stored; those of turns that can be run again are not',
    wholeNumber(1, 36_500),
  ),
  CHAT_REPLAY_DAYS: setting(
    '30',
    'Days for which is kept what `replayChats` needs of a chat, of bots that `setBotReplay` sets it for',
    wholeNumber(1, 36_500),
  ),
  SCHEMA_SERVED: setting(
    'on',
    '`on` or `off`: whether everybody can read the GraphQL schema at /schema.graphql',
    oneOf(['on', 'off']),
  ),
  TRUSTED_DOCUMENTS: optional(
    'A JSON file of the GraphQL documents of your clients by their ids, as graphql-codegen writes it',
    z.string(),
  ),
  TRUSTED_DOCUMENTS_MODE: setting(
    'log',
    '`log` counts other documents and logs their names; `enforce` refuses them. Only with TRUSTED_DOCUMENTS',
    oneOf(['log', 'enforce']),
  ),
  UPLOAD_LIMIT: setting('50 MB', 'The largest file that can be uploaded', size()),
  UPLOADS_IN_FLIGHT: setting(
    USUAL_IN_FLIGHT,
    'How many uploads of visitors may be under way, or wait to be sent, at once: of one chat, of one client (by its address) and of one bot',
    uploadsInFlight(),
  ),
  STORAGE_LIMIT: setting(
    '50%',
    'How much the files of one workspace may take, uploads under way among them: a size such as `10 GB`, a share of the volume they are on, or the smaller of both (`50%,10 GB`). A bucket has no volume: there only a size limits',
    diskAmount(),
  ),
  STORAGE_RESERVE: setting(
    '10%,2 GB',
    'How much room uploads leave free on the volume of the files and on that of the database, so that chats go on: written like STORAGE_LIMIT. Below it uploads are refused (507); see docs/guide/run-in-production.md',
    diskAmount(),
  ),
  S3_BUCKET: optional(
    'Keeps files in this bucket of a service that speaks the protocol of Amazon S3, instead of in DATA_DIR; needs S3_ACCESS_KEY and S3_SECRET_KEY; see docs/guide/keep-files-in-a-bucket.md',
    z.string().regex(/^[\w.-]{3,63}$/, 'a name of 3 to 63 letters, digits, dots and hyphens'),
  ),
  S3_ENDPOINT: optional(
    'The address of that service, as browsers reach it too; without it Amazon in S3_REGION',
    address(['https:', 'http:'], 'an address like https://s3.example.com').transform(
      withoutTrailingSlash,
    ),
  ),
  S3_REGION: setting(
    'us-east-1',
    'The region of the bucket',
    z.string().regex(/^[\w-]{1,40}$/, 'a word like eu-central-1'),
  ),
  S3_ACCESS_KEY: optional('The id of the key to the bucket', z.string()),
  S3_SECRET_KEY: optional('The secret of that key', z.string()),
  SCAN_COMMAND: optional(
    'A program with which uploads are scanned for viruses, such as clamdscan --fdpass; see docs/guide/scan-uploads.md',
    words(),
  ),
  AUTHORING_BODY_LIMIT: setting('8 MB', 'The largest request body that carries a bot', size()),
  CHAT_BODY_LIMIT: setting('256 KB', 'The largest request body of a chat', size()),
  NODE_ENV: setting(
    'development',
    'development, production (JSON logs, no explorer) or test',
    oneOf(['development', 'production', 'test']),
  ),
});

/** All settings with their notes, in the order of docs/settings.md. */
export function describeSettings(): readonly (SettingNote & { readonly name: string })[] {
  return Object.entries(Environment.shape).map(([name, schema]) => {
    const note = notes.get(schema);
    if (!note) throw new Error(`The setting ${name} has no description`);
    return { name, ...note };
  });
}
