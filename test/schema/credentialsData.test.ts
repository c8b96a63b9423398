import 'reflect-metadata';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { unhurried } from '../../src/eventLoop/steps.js';
import { changedData } from '../../src/schema/credentialsChange.js';
import { checkCredentialsData } from '../../src/schema/credentialsData.js';
import { describeCredentials } from '../../src/schema/credentialsType.js';
import '../../src/schema/scalar.js';
import { clientPair, hostPair } from '../support/certificates.js';
import { partAt } from '../support/parts.js';

const CANARY = 'canary';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
const pem = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();
const service = { client_email: 'bot@project.iam.gserviceaccount.com', private_key: pem };
const certified = { origin: 'https://api.example.com', ...clientPair };
const smtp = { host: 'smtp.example.com', port: 587, from: { email: 'bot@example.com' } };

/** The faults of credentials: the member, and the message. */
function faultsOf(type: string, data: object): unknown[] {
  try {
    checkCredentialsData(type, data);
    return [];
  } catch (failure) {
    expect(JSON.stringify(failure)).not.toContain(CANARY);
    const issues = partAt(failure, 'issues');
    if (!Array.isArray(issues)) throw failure;
    return issues.map((issue) => [partAt(issue, 'path.2'), partAt(issue, 'message')]);
  }
}

/** An encrypted private key, with other parameters than this library uses. */
function encrypted(change: (der: Buffer) => Buffer): string {
  const passphrase = `${CANARY}-passphrase`;
  const der = rsa.export({ type: 'pkcs8', format: 'der', cipher: 'aes-128-cbc', passphrase });
  const body = change(der).toString('base64').replace(/.{64}/g, '$&\n');
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${body}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
}

/** The same key with another number of rounds, in two bytes more, instead of 2 048. */
const withRounds = (rounds: string) => (der: Buffer) =>
  Buffer.from(der.toString('hex').replace('02020800', rounds), 'hex');

describe('credentials are taken', () => {
  test.each([
    ['google sheets', service],
    ['google sheets', { ...service, private_key: pem.replaceAll('\n', '\\n') }],
    ['google sheets', { refresh_token: 'a', access_token: 'b', expiry_date: 1 }],
    ['http client certificate', { ...certified, authority: certified.certificate }],
    ['smtp', smtp],
    ['smtp', { port: 25, host: '', from: { email: null } }],
    ['smtp', { ...smtp, host: '2001:db8::1' }],
    ['openai', { apiKey: 'sk-1', baseUrl: ' http://10.0.0.1:8080/v1' }],
    ['groq', { apiKey: 'sk-1', baseUrl: '' }],
    ['stripe', { live: { secretKey: 'sk_1', publicKey: 'pk_1' }, test: { publicKey: '' } }],
    ['dify-ai', { apiKey: null }],
  ])('of %s', (type, data) => {
    expect(checkCredentialsData(type, data)).toEqual(data);
  });
});

describe('credentials that cannot work are refused when they are saved:', () => {
  const ec = hostPair.key;

  test.each([
    ['google sheets', { ...service, private_key: CANARY }, 'private_key', 'key file of a service'],
    ['google sheets', { ...service, private_key: ec }, 'private_key', 'key file of a service'],
    ['google sheets', { private_key: pem }, 'client_email', 'sent with private_key'],
    ['google sheets', { client_email: 'a@example.com' }, 'private_key', 'sent with client_email'],
    ['google sheets', { ...service, client_email: CANARY }, 'client_email', 'an e-mail address'],
    ['http client certificate', { ...certified, certificate: CANARY }, 'certificate', 'as PEM'],
    ['http client certificate', { ...certified, authority: CANARY }, 'authority', 'as PEM'],
    ['http client certificate', { ...certified, key: CANARY }, 'key', 'no private key as PEM'],
    ['http client certificate', { ...certified, key: ec }, 'key', 'not the key of the'],
    ['http client certificate', { ...certified, passphrase: CANARY }, 'key', 'wrong'],
    ['http client certificate', { ...certified, passphrase: null }, 'key', 'missing'],
    ['http client certificate', { ...certified, origin: CANARY }, 'origin', 'http://'],
    [
      'http basic auth',
      { origin: 'https://a.b', username: `${CANARY}:`, password: '' },
      'username',
      'colon',
    ],
    ['http proxy', { url: `socks5://me:${CANARY}@127.0.0.1` }, 'url', 'http://'],
    ['smtp', { ...smtp, host: `https://${CANARY}` }, 'host', 'name of a host'],
    ['smtp', { ...smtp, host: `${CANARY}:587` }, 'host', 'name of a host'],
    ['smtp', { ...smtp, port: 70_000 }, 'port', '65535'],
    ['smtp', { ...smtp, from: { email: `Bot <${CANARY}@example.com>` } }, 'from', 'e-mail address'],
    ['openai', { apiKey: `${CANARY}\n` }, 'apiKey', 'line breaks'],
    ['openai', { apiKey: '' }, 'apiKey', 'as the service shows it'],
    ['openai', { apiKey: 'sk-1', baseUrl: CANARY }, 'baseUrl', 'http://'],
    ['nocodb', { apiKey: 'a b', baseUrl: `file:///${CANARY}` }, 'baseUrl', 'http://'],
    [
      'stripe',
      { live: { secretKey: 'sk_1', publicKey: `sk_${CANARY}` }, test: {} },
      'live',
      'visitors',
    ],
  ])('%s %#', (type, data, member, says) => {
    expect(faultsOf(type, data)).toContainEqual([member, expect.stringContaining(says)]);
  });

  test.each([
    ['with 2^31 rounds', withRounds('02047fffffff')],
    ['with more rounds than there are numbers', withRounds(`0209${'7f'.repeat(9)}`)],
    ['by scrypt', (der: Buffer) => Buffer.concat([der, Buffer.from('2b06010401da47040b', 'hex')])],
    ['in a way that cannot be read', () => Buffer.from('3080', 'hex')],
    ['with a length beyond its end', () => Buffer.from('3085ffffffffff', 'hex')],
  ])('a key that is encrypted %s, before that is tried', (_how, change) => {
    const data = { ...certified, key: encrypted(change), passphrase: `${CANARY}-passphrase` };
    expect(faultsOf('http client certificate', data)).toContainEqual([
      'key',
      expect.stringContaining('takes too long'),
    ]);
  });

  test('but an encrypted key of the usual kind is read', () => {
    const data = { ...certified, key: encrypted((der) => der) };
    const read = { ...data, passphrase: `${CANARY}-passphrase` };
    expect(faultsOf('http client certificate', read)).toEqual([
      ['key', 'Is not the key of the certificate'],
    ]);
  });

  test('a key so large that signing with it takes long', () => {
    const number = (bytes: number) => Buffer.alloc(bytes, 0xff).toString('base64url');
    const half = { p: number(513), q: number(513), dp: number(513), dq: number(513) };
    const jwk = {
      kty: 'RSA',
      n: number(1_025),
      e: 'Aw',
      d: number(1_025),
      ...half,
      qi: number(513),
    };
    const key = createPrivateKey({ key: jwk, format: 'jwk' }).export({
      type: 'pkcs8',
      format: 'pem',
    });
    expect(faultsOf('http client certificate', { ...certified, key })).toContainEqual([
      'key',
      'Has more than 8192 bits',
    ]);
  });
});

test('each member that says where secrets are sent asks for them when it changes', async () => {
  const isPlace = /host|port|url|origin|endpoint|address|domain|server/i;
  const described = await unhurried(describeCredentials());
  const stated = described.map(({ type, fields: all }) => {
    const fields = all.filter(({ control }) => control !== 'SECTION');
    for (const { path, control, needsSecrets } of fields) {
      expect([type, path, needsSecrets]).toEqual([
        ...[type, path, control === 'URL' || isPlace.test(path)],
      ]);
    }
    return fields.filter(({ needsSecrets }) => needsSecrets).length;
  });
  expect(stated.filter((count) => count > 0).length).toBeGreaterThan(10);
});

test('a secret that is stored goes to another address only when it is sent again', () => {
  const before = { ...smtp, password: CANARY };
  const changed = (patch: object) => changedData({ type: 'smtp', before, patch });
  expect(changed({ username: 'ada' })).toEqual({ ...before, username: 'ada' });
  expect(changed({ host: 'a.example.com', password: 'new' })).toMatchObject({ password: 'new' });
  expect(changed({ port: 25, password: null })).toMatchObject({ port: 25 });
  for (const patch of [{ host: 'a.example.com' }, { port: 25 }, { host: null }]) {
    expect(() => changed(patch)).toThrow(/^Not valid: data.password: Send it again/);
  }
});

test('a member that is probably misspelt is refused, and others of a key file are dropped', () => {
  const misspelt = { live: { secretKye: 'sk_1', publicKey: 'pk_1' }, test: {} };
  expect(faultsOf('stripe', misspelt)).toContainEqual([
    'live',
    expect.stringMatching(/secretKey\?$/),
  ]);
  const file = { type: 'service_account', project_id: 'p', private_key_id: 'k', client_id: '1' };
  const uris = { auth_uri: 'a', token_uri: 't', universe_domain: 'u', client_x509_cert_url: 'c' };
  const data = { ...file, ...uris, auth_provider_x509_cert_url: 'p', ...service };
  expect(checkCredentialsData('google sheets', data)).toEqual(service);
});

/** The message for the first fault of a value. */
function wordsOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

const chat = z.discriminatedUnion('kind', [z.object({ kind: z.literal('text') })]);

test.each<[string, z.ZodType, unknown]>([
  ['Required', z.string(), undefined],
  ['Required', z.union([z.string(), z.number()]), undefined],
  ['Must be text, not a number', z.string(), 7],
  ['Must be text, not null', z.string(), null],
  ['Must be a number, not text', z.number(), '7'],
  ['Must be a whole number', z.number().int(), 1.5],
  ['Must be true or false, not an object', z.boolean(), {}],
  ['Must be a number, not text', z.int(), '1'],
  ['Must be a list, not true', z.array(z.string()), true],
  ['Must be an object, not a list', z.object({}), []],
  ['Must be null, not text', z.null(), ''],
  ['Must be one of red, blue', z.enum(['red', 'blue']), 'green'],
  ['Must be red', z.literal('red'), 'green'],
  ['May not be longer than 2 characters', z.string().max(2), 'abc'],
  ['May not be empty', z.string().min(1), ''],
  ['Must have a length of at least 2', z.array(z.string()).min(2), []],
  ['May not hold more than 1', z.array(z.string()).max(1), ['a', 'b']],
  ['Must be 5 or less', z.number().max(5), 6],
  ['Must be less than 5', z.number().lt(5), 5],
  ['Must be 1 or more', z.number().min(1), 0],
  ['Must be more than 1', z.number().gt(1), 1],
  ['Unknown: colour, size', z.strictObject({}), { colour: 1, size: 2 }],
  ['Must be text or a number, not a list', z.union([z.string(), z.number()]), []],
  ['Must be text or a number, not a list', z.string().or(z.number()).or(z.string()), []],
  ['May not be empty', z.union([z.string().min(1), z.null()]), ''],
  [
    'content.title: Must be text, not a number',
    z.union([z.string(), z.object({ content: z.object({ title: z.string() }) })]),
    { content: { title: 7 } },
  ],
  [
    'Fits none of the forms that are allowed here',
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    {},
  ],
  ['Must be text', chat, { kind: 'song' }],
  ['Not allowed here', z.iso.date(), 'yesterday'],
])('a value that does not fit is told "%s"', (words, schema, value) => {
  expect(wordsOf(schema, value)).toBe(words);
});

test('however many faults a value has, and however long its names are, the message is one paragraph', () => {
  const sent = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`m${at}`, 1]));
  expect(wordsOf(z.strictObject({}), sent)).toMatch(/^Unknown: m0, .* m9 … \(9990 more\)$/);
  const long = wordsOf(z.strictObject({}), { ['n'.repeat(10_000)]: 1 });
  expect(long).toBe(`Unknown: ${'n'.repeat(60)}…`);
});
