import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { ask, type FlowSketch, say } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import {
  bodyOf,
  openTransport,
  refusalOf,
  type ReplyShown,
  transportNames,
} from '../support/transports.js';
import { makeWorkspace, useApp } from '../support/useApp.js';

const app = useApp();
const guarded = useApp({ PREVIEW_REQUIRES_TOKEN: 'true' });

const said = ({ messages }: ReplyShown) => messages.map(({ content }) => content['plainText']);
const oneQuestion = botOf({ groups: { Start: [ask('text input'), say('Thanks')] } });

describe.each(transportNames)('previewing over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const anyone = { token: null };
  const make = async (bot: object = botOf(interview)) => {
    const workspaceId = await makeWorkspace(transport);
    return (await bodyOf(transport.createBot({ workspaceId, bot }))).bot.id;
  };
  const preview = async (botId: string, sent: object = {}) =>
    bodyOf(transport.startPreview({ botId, ...sent }, anyone));

  test('runs the draft of a bot that was never published, without a token or a result', async () => {
    const botId = await make();
    const reply = await preview(botId);
    expect(Object.keys(reply)).toEqual(['sessionId', 'bot', 'messages', 'input']);
    expect(said(reply)).toEqual(['Welcome!']);
    const { sessionId } = reply;
    const next = await bodyOf(transport.continueChat({ sessionId, message: 'Ada' }, anyone));
    expect(said(next)).toEqual(['Hi Ada, how old are you?']);
    const { results } = await bodyOf(transport.listResults({ botId, timeFilter: 'allTime' }));
    expect(results).toEqual([]);
  });

  test('shows a change of the draft at once', async () => {
    const botId = await make();
    await bodyOf(
      transport.updateBot({ botId, bot: botOf({ groups: { Only: [say('Changed')] } }) }),
    );
    expect(said(await preview(botId))).toEqual(['Changed']);
  });

  test('runs a flow of version 6 that is sent along, also for a bot that does not exist', async () => {
    const bot = botOf({ groups: { Only: [say('Sent along')] } });
    for (const botId of [await make(), 'bot_none']) {
      expect(said(await preview(botId, { bot }))).toEqual(['Sent along']);
    }
  });

  test('runs a flow of version 5 that is sent along', async () => {
    const start = { id: 's', type: 'start', label: 'Start', outgoingEdgeId: 'e' };
    const place = { title: '', graphCoordinates: { x: 0, y: 0 } };
    const bot = {
      version: '5',
      id: 'old',
      groups: [
        { id: 'a', ...place, blocks: [start] },
        { id: 'b', ...place, blocks: [{ id: 't', ...say('From five') }] },
      ],
      edges: [{ id: 'e', from: { groupId: 'a', blockId: 's' }, to: { groupId: 'b' } }],
      variables: [],
      settings: {},
      theme: {},
    };
    expect(said(await preview('bot_none', { bot }))).toEqual(['From five']);
  });

  test('runs a flow of version 6 that is labelled 3, and an empty one', async () => {
    const bot = { ...botOf({ groups: { Only: [say('Labelled three')] } }), version: '3' };
    expect(said(await preview('bot_none', { bot }))).toEqual(['Labelled three']);
    const empty = { version: '3', groups: [], edges: [], variables: [], theme: {}, settings: {} };
    expect(said(await preview('bot_none', { bot: empty }))).toEqual([]);
  });

  test('refuses a malformed flow, and says where', async () => {
    const sent = { botId: await make(), bot: { version: '6', groups: 'none' } };
    const { code, issues } = await refusalOf(transport.startPreview(sent, anyone));
    expect(code).toBe('BAD_REQUEST');
    expect(issues?.map(({ path }) => path[0])).toContain('bot');
  });

  test('can begin at a group, a block or an event', async () => {
    const botId = await make(
      botOf({
        groups: { Start: [say('First')], Later: [say('Second'), say('Third')], Nowhere: [] },
      }),
    );
    const at = async (startFrom: object) => said(await preview(botId, { startFrom }));
    expect(await at({ type: 'group', groupId: 'Later' })).toEqual(['Second', 'Third']);
    expect(await at({ type: 'event', eventId: 'start' })).toEqual(['First']);
    expect(await at({ type: 'block', blockId: 'Later.2' })).toEqual(['Third']);
    expect(await at({ type: 'group', groupId: 'Nowhere' })).toEqual([]);
  });

  test.each([
    ['a group that is not there', { type: 'group', groupId: 'gone' }, 'START_NOT_FOUND'],
    ['an event that is not there', { type: 'event', eventId: 'gone' }, 'START_NOT_FOUND'],
    ['a block that is not there', { type: 'block', blockId: 'gone' }, 'START_NOT_FOUND'],
    ['another kind of place', { type: 'item', itemId: 'x' }, 'VALIDATION'],
    ['a block without its id', { type: 'block' }, 'VALIDATION'],
    ['a group without its id', { type: 'group' }, 'VALIDATION'],
  ])('refuses to begin at %s', async (_case, startFrom, reason) => {
    const sent = { botId: await make(), startFrom };
    const refusal = await refusalOf(transport.startPreview(sent, anyone));
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', reason });
  });

  test('accepts the options of a start', async () => {
    const botId = await make(oneQuestion);
    expect(said(await preview(botId, { message: 'hi' }))).toEqual(['Thanks']);
    const registered = await preview(botId, { isOnlyRegistering: true });
    expect(Object.keys(registered)).toEqual(['sessionId', 'bot', 'messages']);
    const greeting = await make(
      botOf({ variables: { Name: null }, groups: { G: [say('Hi {{Name}}')] } }),
    );
    expect(said(await preview(greeting, { prefilledVariables: { Name: 'Ada' } }))).toEqual([
      'Hi Ada',
    ]);
  });

  test('can answer its last question again after the end', async () => {
    const { sessionId } = await preview(await make(oneQuestion));
    const tell = async (message: string) =>
      said(await bodyOf(transport.continueChat({ sessionId, message }, anyone)));
    expect(await tell('one')).toEqual(['Thanks']);
    expect(await tell('two')).toEqual(['Thanks']);
  });

  test.each([
    ['before its end', 0],
    ['after its end', 1],
  ])('stays closed once a person has closed it %s', async (_when, messages) => {
    const { sessionId } = await preview(await make(oneQuestion));
    const tell = () => transport.continueChat({ sessionId, message: 'one' }, anyone);
    for (let sent = 0; sent < messages; sent += 1) await bodyOf(tell());
    const closed = await bodyOf(transport.setStatus({ sessionId, status: 'CLOSED' }));
    expect(await bodyOf(transport.setStatus({ sessionId, status: 'CLOSED' }))).toEqual(closed);
    const open = transport.setStatus({ sessionId, status: 'OPEN' });
    for (const refused of [tell(), open]) {
      expect((await refusalOf(refused)).reason).toBe('SESSION_ENDED');
    }
  });

  test('is open to every page, whatever the published bot allows', async () => {
    const settings = { security: { allowedOrigins: ['https://good.example'] } };
    const botId = await make(botOf(interview, { settings }));
    const calling = { token: null, origin: 'https://elsewhere.example' };
    expect(said(await bodyOf(transport.startPreview({ botId }, calling)))).toEqual(['Welcome!']);
  });

  test('fails for a bot that is missing or archived', async () => {
    const archived = await make();
    await rowsOf(app().databaseUrl, 'update bot set is_archived = true where id = $1', [archived]);
    for (const botId of ['bot_none', archived]) {
      const refusal = await refusalOf(transport.startPreview({ botId }, anyone));
      expect(refusal).toMatchObject({ code: 'NOT_FOUND', reason: 'BOT_NOT_FOUND' });
    }
  });

  test('needs a token if the settings say so, whatever is previewed', async () => {
    const closed = openTransport(name, () => guarded().url);
    const workspaceId = await makeWorkspace(closed);
    const { bot } = await bodyOf(closed.createBot({ workspaceId, bot: oneQuestion }));
    for (const sent of [{ botId: bot.id }, { botId: bot.id, bot: oneQuestion }]) {
      const refusal = await refusalOf(closed.startPreview(sent, anyone));
      expect(refusal).toMatchObject({ code: 'UNAUTHORIZED', reason: 'UNAUTHENTICATED' });
      expect((await bodyOf(closed.startPreview(sent))).input).toMatchObject({ type: 'text input' });
    }
  });
});

const anyone = { token: null };

const NESTED = `let d = 1; for (let n = 0; n < 4e5; n += 1) d = [d]; return d`;

const running = (content: string): FlowSketch => ({
  variables: { a: null, b: null },
  groups: {
    Start: [
      { type: 'Code', options: { content, isExecutedOnClient: false } },
      { type: 'Set variable', options: { variableId: 'vb', expressionToEvaluate: content } },
      { type: 'Set variable', options: { variableId: 'vb', expressionToEvaluate: '20 + 1' } },
      say('a {{a}} b {{b}}'),
    ],
  },
});

const SCRIPTS: readonly [what: string, content: string][] = [
  [
    'bends what lists are as JSON',
    `Array.prototype.toJSON = () => ['a', '{']; setVariable('a', 1)`,
  ],
  [
    'names a variable by a value nested too deep',
    `const f = () => { ${NESTED} }; Array.prototype.toJSON = () => [f(), '1']; setVariable('a', 1)`,
  ],
  ['sets a variable nested too deep', `setVariable('a', (() => { ${NESTED} })())`],
  ['gives a value nested too deep', NESTED],
  [
    'bends what all objects are as JSON',
    `Object.prototype.toJSON = () => '{'; setVariable('a', 1)`,
  ],
];

describe('a preview that anybody sends', () => {
  const transport = openTransport('REST', () => app().url);
  const preview = async (content: string) =>
    bodyOf(transport.startPreview({ botId: 'invented', bot: botOf(running(content)) }, anyone));

  test.each(SCRIPTS)('ends nothing but itself when its code %s', async (_what, content) => {
    const [text] = said(await preview(content));
    expect(text).toMatch(/^a .*b 21$/);
    expect(said(await preview(`setVariable('a', 42)`))).toEqual(['a 42 b 21']);
  });
});
