import { describe, expect, jest, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import {
  queryGraphql,
  bodyOf,
  transportNames,
  openTransport,
  refusalOf,
} from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';

const app = useApp();
const rest = restOf(app);

/** Sends a body unchanged over REST; returns the status, and the path and message of each fault. */
async function send(method: string, path: string, body: object): Promise<[number, ...string[]]> {
  const response = await fetch(`${app().url}/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  const issues = partAt(answer, 'issues') === undefined ? [] : recordsAt(answer, 'issues');
  return [
    response.status,
    ...issues.map(({ path: at, message }) => `${[at].flat().join('.')}: ${String(message)}`),
  ];
}

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);

  test.each([
    [{ bot: botOf(interview) }, ['bot', 'bot'], 'The file holds a bot inside `bot`: send that'],
    [{ hello: 1 }, ['bot'], 'Holds nothing that a bot has, such as `groups`'],
    [{}, ['bot'], 'Holds nothing that a bot has, such as `groups`'],
  ])('a file that is none of a bot is refused: %j', async (bot, path, message) => {
    const workspaceId = await makeWorkspace(transport);
    const refusal = await refusalOf(transport.importBot({ workspaceId, bot }));
    expect(refusal).toMatchObject({ reason: 'VALIDATION', issues: [{ path, message }] });
  });

  test('an unknown member can be removed by a patch, if the bot has it', async () => {
    const workspaceId = await makeWorkspace(transport);
    const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: { grups: [] } }));
    const away = { botId: bot.id, bot: { grups: null } };
    expect((await bodyOf(transport.updateBot(away))).bot).not.toHaveProperty('grups');
    const message = 'Is no member of a bot, nor is any other that was sent: did you mean groups?';
    expect(await refusalOf(transport.updateBot(away))).toMatchObject({
      issues: [{ path: ['bot', 'grups'], message }],
    });
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`grups${at}`, null]));
    const { issues } = await refusalOf(transport.updateBot({ botId: bot.id, bot: many }));
    expect(issues).toHaveLength(100);
  });

  test('credentials of another workspace cannot be the messenger credentials of a bot', async () => {
    const credentials = { type: 'openai', name: 'A', data: { apiKey: 'sk-1' } };
    const workspaceId = await makeWorkspace(transport);
    const elsewhere = await makeWorkspace(transport);
    const ours = await bodyOf(transport.saveCredentials({ workspaceId, credentials }));
    const theirs = await bodyOf(transport.saveCredentials({ workspaceId: elsewhere, credentials }));
    const botId = (await bodyOf(transport.createBot({ workspaceId, bot: {} }))).bot.id;
    const kept = async (messengerCredentialsId: string) =>
      (await bodyOf(transport.updateBot({ botId, bot: { messengerCredentialsId } }))).bot;
    for (const [sent, stored] of [
      [ours.credentialsId, ours.credentialsId],
      [theirs.credentialsId, null],
      ['whatever', null],
    ])
      expect(await kept(String(sent))).toMatchObject({ messengerCredentialsId: stored });
    await rowsOf(
      app().databaseUrl,
      `update bot set messenger_credentials_id = 'gone' where id = $1`,
      [botId],
    );
    expect(await kept('gone')).toMatchObject({ messengerCredentialsId: 'gone' });
  });

  test.each([
    [
      { type: 'messenger', data: { provider: 'whatsapp' } },
      ['credentials', 'data', 'provider'],
      'Must be one of meta, 360dialog, webhook',
    ],
    [
      { type: 'basic', data: {} },
      ['credentials', 'type'],
      expect.stringMatching(/^Must be one of smtp, .*http basic auth, .*, gmail$/),
    ],
  ])('credentials of no known kind are told which there are: %j', async (sent, path, message) => {
    const workspaceId = await makeWorkspace(transport);
    const credentials = { name: 'A', ...sent };
    const refusal = await refusalOf(transport.saveCredentials({ workspaceId, credentials }));
    expect(refusal).toMatchObject({ reason: 'VALIDATION', issues: [{ path, message }] });
  });

  test('names that consist of blanks are refused', async () => {
    const workspaceId = await makeWorkspace(transport);
    const botId = (await bodyOf(transport.createBot({ workspaceId, bot: {} }))).bot.id;
    const data = { apiKey: 'sk-1' };
    for (const blank of ['', ' \t', '\u200b\u00a0']) {
      const calls = [
        [transport.createWorkspace({ name: blank }), ['name'], 'Must not be blank'],
        [
          transport.saveCredentials({
            workspaceId,
            credentials: { type: 'openai', name: blank, data },
          }),
          ['credentials', 'name'],
          'Must not be blank',
        ],
        [
          transport.createBot({ workspaceId, bot: { name: blank } }),
          ['bot', 'name'],
          'Must not be blank',
        ],
        [
          transport.updateBot({ botId, bot: { name: blank } }),
          ['bot', 'name'],
          'Must not be blank',
        ],
      ] as const;
      for (const [call, path, message] of calls)
        expect((await refusalOf(call)).issues).toMatchObject([{ path, message }]);
    }
    const file = { name: ' ', groups: [], version: '6' };
    const { bot } = await bodyOf(transport.importBot({ workspaceId, bot: file }));
    expect(bot).toMatchObject({ name: 'My bot' });
  });
});

test('members that belong inside `bot` are refused with a hint', async () => {
  const { workspaceId, botId } = await makePublished(rest, botOf(interview));
  const hint = (stray: string) =>
    `bot: Required: send ${stray} inside it, as in { "bot": { "${stray}": … } }`;
  expect(await send('PATCH', `bots/${botId}`, { name: 'Lead' })).toEqual([400, hint('name')]);
  expect(await send('POST', 'bots/import', { workspaceId, groups: [] })).toEqual([
    400,
    hint('groups'),
  ]);
  expect(await send('POST', 'bots', { workspaceId, name: 'x' })).toEqual([400, hint('name')]);
  expect(await send('PATCH', `bots/${botId}`, {})).toEqual([400, 'bot: Required']);
});

test('unknown members in a message to a chat are ignored', async () => {
  const { publicId, botId } = await makePublished(rest, botOf(interview));
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  const on = `sessions/${sessionId}/continueChat`;
  for (const [path, body] of [
    [on, { mesage: 'hi' }],
    [on, { message: 'Ada', textBubbleContentFormat: 'richText' }],
    [`bots/${botId}/preview/startChat`, { flow: {}, groups: [] }],
    [`bots/${publicId}/startChat`, { prefiledVariables: {} }],
  ] as const)
    expect((await send('POST', path, body))[0]).toBe(200);
});

test('faults list the allowed values, what is required, and the place in the query', async () => {
  const faults = async (query: string, variables: object = {}) => {
    const { errors, data } = await queryGraphql(app().url, { query, variables });
    if (data) return recordsAt(data, 'createApiToken.userErrors');
    return (errors ?? []).flatMap(({ extensions }) => recordsAt(extensions, 'issues'));
  };
  const token =
    'mutation ($input: CreateApiTokenInput!) { createApiToken(input: $input) { userErrors { path message } } }';
  const scopes =
    'Must be one of BOTS_READ, BOTS_WRITE, RESULTS_READ, RESULTS_WRITE, WORKSPACE_READ, WORKSPACE_ADMIN, TESTS_RUN, CHAT';
  const asked = { input: { name: 'x', scopes: ['ALL'] } };
  expect(await faults(token, asked)).toEqual([{ path: ['scopes', '0'], message: scopes }]);
  const written =
    'mutation { createApiToken(input: { name: "x", scopes: [CHAT, ALL] }) { secret } }';
  expect(await faults(written)).toEqual([{ path: ['scopes'], message: scopes }]);
  const list = (first: string) =>
    `{ workspace(id: "w") { bots(first: ${first}) { nodes { id } } } }`;
  expect(await faults(list('101'))).toMatchObject([{ path: ['first'] }]);
  const workspaceId = await makeWorkspace(rest);
  const bot = { variables: [{ id: 'v' }], groups: [{ id: 'g' }] };
  const { issues } = await refusalOf(rest.createBot({ workspaceId, bot }));
  expect(issues?.map(({ message }) => message)).not.toContainEqual(
    expect.stringContaining('received undefined'),
  );
  expect(issues).toContainEqual({ path: ['bot', 'variables', 0, 'name'], message: 'Required' });
});

test('the text of the OpenAPI description is made once', async () => {
  const read = async () => (await fetch(`${app().url}/openapi.json`)).text();
  const first = await read();
  const stringify = jest.spyOn(JSON, 'stringify');
  expect(await read()).toBe(first);
  const made = stringify.mock.calls.filter(([value]) => partAt(value, 'openapi') !== undefined);
  stringify.mockRestore();
  expect(made).toEqual([]);
  const { paths } = recordAt(JSON.parse(first));
  const { post } = recordAt(recordAt(paths)['/v1/bots/import']);
  expect(partAt(post, 'description')).toContain('/v1/bots/{botId}/issues');
});
