import { existsSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { Environment } from './environment.js';

/** The settings, checked and frozen: sizes in bytes, paths absolute. */
export type Config = ReturnType<typeof readConfig>;

/** Thrown for invalid settings. The message lists all faults and is all that the user needs to see. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Loads the settings of this process: its environment, completed by the file `.env` if there is one. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(process.env);
}

/**
 * Sets the time zone of this process to UTC, because parsing dates uses the zone of the process, in which hours can be missing or occur
 * twice. To be called before anything else.
 */
export function setTimeZoneToUtc(): void {
  process.env['TZ'] = 'UTC';
}

/** Parses settings; empty ones count as not set. Throws one ConfigError for all faults. */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const filled = Object.entries(env).filter(([, value]) => value?.trim());
  const parsed = Environment.safeParse(
    Object.fromEntries(filled.map(([name, value]) => [name, value?.trim()])),
  );
  const wrong = parsed.error?.issues.map(
    ({ path, message }) => `${path.join('.')} must be ${message}`,
  );
  const names = filled.map(([name]) => name);
  const unfit = parsed.success
    ? [...findOidcFaults(parsed.data), ...findLoneSettings(parsed.data)]
    : [];
  const faults = [...findUnknown(names), ...(wrong ?? []), ...unfit];
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(['Parley cannot start, its settings are wrong:', ...faults].join('\n- '));
  }
  return toConfig(parsed.data);
}

type Values = z.output<typeof Environment>;

function toConfig(values: Values) {
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    workers: values.WORKERS,
    ...databaseOf(values),
    dataDir: resolve(values.DATA_DIR),
    adminToken: values.ADMIN_TOKEN,
    secretKey: values.SECRET_KEY,
    publicUrl: values.PUBLIC_URL,
    oidc: oidcOf(values),
    oauthClients: values.OAUTH_CLIENTS,
    mailServer: mailServerOf(values),
    googleClient: googleClientOf(values),
    outboundAllowedHosts: values.OUTBOUND_ALLOWED_HOSTS,
    vendorAddresses: values.VENDOR_ADDRESSES,
    aiBudgets: values.AI_BUDGETS,
    aiPrices: values.AI_PRICES,
    exampleAccounts: exampleAccountsOf(values),
    trustedProxies: values.TRUSTED_PROXIES,
    hasRateLimits: values.RATE_LIMITS === 'on',
    rateRules: values.RATE_LIMIT_RULES,
    logLevel: values.LOG_LEVEL,
    hasDomainCheck: values.DOMAIN_CHECK === 'on',
    previewRequiresToken: values.PREVIEW_REQUIRES_TOKEN === 'true',
    hasOriginalPaths: values.ORIGINAL_PATHS === 'on',
    sessionIdleDays: values.SESSION_IDLE_DAYS,
    ...{ chatLogDays: values.CHAT_LOG_DAYS, auditLogDays: values.AUDIT_LOG_DAYS },
    ...{ chatTraceDays: values.CHAT_TRACE_DAYS, chatReplayDays: values.CHAT_REPLAY_DAYS },
    isSchemaServed: values.SCHEMA_SERVED === 'on',
    trustedDocuments: values.TRUSTED_DOCUMENTS,
    hasOnlyTrustedDocuments: values.TRUSTED_DOCUMENTS_MODE === 'enforce',
    ...uploadsOf(values),
    s3: bucketOf(values),
    scanCommand: values.SCAN_COMMAND,
    authoringBodyLimit: values.AUTHORING_BODY_LIMIT,
    chatBodyLimit: values.CHAT_BODY_LIMIT,
    isProduction: values.NODE_ENV === 'production',
  });
}

/** The URLs of the database (also without its pooler), of its replica, and of the bus. */
function databaseOf(values: Values) {
  return {
    databaseUrl: values.DATABASE_URL,
    directDatabaseUrl: values.DATABASE_DIRECT_URL,
    readDatabaseUrl: values.DATABASE_READ_URL,
    eventBus: values.EVENT_BUS,
  };
}

/** The OpenID Connect issuer; undefined if there is none. */
function oidcOf(values: Values) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, PUBLIC_URL: publicUrl } = values;
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return undefined;
  return Object.freeze({
    issuer,
    clientId,
    clientSecret: values.OIDC_CLIENT_SECRET,
    name: values.OIDC_NAME ?? new URL(issuer).host,
    scopes: values.OIDC_SCOPES,
    signUp: values.OIDC_SIGN_UP,
    publicUrl,
  });
}

/** The mail server of this installation; undefined if there is none. */
function mailServerOf({ SMTP_URL: server, SMTP_FROM: from }: Values) {
  return server && from && Object.freeze({ ...server, from });
}

/** The OAuth client at Google; undefined if there is none. */
function googleClientOf({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }: Values) {
  return id === undefined || secret === undefined ? undefined : Object.freeze({ id, secret });
}

/** The accounts of examples; each is undefined if it is not set. */
function exampleAccountsOf(values: Values) {
  const { EXAMPLE_OPENAI_KEY: apiKey, EXAMPLE_OPENAI_MODEL: model } = values;
  const { EXAMPLE_STRIPE_SECRET_KEY: secretKey, EXAMPLE_STRIPE_PUBLIC_KEY: publicKey } = values;
  return Object.freeze({
    openai: apiKey === undefined ? undefined : Object.freeze({ apiKey, model }),
    stripe:
      secretKey === undefined || publicKey === undefined
        ? undefined
        : Object.freeze({ secretKey, publicKey }),
  });
}

/** The limits of uploads. */
function uploadsOf(values: Values) {
  return {
    uploadLimit: values.UPLOAD_LIMIT,
    uploadsInFlight: values.UPLOADS_IN_FLIGHT,
    storageLimit: values.STORAGE_LIMIT,
    storageReserve: values.STORAGE_RESERVE,
  };
}

/** The bucket of files; undefined if they are in a folder. */
function bucketOf(values: Values) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = values;
  if (bucket === undefined || accessKey === undefined || secretKey === undefined) return undefined;
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = values;
  return Object.freeze({ endpoint, region, bucket, accessKey, secretKey });
}

/** Settings of which both or none must be set. */
const PAIRS = [
  ['SMTP_URL', 'SMTP_FROM'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['S3_BUCKET', 'S3_ACCESS_KEY'],
  ['S3_BUCKET', 'S3_SECRET_KEY'],
  ['EXAMPLE_STRIPE_SECRET_KEY', 'EXAMPLE_STRIPE_PUBLIC_KEY'],
] as const;

function findLoneSettings(values: Values): string[] {
  return PAIRS.flatMap(([one, other]) => {
    if ((values[one] === undefined) === (values[other] === undefined)) return [];
    const [missing, given] = values[one] === undefined ? [one, other] : [other, one];
    return [`${missing} must be set where ${given} is`];
  });
}

/** The URL of a server. */
export function addressOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Returns a function for the base URL of links: `PUBLIC_URL`, else the address at which the server listens. To be called only once it
 * listens.
 */
export function ownAddressOf(
  { publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>,
  server: Pick<Server, 'address'>,
): () => string {
  return () => {
    const { port } = server.address() as AddressInfo; // The address of a listening TCP server.
    return publicUrl ?? addressOf({ host, port });
  };
}

/** The faults of the sign-in settings: missing ones, and an issuer over an insecure connection. */
function findOidcFaults(values: Values): string[] {
  const own = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const;
  const dependent = own.find((name) => values[name] !== undefined);
  if (dependent === undefined) return [];
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'PUBLIC_URL'] as const;
  const missing = needed.filter((name) => values[name] === undefined);
  const issuer = new URL(values.OIDC_ISSUER ?? 'https://missing.invalid');
  const { host, hostname, port } = issuer;
  const allowed = [host, hostname, `${hostname}:${port || '80'}`];
  const isOpen = issuer.protocol === 'http:';
  const isTrusted = values.OUTBOUND_ALLOWED_HOSTS.some((entry) => allowed.includes(entry));
  return [
    ...missing.map((name) => `${name} must be set where ${dependent} is`),
    ...(isOpen && !isTrusted
      ? ['OIDC_ISSUER must begin with https, unless OUTBOUND_ALLOWED_HOSTS names its host']
      : []),
  ];
}

/**
 * Reports names that look like misspelt settings. The rest of the environment belongs to other programs (PATH, HOME, variables of a host),
 * so a name counts only if it begins with PARLEY_ or differs from a setting in a few letters.
 */
function findUnknown(names: readonly string[]): string[] {
  const known = Object.keys(Environment.shape);
  const strangers = names.filter((name) => !known.includes(name));
  return strangers.flatMap((name) => {
    const bare = name.toUpperCase().replace(/^PARLEY_/, '');
    const isPrefixed = bare !== name.toUpperCase();
    const meant = known.find(
      (setting) => (isPrefixed && setting === bare) || isSlip(bare, setting),
    );
    if (!isPrefixed && !meant) return [];
    return [`${name} is not a setting${meant ? `; did you mean ${meant}?` : ''}`];
  });
}

/** Whether a name is a misspelling of a setting. PORT and HOST are too short to tell from other words (HOME, POST). */
function isSlip(name: string, setting: string): boolean {
  if (setting.length < 8) return false;
  return isWithin(setting.length < 10 ? 1 : 2, name, setting);
}

/** Whether one word becomes the other by adding, removing or changing at most `changes` letters. */
function isWithin(changes: number, left: string, right: string): boolean {
  if (left === right) return true;
  if (changes === 0) return false;
  let same = 0;
  while (left[same] === right[same]) same += 1;
  const [leftRest, rightRest] = [left.slice(same), right.slice(same)];
  return (
    isWithin(changes - 1, leftRest.slice(1), rightRest) ||
    isWithin(changes - 1, leftRest, rightRest.slice(1)) ||
    isWithin(changes - 1, leftRest.slice(1), rightRest.slice(1))
  );
}
