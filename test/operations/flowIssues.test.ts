import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { ask as asking, say } from '../support/flowOf.js';
import { recordsAt } from '../support/parts.js';
import { statementsOf } from '../support/rows.js';
import {
  bodyOf,
  openTransport,
  queryGraphql,
  refusalOf,
  transportNames,
} from '../support/transports.js';
import { makePublished, makeWorkspace, useApp } from '../support/useApp.js';

const app = useApp();
const query = 'query ($flow: FlowOverride!) { flowIssues(flow: $flow) { level code message } }';
const check = (flow: object) =>
  queryGraphql(app().url, { query, variables: { flow } }, { token: null });

test('a flow is checked without a token and without being stored', async () => {
  const flow = { ...botOf(interview), version: '6' };
  expect(await check(flow)).toMatchObject({ data: { flowIssues: [] } });
  const { data } = await check({ ...flow, edges: [] });
  expect(data).toMatchObject({
    flowIssues: expect.arrayContaining([
      expect.objectContaining({ level: 'ERROR', code: 'EDGE_NOT_FOUND' }),
    ]),
  });
});

test('a file that is not a flow is refused with its place', async () => {
  const { errors } = await check({ version: '6', groups: 'none' });
  expect(errors?.[0]).toMatchObject({ message: expect.stringContaining('flow.events') });
});

const issuesOf = async (blocks: readonly { readonly type: string }[]) => {
  const variables = { Price: '30', Mail: null, Site: null };
  const flow = { ...botOf({ variables, groups: { Start: blocks } }), version: '6' };
  const { data } = await check(flow);
  const issues = (data?.['flowIssues'] ?? []) as { code: string; message: string }[];
  return issues.filter(({ code }) => code.includes('FROM_VISITOR')).map(({ code }) => code);
};
const paying = { type: 'payment input', options: { amount: '{{Price}}', currency: 'EUR' } };
const mailing = { type: 'Email', options: { recipients: ['me@example.com'], bcc: ['{{Mail}}'] } };
const gmail = { type: 'gmail', options: { action: 'Send email', to: '{{Mail}}' } };
const request = { type: 'Webhook', options: { webhook: { url: 'https://{{Site}}/in' } } };
const redirect = { type: 'Redirect', options: { url: '{{Site}}' } };
const set = (variableId: string, expressionToEvaluate: string) => ({
  ...{ type: 'Set variable', options: { variableId, expressionToEvaluate } },
});

test.each([
  [
    'an amount',
    paying,
    'AMOUNT_FROM_VISITOR',
    set('vPrice', '30'),
    asking('number input', 'Price'),
  ],
  [
    'a currency',
    { type: 'payment input', options: { amount: '30', currency: '{{Price}}' } },
    'AMOUNT_FROM_VISITOR',
    set('vPrice', 'EUR'),
    set('vPrice', '{{Price}} + 5'),
  ],
  [
    'who gets a copy',
    mailing,
    'RECIPIENT_FROM_VISITOR',
    asking('email input', 'Mail'),
    asking('text input', 'Mail'),
  ],
  [
    'who gets a mail',
    gmail,
    'RECIPIENT_FROM_VISITOR',
    set('vMail', 'a@example.com'),
    asking('text input', 'Mail'),
  ],
  [
    'the host of a request',
    request,
    'REQUEST_HOST_FROM_VISITOR',
    set('vSite', 'example.com'),
    asking('url input', 'Site'),
  ],
  [
    'where a link leads',
    redirect,
    'REDIRECT_FROM_VISITOR',
    asking('url input', 'Site'),
    asking('url input', 'Mail'),
  ],
])('an author is told that visitors can say %s, until a block does', async (...row) => {
  const [, block, code, settling, open] = row;
  expect(await issuesOf([block])).toEqual([code]);
  expect(await issuesOf([open, block])).toEqual([code]);
  expect(await issuesOf([settling, block])).toEqual([]);
});

test('no issue is reported for a request that the visitor’s browser sends', async () => {
  const ofClient = { ...request, options: { ...request.options, isExecutedOnClient: true } };
  expect(await issuesOf([ofClient])).toEqual([]);
});

test('no issue is reported for variables that another bot may set', async () => {
  const link = { type: 'Bot link', options: { botId: 'bot_1', mergeResults: true } };
  expect(await issuesOf([link, paying])).toEqual([]);
  const apart = { type: 'Bot link', options: { botId: 'bot_1' } };
  expect(await issuesOf([apart, paying])).toEqual(['AMOUNT_FROM_VISITOR']);
});

test('a misspelt option, theme or setting is reported with the name that was probably meant', async () => {
  const rating = asking('rating input', undefined, {
    lenght: 5,
    labels: { lefft: 'Bad' },
    fromTheFuture: 1,
  });
  const sketch = {
    groups: { Start: [rating] },
    theme: { chat: { hostBubles: { color: '#000' } } },
    settings: { typingEmulation: { enabeld: true } },
  };
  const { data } = await check({ ...botOf(sketch), version: '6' });
  const messages = recordsAt(data, 'flowIssues').map(({ code, message }) => `${code} ${message}`);
  expect(messages).toEqual([
    expect.stringMatching(/^UNKNOWN_MEMBER .*Start.*\(options\.lenght: did you mean length\?\)\. /),
    expect.stringMatching(/^UNKNOWN_MEMBER .*\(labels\.lefft: did you mean left\?\)\. /),
    expect.stringMatching(/^UNKNOWN_MEMBER .*\(chat\.hostBubles: did you mean hostBubbles\?\)\. /),
    expect.stringMatching(
      /^UNKNOWN_MEMBER .*\(typingEmulation\.enabeld: did you mean enabled\?\)\. /,
    ),
  ]);
});

test('however many misspelt members a flow has, only so many are compared', async () => {
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`other${n}`, n]));
  const rating = asking('rating input', undefined, { ...many, lenght: 5 });
  const { data } = await check({ ...botOf({ groups: { Start: [rating] } }), version: '6' });
  expect(data).toEqual({ flowIssues: [] });
});

test('what is wrong with a draft follows its workspace, though nobody changes the draft', async () => {
  const transport = openTransport('REST', () => app().url);
  const workspaceId = await makeWorkspace(transport);
  const { bot: linked } = await bodyOf(transport.createBot({ workspaceId, bot: {} }));
  const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: {} }));
  const link = { type: 'Bot link', options: { botId: linked.id } };
  await bodyOf(transport.updateBot({ botId: bot.id, bot: botOf({ groups: { Start: [link] } }) }));
  const read = async () => {
    const asked = `{ bot(id: "${bot.id}") { issues { code } } }`;
    return codesIn((await queryGraphql(app().url, { query: asked })).data);
  };
  expect(await read()).toContain('LINKED_BOT_UNPUBLISHED');
  await bodyOf(transport.publishBot({ botId: linked.id }));
  expect(await read()).not.toContain('LINKED_BOT_UNPUBLISHED');
});

test('links in a circle over several bots are found, unless something is asked on the way', async () => {
  const transport = openTransport('REST', () => app().url);
  const workspaceId = await makeWorkspace(transport);
  const make = async () => (await bodyOf(transport.createBot({ workspaceId, bot: {} }))).bot.id;
  const [first, second, third] = [await make(), await make(), await make()];
  const link = (botId: string) => ({ type: 'Bot link', options: { botId } });
  const fill = async (botId: string, ...blocks: { readonly type: string }[]) => {
    await bodyOf(transport.updateBot({ botId, bot: botOf({ groups: { Start: blocks } }) }));
    await bodyOf(transport.publishBot({ botId }));
  };
  const loops = async (botId: string) => {
    const query = `{ bot(id: "${botId}") { issues { code } } }`;
    const codes = codesIn((await queryGraphql(app().url, { query })).data);
    return codes.includes('LOOP_WITHOUT_INPUT');
  };
  await fill(third, say('Third'), link(first));
  await fill(second, link(third));
  await fill(first, say('First'), link(second));
  expect([await loops(first), await loops(second), await loops(third)]).toEqual([true, true, true]);
  const sent = await statementsOf(async () => loops(first));
  expect(sent.filter((text) => text.includes('from flow '))).toEqual([]);
  await fill(second, asking('text input'), link(third));
  expect([await loops(first), await loops(second), await loops(third)]).toEqual([
    ...[false, false, false],
  ]);
});

function codesIn(data: unknown): unknown[] {
  return recordsAt(data, 'bot.issues').map(({ code }) => code);
}

const at = { x: 0, y: 0 };

const hologram = { id: 'h', type: 'hologram', options: { depth: 3 } };

const groups = [{ id: 'g', title: 'G', graphCoordinates: at, blocks: [hologram] }];

const events = [{ id: 's', type: 'start', graphCoordinates: at }];

const file = { version: '6', events, groups, spaceId: 'space', revision: 'theirs', draft: 1 };

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const importing = async (bot: object) =>
    (await bodyOf(transport.importBot({ workspaceId: await makeWorkspace(transport), bot }))).bot;

  test('a file of a newer version is stored whole, and edits lose nothing of it', async () => {
    const { id: botId } = await importing({ ...file, id: 'x', workspaceId: 'w', isArchived: true });
    const read = async () => (await bodyOf(transport.readBot({ botId }))).bot;
    expect(await read()).toMatchObject({ ...file, id: botId, isArchived: false });
    const edited = { name: 'Edited', groups: [{ ...groups[0], title: 'H' }], planet: 'Mars' };
    await bodyOf(transport.updateBot({ botId, bot: edited }));
    expect(await read()).toMatchObject({ ...edited, spaceId: 'space', revision: 'theirs' });
    await bodyOf(transport.updateBot({ botId, bot: { name: 'Again', spaceId: null } }));
    expect(await read()).not.toHaveProperty('spaceId');
    const blocks = [hologram, { ...hologram, id: 'i' }, { ...hologram, type: 'teleporter' }];
    const refusal = await refusalOf(
      transport.updateBot({ botId, bot: { groups: [{ ...groups[0], blocks }] } }),
    );
    expect(refusal.issues?.map(({ path }) => path)).toEqual(
      [1, 2].map((index) => ['bot', 'groups', 0, 'blocks', index, 'type'].map(spelt)),
    );
    const misspelt = await refusalOf(transport.updateBot({ botId, bot: { grups: [] } }));
    expect(misspelt.issues?.map(({ path }) => path)).toEqual([['bot', 'grups']]);
    const much = { name: 'x', more: 'x'.repeat(1_000_000) };
    expect((await refusalOf(transport.updateBot({ botId, bot: much }))).code).toBe('BAD_REQUEST');
    const ending = 'a'.repeat(999_000);
    expect(
      (await refusalOf(transport.updateBot({ botId, bot: { name: 'x', a: ending, b: ending } })))
        .code,
    ).toBe('BAD_REQUEST');
    await bodyOf(transport.updateBot({ botId, bot: { name: 'x', a: ending } }));
    expect(
      (await refusalOf(transport.updateBot({ botId, bot: { name: 'x', b: ending } }))).code,
    ).toBe('BAD_REQUEST');
  });

  test('a preview of a flow that has an id replies with that id', async () => {
    const { botId } = await makePublished(transport, botOf(interview));
    const bot = { ...botOf(interview), version: '6', id: 'mine' };
    expect(await bodyOf(transport.startPreview({ botId, bot }))).toMatchObject({
      bot: { id: 'mine' },
    });
    expect(await bodyOf(transport.startPreview({ botId }))).toMatchObject({ bot: { id: botId } });
  });

  test('an unknown token is refused, also where none is needed', async () => {
    const { publicId } = await makePublished(transport, botOf(interview));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }));
    const calling = { token: 'parley_nobody' };
    for (const call of [
      transport.startChat({ publicId }, calling),
      transport.continueChat({ sessionId, message: 'Ada' }, calling),
      transport.startPreview({ botId: 'bot_none' }, calling),
      transport.stopReply({ sessionId }, calling),
    ]) {
      expect((await refusalOf(call)).code).toBe('UNAUTHORIZED');
    }
  });

  test('a bot with a progress bar replies with the progress when a chat is only registered', async () => {
    const theme = { general: { progressBar: { isEnabled: true } } };
    const { publicId } = await makePublished(transport, botOf(interview, { theme }));
    const reply = await bodyOf(transport.startChat({ publicId, isOnlyRegistering: true }));
    expect(reply).toMatchObject({ progress: 0 });
  });

  function spelt(part: string | number): string | number {
    return name === 'REST' ? part : String(part);
  }
});

test('events of a chat from before its first one are refused', async () => {
  const transport = openTransport('REST', () => app().url);
  const { publicId } = await makePublished(transport, botOf(interview));
  const { sessionId } = await bodyOf(transport.startChat({ publicId }));
  const address = `${app().url}/v1/sessions/${sessionId}/events?after=-1`;
  for (const accept of ['application/json', 'text/event-stream']) {
    const response = await fetch(address, { headers: { accept } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ issues: [{ path: ['after'] }] });
  }
  const query = `{ chatEvents(sessionId: "${sessionId}", after: -1) { seq } }`;
  expect((await queryGraphql(app().url, { query })).errors).toHaveLength(1);
});

test('a number where the interface has a text is refused', async () => {
  const transport = openTransport('REST', () => app().url);
  const workspaceId = await makeWorkspace(transport);
  const bad = { workspaceId: 5 } as unknown as { workspaceId: string };
  for (const call of [
    transport.createBot({ ...bad, bot: {} }),
    transport.importBot({ ...bad, bot: file }),
  ]) {
    const { code, issues } = await refusalOf(call);
    expect([code, issues?.[0]?.path]).toEqual(['BAD_REQUEST', ['workspaceId']]);
  }
  const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: {} }));
  const patch = { updatedAt: 5 };
  expect((await refusalOf(transport.updateBot({ botId: bot.id, bot: patch }))).code).toBe(
    'BAD_REQUEST',
  );
});
