import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import {
  bodyOf,
  transportNames,
  openTransport,
  refusalOf,
  type ReplyShown,
} from '../support/transports.js';
import { ask, say, type FlowSketch } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { makePublished, makeWorkspace, useApp } from '../support/useApp.js';
import { recordAt } from '../support/parts.js';

const app = useApp();

const said = ({ messages }: Pick<ReplyShown, 'messages'>) =>
  messages.map(({ content }) => content['plainText']);

const nameFirst: FlowSketch = {
  variables: { Name: null },
  groups: { Start: [ask('text input', 'Name'), say('Hi {{Name}}'), ask('text input')] },
};

describe.each(transportNames)('starting a chat over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const anyone = { token: null };
  const start = async (publicId: string, sent: object = {}) =>
    bodyOf(transport.startChat({ publicId, ...sent }, anyone));
  const resultOf = async (botId: string, resultId: string) =>
    (await bodyOf(transport.getResult({ botId, resultId }))).result;

  test('replies with exactly the members of the specification', async () => {
    const { botId, publicId } = await makePublished(transport, botOf(interview));
    const reply = await start(publicId);
    expect(Object.keys(reply)).toEqual(['sessionId', 'resultId', 'bot', 'messages', 'input']);
    expect(reply.sessionId).toMatch(/^ses_[a-z0-9]{37}$/);
    expect(reply.resultId).toMatch(/^res_[a-z0-9]{27}$/);
    expect(reply['bot']).toEqual({ id: botId, theme: {}, settings: {} });
    expect(reply.messages).toEqual([
      {
        id: 'Start.1',
        type: 'text',
        content: {
          type: 'richText',
          richText: [{ type: 'p', children: [{ text: 'Welcome!' }] }],
          html: expect.stringContaining('Welcome!'),
          plainText: 'Welcome!',
        },
      },
    ]);
    expect(reply.input).toMatchObject({ id: 'Start.2', type: 'text input' });
  });

  test('returns theme and settings with variables filled in, without the private settings', async () => {
    const { publicId } = await makePublished(
      transport,
      botOf(interview, {
        theme: { chat: { hostAvatar: { url: 'https://a.example/{{Name}}' } } },
        settings: {
          metadata: { title: 'For {{Name}}' },
          security: { allowedOrigins: [] },
          messengerChannel: { isEnabled: true },
        },
      }),
    );
    const { bot } = await start(publicId, { prefilledVariables: { Name: 'Ada' } });
    expect(bot).toMatchObject({
      theme: { chat: { hostAvatar: { url: 'https://a.example/Ada' } } },
      settings: { metadata: { title: 'For Ada' } },
    });
    expect(Object.keys(recordAt(bot, 'settings'))).toEqual(['metadata']);
  });

  test('creates a result at once, before anything is answered', async () => {
    const { botId, publicId } = await makePublished(transport, botOf(interview));
    const { resultId } = await start(publicId);
    expect(await resultOf(botId, resultId)).toMatchObject({
      id: resultId,
      botId,
      variables: [],
      answers: [],
      isCompleted: false,
      hasStarted: false,
      isArchived: false,
    });
  });

  test('answers the first input with a message sent along', async () => {
    const { publicId } = await makePublished(transport, botOf(nameFirst));
    expect(said(await start(publicId, { message: 'Ada' }))).toEqual(['Hi Ada']);
    const object = { type: 'text', text: 'Bob', metadata: { replyId: 'x' }, extra: 1 };
    expect(said(await start(publicId, { message: object }))).toEqual(['Hi Bob']);
  });

  test('ignores a message sent along if the bot says something first', async () => {
    const { publicId } = await makePublished(transport, botOf(interview));
    expect(said(await start(publicId, { message: 'Ada' }))).toEqual(['Welcome!']);
  });

  test('only registers on request; the first message then starts the flow', async () => {
    const { botId, publicId } = await makePublished(transport, botOf(nameFirst));
    const reply = await start(publicId, { isOnlyRegistering: true });
    expect(Object.keys(reply)).toEqual(['sessionId', 'bot', 'messages']);
    expect(reply.messages).toEqual([]);
    const list = async () =>
      (await bodyOf(transport.listResults({ botId, timeFilter: 'allTime' }))).results;
    expect(await list()).toEqual([]);
    const { sessionId } = reply;
    const next = await bodyOf(transport.continueChat({ sessionId, message: 'Ada' }));
    expect(said(next)).toEqual(['Hi Ada']);
    expect(await list()).toMatchObject([{ hasStarted: true, answers: [{ content: 'Ada' }] }]);
  });

  test('begins with prefilled variables of any kind; unknown names are ignored', async () => {
    const { publicId } = await makePublished(
      transport,
      botOf({
        variables: { Name: 'nobody', List: null, Number: null },
        groups: { Start: [say('{{Name}} {{List}} {{Number}}'), ask('text input')] },
      }),
    );
    const prefilledVariables = { Name: 'Ada', List: ['a', 'b'], Number: 7, Stranger: {} };
    expect(said(await start(publicId, { prefilledVariables }))[0]).toMatch(/^Ada .*a.*b.* 7$/);
  });

  test('counts null as absent', async () => {
    const { publicId } = await makePublished(transport, botOf(interview));
    const nothing = { message: null, resultId: null, prefilledVariables: null };
    const reply = await start(publicId, {
      ...nothing,
      isOnlyRegistering: null,
      isStreamEnabled: null,
    });
    expect(said(reply)).toEqual(['Welcome!']);
  });

  test('fails in the same way for a bot that is unknown, unpublished or archived', async () => {
    const { botId, publicId } = await makePublished(transport, botOf(interview));
    const workspaceId = await makeWorkspace(transport);
    await bodyOf(transport.createBot({ workspaceId, bot: { publicId: `draft-${name}` } }));
    await rowsOf(app().databaseUrl, 'update bot set is_archived = true where id = $1', [botId]);
    const refusals = await Promise.all(
      ['nobody', `draft-${name}`, publicId, botId].map(async (id) => {
        const { requestId, ...refusal } = await refusalOf(
          transport.startChat({ publicId: id }, anyone),
        );
        return refusal;
      }),
    );
    expect(refusals[0]).toMatchObject({ code: 'NOT_FOUND', reason: 'BOT_NOT_FOUND' });
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
  });

  test('is refused by a closed bot, with its own text if it has one', async () => {
    const settings = { general: { systemMessages: { botClosed: 'Gone fishing' } } };
    for (const [members, message] of [
      [{}, 'This bot is now closed'],
      [{ settings }, 'Gone fishing'],
    ] as const) {
      const { botId, publicId } = await makePublished(transport, botOf(interview, members));
      await bodyOf(transport.updateBot({ botId, bot: { isClosed: true } }));
      const refusal = await refusalOf(transport.startChat({ publicId }, anyone));
      expect(refusal).toMatchObject({ code: 'BAD_REQUEST', reason: 'BOT_CLOSED', message });
    }
  });

  test('is refused in a suspended workspace', async () => {
    const { workspaceId, publicId } = await makePublished(transport, botOf(interview));
    const suspend = 'update workspace set is_suspended = true where id = $1';
    await rowsOf(app().databaseUrl, suspend, [workspaceId]);
    const refusal = await refusalOf(transport.startChat({ publicId }, anyone));
    expect(refusal).toMatchObject({ code: 'FORBIDDEN', reason: 'WORKSPACE_SUSPENDED' });
  });

  test('is refused for a page that the bot does not allow, before anything is written', async () => {
    const settings = { security: { allowedOrigins: ['https://good.example'] } };
    const { botId, publicId } = await makePublished(transport, botOf(interview, { settings }));
    const from = (origin: string) => ({ token: null, origin });
    const refusal = await refusalOf(transport.startChat({ publicId }, from('https://bad.example')));
    expect(refusal).toMatchObject({ code: 'FORBIDDEN', reason: 'ORIGIN_NOT_ALLOWED' });
    const written = 'select id from chat_session where bot_id = $1';
    expect(await rowsOf(app().databaseUrl, written, [botId])).toEqual([]);
    const { sessionId } = await bodyOf(
      transport.startChat({ publicId }, from('https://good.example')),
    );
    const next = { sessionId, message: 'Ada' };
    expect(
      await refusalOf(transport.continueChat(next, from('https://bad.example'))),
    ).toMatchObject({ reason: 'ORIGIN_NOT_ALLOWED' });
    expect(
      said(await bodyOf(transport.continueChat(next, from('https://good.example')))),
    ).toHaveLength(1);
    expect(said(await start(publicId))).toEqual(['Welcome!']);
  });

  test.each([
    ['a message that is a number', { message: 7 }, ['message']],
    ['a message of 100001 characters', { message: 'x'.repeat(100_001) }, ['message']],
    ['a flag that is a text', { isOnlyRegistering: 'yes' }, ['isOnlyRegistering']],
    ['a result id that is an object', { resultId: {} }, ['resultId']],
    ['variables that are a list', { prefilledVariables: ['a'] }, ['prefilledVariables']],
  ])('is refused with %s', async (_case, sent, path) => {
    const { publicId } = await makePublished(transport, botOf(interview));
    const refusal = await refusalOf(transport.startChat({ publicId, ...sent }, anyone));
    expect(refusal).toMatchObject({
      code: 'BAD_REQUEST',
      reason: 'VALIDATION',
      issues: [{ path }],
    });
  });
});

test('an absent body counts as an empty one, with and without the prefix', async () => {
  const transport = openTransport('REST', () => app().url);
  const { publicId } = await makePublished(transport, botOf(interview));
  for (const prefix of ['/api/v1', '/v1']) {
    const response = await fetch(`${app().url}${prefix}/bots/${publicId}/startChat`, {
      method: 'POST',
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  }
});

test('GraphQL also returns the single parts of a reply', async () => {
  const transport = openTransport('REST', () => app().url);
  const { publicId } = await makePublished(transport, botOf(interview));
  const response = await fetch(`${app().url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `mutation ($id: ID!) { startChat(input: { publicId: $id }) { reply {
        turn lastSeq bot { theme } messages { messageId type ... on TextMessage { content { plainText } } }
        input { __typename blockId ... on TextChatInput { options { variableId } } } clientSideActions { type document } logs { status } progress lastMessageNewFormat } } }`,
      variables: { id: publicId },
    }),
  });
  expect(await response.json()).toMatchObject({
    data: {
      startChat: {
        reply: {
          turn: 1,
          lastSeq: 3,
          messages: [{ messageId: 'Start.1', type: 'text', content: { plainText: 'Welcome!' } }],
          input: { __typename: 'TextChatInput', blockId: 'Start.2' },
          clientSideActions: null,
          progress: null,
        },
      },
    },
  });
});
