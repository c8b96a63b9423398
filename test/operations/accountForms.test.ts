import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { useMailServer } from '../support/mailServer.js';
import { recordAt } from '../support/parts.js';
import { useLock } from '../support/rows.js';
import { bodyOf, queryGraphql, refusalOf } from '../support/transports.js';
import { makeWorkspace, restOf } from '../support/useApp.js';
import { json, useVendor } from '../support/vendorServer.js';

const SECRET = 'sk-canary-0123456789-4f2a';
const vendor = useVendor();
let server: TestApp;
const app = () => server;
const rest = restOf(app);
let workspaceId: string;
beforeAll(async () => {
  server = await startTestApp({
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    VENDOR_ADDRESSES: `elevenlabs=${vendor.url()}`,
  });
  workspaceId = await makeWorkspace(rest);
});
afterAll(() => server.close());

async function save(type: string, data: object): Promise<string> {
  const credentials = { type, name: 'Ours', data };
  return (await bodyOf(rest.saveCredentials({ workspaceId, credentials }))).credentialsId;
}
const saveOpenai = () => save('openai', { apiKey: SECRET, baseUrl: vendor.url() });

async function run(query: string, variables: object) {
  const { data, errors } = await queryGraphql(app().url, { query, variables });
  expect(JSON.stringify([data, errors])).not.toContain(SECRET);
  return recordAt(data);
}

const optionsOf = async (credentialsId: string, more: object) => {
  const query = `query ($workspaceId: ID!, $type: ShortText!, $path: ShortText!, $credentialsId: ID!, $values: JSON, $search: ShortText, $first: Int!) {
    fieldOptions(workspaceId: $workspaceId, type: $type, path: $path, credentialsId: $credentialsId, values: $values, search: $search, first: $first) {
      options { value label price { prompt completion } } totalCount hasMore error } }`;
  const variables = { workspaceId, credentialsId, first: 50, ...more };
  return recordAt((await run(query, variables))['fieldOptions']);
};

describe('a form lists', () => {
  const model = { type: 'openai', path: 'options.model' };

  test('the models of an account by pages, asks once a minute, and again with another key', async () => {
    vendor.answer(json({ data: [{ id: 'large' }, { id: 'small' }, { id: 'smaller' }] }));
    const credentialsId = await saveOpenai();
    expect(await optionsOf(credentialsId, { ...model, search: 'SMALL', first: 1 })).toEqual({
      ...{
        options: [{ value: 'small', label: 'small', price: null }],
        totalCount: 2,
        hasMore: true,
      },
      error: null,
    });
    expect(await optionsOf(credentialsId, model)).toMatchObject({ totalCount: 3, hasMore: false });
    expect(vendor.requests).toHaveLength(1);
    expect(vendor.requests[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
    const credentials = {
      type: 'openai',
      name: 'Ours',
      data: { apiKey: 'sk-2', baseUrl: vendor.url() },
    };
    await bodyOf(rest.saveCredentials({ workspaceId, credentialsId, credentials }));
    await optionsOf(credentialsId, model);
    expect(vendor.requests).toHaveLength(2);
  });

  test('the price of a model that this server knows, also of its snapshots', async () => {
    vendor.answer(json({ data: [{ id: 'gpt-4o-mini-2024-07-18' }] }));
    const { options } = await optionsOf(await saveOpenai(), model);
    expect(options).toMatchObject([{ price: { prompt: 0.15, completion: 0.6 } }]);
  });

  test('nothing where the service refuses, and says what to do', async () => {
    vendor.answer(json({ error: { message: `Incorrect key ${SECRET}` } }, 401));
    const listed = await optionsOf(await saveOpenai(), model);
    expect(listed).toEqual({
      ...{ options: [], totalCount: 0, hasMore: false },
      error: 'The service refused the key: check that it was copied whole and is still valid.',
    });
  });

  test('the voices of a service', async () => {
    vendor.answer(json({ voices: [{ voice_id: 'v1', name: 'Rachel' }] }));
    const credentialsId = await save('elevenlabs', { apiKey: SECRET });
    const voice = { type: 'elevenlabs', path: 'options.voiceId' };
    expect((await optionsOf(credentialsId, voice))['options']).toEqual([
      { value: 'v1', label: 'Rachel', price: null },
    ]);
  });

  test('the sheets only once the document is chosen', async () => {
    const credentialsId = await save('google sheets', { refresh_token: SECRET });
    const sheet = { type: 'Google Sheets', path: 'options.sheetId', values: {} };
    expect(await optionsOf(credentialsId, sheet)).toMatchObject({
      error: 'First say which document it is.',
    });
  });
});

describe('credentials', () => {
  const read = async (credentialsId: string) => {
    const query = `query ($id: ID!) { node(id: $id) { ... on Credentials {
      name members { path isSecret value ending } } } }`;
    return recordAt((await run(query, { id: credentialsId }))['node']);
  };

  test('are read back without their secrets, which show their last characters', async () => {
    const credentialsId = await saveOpenai();
    expect(await read(credentialsId)).toEqual({
      name: 'Ours',
      members: [
        { path: 'apiKey', isSecret: true, value: null, ending: '4f2a' },
        { path: 'baseUrl', isSecret: false, value: vendor.url(), ending: null },
      ],
    });
  });

  test('are changed in part by somebody who does not know the secret', async () => {
    const credentialsId = await saveOpenai();
    const query = `mutation ($input: UpdateCredentialsInput!) {
      updateCredentials(input: $input) { credentials { name } userErrors { message path } } }`;
    const change = (input: object) =>
      run(query, { input: { workspaceId, credentialsId, ...input } });
    const same = { baseUrl: vendor.url() };
    expect(await change({ name: 'New', data: same })).toMatchObject({
      updateCredentials: { userErrors: [] },
    });
    expect(await read(credentialsId)).toMatchObject({
      name: 'New',
      members: [{ ending: '4f2a' }, {}],
    });
    expect(await change({ data: { apiKey: null } })).toMatchObject({
      updateCredentials: { userErrors: [{ path: ['data', 'apiKey'] }] },
    });
    expect(await change({ data: { apiKye: 'sk-2' } })).toMatchObject({
      updateCredentials: {
        userErrors: [{ path: ['data', 'apiKye'], message: 'Is no member: did you mean apiKey?' }],
      },
    });
  });

  test('are sent to another address only by somebody who knows the secret', async () => {
    const credentialsId = await saveOpenai();
    const elsewhere = { workspaceId, credentialsId, data: { baseUrl: 'http://127.0.0.1:1' } };
    const message = expect.stringMatching(/^Send it again/);
    expect(await refusalOf(rest.updateCredentials(elsewhere))).toMatchObject({
      ...{ reason: 'VALIDATION', issues: [{ path: ['data', 'apiKey'], message }] },
    });
    expect(await read(credentialsId)).toMatchObject({ members: [{}, { value: vendor.url() }] });
    const data = { baseUrl: null, apiKey: 'sk-another-0123456789-77aa' };
    await bodyOf(rest.updateCredentials({ workspaceId, credentialsId, data }));
    expect(await read(credentialsId)).toMatchObject({ members: [{ ending: '77aa' }] });
  });

  test('keep both of two changes that come at once', async () => {
    const from = { email: 'bot@example.com' };
    const credentialsId = await save('smtp', { host: 'a.example.com', port: 25, from });
    const lock = await useLock(
      app().databaseUrl,
      credentialsId,
      'select 1 from credentials where id = $1 for update',
    );
    const change = (data: object) =>
      bodyOf(rest.updateCredentials({ workspaceId, credentialsId, data }));
    const both = [change({ host: 'b.example.com' }), change({ username: 'ada' })];
    await lock.untilWaiting(2);
    await lock.release();
    await Promise.all(both);
    const { members } = await read(credentialsId);
    expect(members).toMatchObject(
      [
        ['host', 'b.example.com'],
        ['port', 25],
        ['username', 'ada'],
        ['from.email', from.email],
      ].map(([path, value]) => ({ path, value })),
    );
  });
});

describe('trying credentials', () => {
  const tryOut = async (credentialsId: string) => {
    const query = `mutation ($input: TestCredentialsInput!) {
      testCredentials(input: $input) { isWorking message userErrors { message } } }`;
    const input = { workspaceId, credentialsId };
    return recordAt((await run(query, { input }))['testCredentials']);
  };
  const mail = useMailServer();

  test('says in a sentence that they work', async () => {
    vendor.answer(json({ data: [{ id: 'large' }] }));
    expect(await tryOut(await saveOpenai())).toMatchObject({
      isWorking: true,
      message: 'It works: the account may use 1 model.',
    });
  });

  test('says in a sentence why they do not, and where nothing can be tried', async () => {
    vendor.answer(json({}, 404));
    expect(await tryOut(await saveOpenai())).toMatchObject({
      isWorking: false,
      message: 'The service has nothing at this address: check the address.',
    });
    expect(await tryOut(await save('segment', { apiKey: SECRET }))).toMatchObject({
      isWorking: null,
      message: expect.stringMatching(/^This service has no request/),
    });
  });

  test('signs in to a mail server and sends nothing', async () => {
    const from = { email: 'bot@example.com' };
    const data = { host: '127.0.0.1', port: mail.port(), from };
    expect(await tryOut(await save('smtp', data))).toMatchObject({
      isWorking: true,
      message: 'It works: 127.0.0.1 takes e-mails from bot@example.com.',
    });
    expect(mail.taken).toEqual([]);
  });
});
