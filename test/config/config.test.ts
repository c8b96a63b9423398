import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { describeSettings } from '../../src/config/environment.js';
import { rateRulesTable } from '../../src/config/rateRules.js';
import { envExample, settingsTable } from '../../src/config/settingsPage.js';

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
  } catch (error) {
    return error instanceof Error ? error.message.split('\n- ').slice(1) : [];
  }
  return [];
};

describe('settings', () => {
  it('need not be set at all', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      outboundAllowedHosts: [],
      hasRateLimits: true,
      previewRequiresToken: false,
      sessionIdleDays: 7,
      authoringBodyLimit: 8 * 1024 * 1024,
      chatBodyLimit: 256 * 1024,
      isProduction: false,
    });
  });

  it('are read as numbers, switches, lists and sizes', () => {
    const config = readConfig({
      PORT: '0',
      RATE_LIMITS: 'off',
      OUTBOUND_ALLOWED_HOSTS: '10.0.0.5, Printer.lan:8080,[::1]:3000',
      CHAT_BODY_LIMIT: '1mb',
      PUBLIC_URL: 'https://chat.example.com/bots/',
      NODE_ENV: 'production',
    });
    expect(config).toMatchObject({
      port: 0,
      hasRateLimits: false,
      outboundAllowedHosts: ['10.0.0.5', 'printer.lan:8080', '[::1]:3000'],
      chatBodyLimit: 1024 * 1024,
      publicUrl: 'https://chat.example.com/bots',
      isProduction: true,
    });
  });

  it('say where the services of vendors are', () => {
    const text = 'stripe=http://127.0.0.1:12111/, posthog=https://eu.i.posthog.com/at/';
    expect([...readConfig({ VENDOR_ADDRESSES: text }).vendorAddresses]).toEqual([
      ['stripe', 'http://127.0.0.1:12111'],
      ['posthog', 'https://eu.i.posthog.com/at'],
    ]);
  });

  it('say how many proxies are trusted, or which ones', () => {
    const proxies = (text: string) => readConfig({ TRUSTED_PROXIES: text }).trustedProxies;
    expect(readConfig({}).trustedProxies).toEqual([]);
    expect(proxies('2')).toBe(2);
    expect(proxies('10.0.0.5, FD00::/8,192.168.0.0/16')).toEqual([
      '10.0.0.5',
      'fd00::/8',
      '192.168.0.0/16',
    ]);
  });

  it('count as not set when they are empty', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}));
  });

  it('cannot be changed once they are read', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  it('name the mail server and who its e-mails are from, or neither', () => {
    const url = 'smtp://us%40example.com:p%2Fw@mail.example.com';
    const from = 'Acme <us@example.com>';
    expect(readConfig({ SMTP_URL: url, SMTP_FROM: from }).mailServer).toEqual({
      host: 'mail.example.com',
      port: 587,
      isTlsEnabled: false,
      username: 'us@example.com',
      password: 'p/w',
      from: { email: 'us@example.com', name: 'Acme' },
    });
    const bare = { SMTP_URL: 'smtps://[::1]:2465', SMTP_FROM: 'us@example.com' };
    expect(readConfig(bare).mailServer).toMatchObject({
      host: '::1',
      port: 2465,
      isTlsEnabled: true,
    });
    expect(readConfig({}).mailServer).toBeUndefined();
    expect(faultsOf({ SMTP_URL: url })).toEqual(['SMTP_FROM must be set where SMTP_URL is']);
    expect(faultsOf({ SMTP_FROM: from })).toEqual(['SMTP_URL must be set where SMTP_FROM is']);
    expect(faultsOf({ SMTP_URL: 'https://mail.example.com', SMTP_FROM: 'us' })).toEqual([
      'SMTP_URL must be an address like smtp://name:password@mail.example.com:587',
      'SMTP_FROM must be an address like Acme <hello@example.com>',
    ]);
  });

  it('give examples the keys of a test mode and no others, and say so without the key', () => {
    const [EXAMPLE_STRIPE_SECRET_KEY, EXAMPLE_STRIPE_PUBLIC_KEY] = ['rk_test_a', 'pk_test_b'];
    const both = { EXAMPLE_STRIPE_SECRET_KEY, EXAMPLE_STRIPE_PUBLIC_KEY };
    expect(readConfig({ ...both, EXAMPLE_OPENAI_KEY: 'sk-a' }).exampleAccounts).toEqual({
      openai: { apiKey: 'sk-a', model: 'gpt-4.1-mini' },
      stripe: { secretKey: 'rk_test_a', publicKey: 'pk_test_b' },
    });
    expect(readConfig({}).exampleAccounts).toEqual({ openai: undefined, stripe: undefined });
    const live = {
      EXAMPLE_STRIPE_SECRET_KEY: 'sk_live_canary',
      EXAMPLE_STRIPE_PUBLIC_KEY: 'pk_live_canary',
    };
    const mode = "a key of Stripe's test mode, which begins with";
    expect(faultsOf(live)).toEqual([
      `EXAMPLE_STRIPE_SECRET_KEY must be ${mode} sk_test_ or rk_test_: examples take no real money`,
      `EXAMPLE_STRIPE_PUBLIC_KEY must be ${mode} pk_test_: examples take no real money`,
    ]);
    expect(faultsOf({ EXAMPLE_STRIPE_SECRET_KEY })).toEqual([
      'EXAMPLE_STRIPE_PUBLIC_KEY must be set where EXAMPLE_STRIPE_SECRET_KEY is',
    ]);
  });

  it('of the issuer belong together, and refuse an issuer over unencrypted http', () => {
    const some = { OIDC_CLIENT_ID: 'parley' };
    expect(faultsOf(some)).toEqual([
      'OIDC_ISSUER must be set where OIDC_CLIENT_ID is',
      'PUBLIC_URL must be set where OIDC_CLIENT_ID is',
    ]);
    const all = { ...some, PUBLIC_URL: 'https://chat.example.com', OIDC_ISSUER: 'http://sso.lan' };
    expect(faultsOf(all)).toEqual([
      'OIDC_ISSUER must begin with https, unless OUTBOUND_ALLOWED_HOSTS names its host',
    ]);
    const { oidc } = readConfig({ ...all, OUTBOUND_ALLOWED_HOSTS: 'sso.lan:80' });
    expect(oidc).toMatchObject({ name: 'sso.lan', signUp: 'invited', clientSecret: undefined });
    expect(faultsOf({ OIDC_SCOPES: 'email profile' })).toEqual([
      'OIDC_SCOPES must be words with a space between them, openid among them',
    ]);
  });

  it('list the clients of other origins, each with the addresses it may return to', () => {
    const text =
      'dashboard=https://dash.example.com/in?a=b, dashboard=http://localhost:5173/,cli=http://127.0.0.1/';
    expect([...readConfig({ OAUTH_CLIENTS: text }).oauthClients]).toEqual([
      ['dashboard', ['https://dash.example.com/in?a=b', 'http://localhost:5173/']],
      ['cli', ['http://127.0.0.1/']],
    ]);
    expect(readConfig({}).oauthClients.size).toBe(0);
  });

  it('are refused all at once, with a sentence for each fault', () => {
    expect(faultsOf({ PORT: 'abc', RATE_LIMITS: 'maybe', DATABSE_URL: 'x' })).toEqual([
      'DATABSE_URL is not a setting; did you mean DATABASE_URL?',
      'PORT must be a whole number from 0 to 65535',
      'RATE_LIMITS must be one of on, off',
    ]);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://db/parley'],
    ['ADMIN_TOKEN', 'nineteen-characters'],
    ['ADMIN_TOKEN', 'twenty characters ok'],
    ['PUBLIC_URL', 'chat.example.com'],
    ['OUTBOUND_ALLOWED_HOSTS', 'http://10.0.0.5'],
    ['AI_BUDGETS', 'bot.money=5'],
    ['AI_BUDGETS', 'bot.tokens=-5'],
    ['AI_BUDGETS', 'bot.tokens=5.5'],
    ['AI_BUDGETS', 'bot.cost=0.0000001'],
    ['VENDOR_ADDRESSES', 'stripe'],
    ['VENDOR_ADDRESSES', 'stripe=ftp://127.0.0.1'],
    ['VENDOR_ADDRESSES', 'stripe=https://a.example/?b'],
    ['SESSION_IDLE_DAYS', '0'],
    ['AUTHORING_BODY_LIMIT', '8 GB'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
    ['PREVIEW_REQUIRES_TOKEN', 'yes'],
    ['TRUSTED_PROXIES', '-1'],
    ['TRUSTED_PROXIES', '100'],
    ['TRUSTED_PROXIES', 'true'],
    ['TRUSTED_PROXIES', 'proxy.lan'],
    ['TRUSTED_PROXIES', '10.0.0'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'fd00::/129'],
    ['TRUSTED_PROXIES', '10.0.0.1,1'],
    ['OAUTH_CLIENTS', 'https://dash.example.com/'],
    ['OAUTH_CLIENTS', 'dashboard'],
    ['OAUTH_CLIENTS', 'dashboard='],
    ['OAUTH_CLIENTS', 'dash board=https://dash.example.com/'],
    ['OAUTH_CLIENTS', 'dashboard=http://dash.example.com/'],
    ['OAUTH_CLIENTS', 'dashboard=https://*.example.com/'],
    ['OAUTH_CLIENTS', 'dashboard=https://dash.example.com/#part'],
    ['OAUTH_CLIENTS', 'dashboard=https://me@dash.example.com/'],
    ['OAUTH_CLIENTS', 'dashboard=https://dash.example.com:443/'],
    ['OAUTH_CLIENTS', 'dashboard=com.example.app:/back'],
    ['OAUTH_CLIENTS', 'dashboard=javascript:alert(1)'],
  ])('refuse %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must be `)),
    ]);
  });

  it('accept a token of twenty characters', () => {
    expect(readConfig({ ADMIN_TOKEN: 'exactly-20-character' }).adminToken).toHaveLength(20);
  });

  it.each([
    ['PARLEY_PORT', 'PORT'],
    ['ADMIN_TOKN', 'ADMIN_TOKEN'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['public_url', 'PUBLIC_URL'],
    ['PARLEY_ADMIN_TOKN', 'ADMIN_TOKEN'],
  ])('tell that %s was meant to be %s', (name, meant) => {
    expect(faultsOf({ [name]: 'x' })).toEqual([`${name} is not a setting; did you mean ${meant}?`]);
  });

  it('leave the rest of the environment alone', () => {
    const others = ['HOME', 'PATH', 'HOSTNAME', 'POST', 'PORTS', 'TZ', 'NODE_OPTIONS', 'NODE_PATH'];
    const more = ['XDG_DATA_DIRS', 'npm_config_user_agent', 'PGDATABASE', 'SESSION_MANAGER', 'CI'];
    expect(faultsOf(Object.fromEntries([...others, ...more].map((name) => [name, 'x'])))).toEqual(
      [],
    );
  });

  it('never show the value of a secret that is refused', () => {
    const env = { ADMIN_TOKEN: 'my short secret', DATABASE_URL: 'mysql://me:hunter2@db' };
    expect(faultsOf(env).join()).not.toMatch(/my short secret|hunter2/);
  });

  it('have a default that is accepted as a value, and a description', () => {
    const notes = describeSettings();
    const defaults = notes.map(({ name, fallback }) => [name, fallback] as const);
    expect(readConfig(Object.fromEntries(defaults))).toEqual(readConfig({}));
    expect(notes.filter(({ description }) => description.length < 10)).toEqual([]);
  });

  it('are all in .env.example (npm run settings writes it)', () => {
    expect(readFileSync('.env.example', 'utf8')).toBe(envExample());
  });

  it('of rate limits are read by name, and a wrong one is refused', () => {
    expect(readConfig({}).rateRules).toEqual({});
    expect(
      readConfig({ RATE_LIMIT_RULES: 'session=120/min, preview=off,address=9/h' }).rateRules,
    ).toEqual({
      session: { most: 120, seconds: 60 },
      preview: null,
      address: { most: 9, seconds: 3600 },
    });
    for (const slip of [
      'sesion=1/min',
      'session=0/min',
      'session=1/week',
      'session',
      'constructor=off',
    ]) {
      const [fault, ...others] = faultsOf({ RATE_LIMIT_RULES: `preview=off, ${slip}` });
      expect(others).toEqual([]);
      expect(fault).toContain(`which "${slip}" is not (names: address, token, session,`);
      expect(fault).toContain('units: s, min, h, day)');
    }
  });

  it('of rate limits are all on their page (npm run settings writes it)', () => {
    const page = readFileSync('docs/rate-limits.md', 'utf8');
    const [, table] = /<!-- limits:begin -->([\s\S]*?)<!-- limits:end -->/.exec(page) ?? [];
    expect(table?.trim()).toBe(rateRulesTable());
  });

  it('are all in the table of docs/settings.md (npm run settings writes it)', () => {
    const page = readFileSync('docs/settings.md', 'utf8');
    const [, table] = /<!-- settings:begin -->([\s\S]*?)<!-- settings:end -->/.exec(page) ?? [];
    expect(table?.trim()).toBe(settingsTable());
  });
});

const eventBus = (text: string) => readConfig({ EVENT_BUS: text }).eventBus;

test.each(['redis://:p%2Fw@[::1]:6379/1', 'rediss://bus', 'nats://bus:4222', 'tls://me@bus'])(
  'a bus may have the address %s',
  (text) => {
    expect(eventBus(text)).toBe(text);
  },
);

test.each(['bus:6379', 'kafka://:secret@bus', 'rediss://', 'nats://a,nats://b', 'tls://:%zz@b'])(
  'the address %s stops the start with a sentence that does not repeat it',
  (text) => {
    expect(() => eventBus(text)).toThrow('EVENT_BUS must be an address like redis://');
    expect(() => eventBus(text)).not.toThrow(text);
  },
);
