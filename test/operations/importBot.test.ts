import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { partAt } from '../support/parts.js';
import {
  bodyOf,
  openTransport,
  queryGraphql,
  refusalOf,
  transportNames,
} from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);

  describe('importing a bot', () => {
    const importing = async (bot: object) =>
      bodyOf(transport.importBot({ workspaceId: await makeWorkspace(transport), bot }));

    test('accepts a flow of version 3 with its old request table and its start block', async () => {
      const { bot } = await importing(oldFlow('3'));
      expect(bot).toMatchObject({
        version: '6',
        name: 'Old',
        events: [{ id: 'first', type: 'start', outgoingEdgeId: 'e0' }],
        groups: [{ id: 'g', blocks: [{ id: 'b', type: 'text' }] }],
        edges: [{ id: 'e0', from: { eventId: 'first' }, to: { groupId: 'g' } }],
      });
    });

    test.each(['4', '5'])('takes a flow of version %s', async (version) => {
      const { bot } = await importing(oldFlow(version));
      expect(bot).toMatchObject({ version: '6', events: [{ id: 'first', outgoingEdgeId: 'e0' }] });
    });

    test.each(['6', '6.1'])('takes a flow of version %s and keeps its ids', async (version) => {
      const sent: Record<string, unknown> = { ...botOf(interview), version };
      const { bot } = await importing(sent);
      expect(bot['version']).toBe('6');
      for (const part of ['events', 'groups', 'edges', 'variables']) {
        expect(JSON.stringify(bot[part])).toBe(JSON.stringify(sent[part]));
      }
    });

    test('of version 6.1 keeps its theme, and tells clients to use the defaults of that version', async () => {
      const sent = { ...botOf(interview), version: '6.1', theme: { customCss: 'a {} /* b */' } };
      const { bot } = await importing(sent);
      expect(bot['theme']).toEqual(sent.theme);
      const shown = { customCss: 'a {} ', version: '6.1' };
      const { publicId } = await bodyOf(transport.publishBot({ botId: bot.id }));
      expect(await bodyOf(transport.startChat({ publicId }))).toMatchObject({
        bot: { theme: shown },
      });
      const preview = await bodyOf(transport.startPreview({ botId: bot.id, bot: sent }));
      expect(preview).toMatchObject({ bot: { theme: shown } });
    });

    test('accepts the groups alone', async () => {
      const { bot } = await importing({ version: '6', groups: [] });
      expect(bot).toMatchObject({ name: 'My bot', groups: [], edges: [], variables: [] });
    });

    test('accepts a file of an old version without groups as an empty flow', async () => {
      const { bot } = await importing({ name: 'x' });
      expect(bot).toMatchObject({ name: 'x', events: [{ type: 'start' }], groups: [], edges: [] });
    });

    test('refuses a file that is not a flow', async () => {
      const workspaceId = await makeWorkspace(transport);
      const { code, issues } = await refusalOf(
        transport.importBot({ workspaceId, bot: { version: '6', name: 'No groups' } }),
      );
      expect(code).toBe('BAD_REQUEST');
      expect(issues?.[0]?.path).toEqual(['bot', 'groups']);
    });

    test('switches sharing and the messenger channel off, and keeps the branding', async () => {
      const { bot } = await importing({
        version: '6',
        groups: [],
        settings: {
          general: { isBrandingEnabled: false },
          publicShare: { isEnabled: true },
          messengerChannel: { isEnabled: true, sessionExpiryTimeout: 4 },
        },
      });
      expect(bot['settings']).toEqual({
        general: { isBrandingEnabled: false },
        publicShare: { isEnabled: false },
        messengerChannel: { isEnabled: false, sessionExpiryTimeout: 4 },
      });
    });

    test('ignores members of the file that belong to the exported bot', async () => {
      const workspaceId = await makeWorkspace(transport);
      const { bot } = await bodyOf(
        transport.importBot({
          workspaceId,
          bot: {
            ...botOf(interview),
            id: 'theirs',
            publicId: 'theirs',
            customDomain: 'theirs.example.com',
            workspaceId: 'theirs',
            folderId: 'theirs',
            isClosed: true,
            isArchived: true,
            riskLevel: 9,
            createdAt: '2001-01-01T00:00:00.000Z',
          },
        }),
      );
      expect(bot).toMatchObject({
        workspaceId,
        publicId: null,
        customDomain: null,
        folderId: null,
        isClosed: false,
        isArchived: false,
        riskLevel: null,
      });
      expect(bot.id).toMatch(/^bot_/);
      expect(bot['createdAt']).not.toMatch(/^2001/);
    });

    test('removes credentials from blocks that this workspace does not have', async () => {
      const block = {
        id: 'b',
        type: 'Google Sheets',
        options: { credentialsId: 'theirs', spreadsheetId: 's' },
      };
      const { bot } = await importing({ version: '6', groups: [groupOf(block)] });
      expect(bot['groups']).toMatchObject([{ blocks: [{ options: { spreadsheetId: 's' } }] }]);
      expect(JSON.stringify(bot)).not.toContain('theirs');
    });

    test('keeps broken edges as they are', async () => {
      const edges = [{ id: 'e', from: { blockId: 'gone' }, to: { groupId: 'gone too' } }];
      const { bot } = await importing({ version: '6', groups: [], edges });
      expect(bot['edges']).toEqual(edges);
    });
  });
});

function groupOf(...blocks: object[]): object {
  return { id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks };
}

function oldFlow(version: string): object {
  const start = { id: 's', type: 'start', label: 'Start', outgoingEdgeId: 'e0' };
  const said = {
    id: 'b',
    type: 'text',
    content: { richText: [{ type: 'p', children: [{ text: 'Hi' }] }] },
  };
  return {
    version,
    name: 'Old',
    groups: [{ ...groupOf(start), id: 'first' }, groupOf(said)],
    edges: [{ id: 'e0', from: { groupId: 'first', blockId: 's' }, to: { groupId: 'g' } }],
    variables: [],
    theme: {},
    settings: {},
    icon: null,
    folderId: null,
  };
}

const rest = restOf(app);

const answer = {
  blockId: 'Start.2',
  groupId: 'Start',
  variableId: 'vName',
  content: 'Ada',
  createdAt: '2024-03-01T10:00:01.000Z',
};

const collected = {
  id: 'there',
  createdAt: '2024-03-01T10:00:00.000Z',
  isCompleted: true,
  variables: [
    { id: 'vName', name: 'Name', value: 'Ada' },
    { id: 'vAge', name: 'Age', value: null },
  ],
  answers: [answer, { ...answer, blockId: 'Start.4', variableId: null, content: '36' }],
};

async function bring(botId: string, results: readonly object[]): Promise<unknown> {
  const query = `mutation ($input: ImportResultsInput!) { done: importResults(input: $input) {
    importedCount userErrors { reason message } } }`;
  const { data, errors } = await queryGraphql(app().url, {
    query,
    variables: { input: { botId, results } },
  });
  return (
    partAt(data, 'done.importedCount') ??
    partAt(data, 'done.userErrors.0.reason') ??
    errors?.[0]?.extensions['reason']
  );
}

test('results that were collected elsewhere are listed and counted, each once', async () => {
  const { botId } = await makePublished(rest, botOf(interview));
  expect(await bring(botId, [collected])).toBe(1);
  expect(await bring(botId, [collected, { ...collected, id: 'another' }])).toBe(1);
  const { results } = await bodyOf(rest.listResults({ botId, timeFilter: 'allTime' }));
  expect(results).toHaveLength(2);
  expect(results[0]).toMatchObject({
    createdAt: collected.createdAt,
    isCompleted: true,
    hasStarted: true,
    variables: [{ id: 'vName', name: 'Name', value: 'Ada' }],
    answers: [{ content: 'Ada', createdAt: answer.createdAt }, { content: '36' }],
  });
  const query = `query ($botId: ID!) { bot(id: $botId) {
    stats(timeFilter: ALL_TIME) { totalViews totalStarts totalCompleted } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { botId } });
  expect(partAt(data, 'bot.stats')).toEqual({ totalViews: 2, totalStarts: 2, totalCompleted: 2 });
});

test('a result that was deleted here is not imported again', async () => {
  const { botId } = await makePublished(rest, botOf(interview));
  await bring(botId, [collected]);
  await bodyOf(rest.deleteResults({ botId, all: true }));
  expect(await bring(botId, [collected])).toBe(0);
  const { results } = await bodyOf(rest.listResults({ botId, timeFilter: 'allTime' }));
  expect(results).toEqual([]);
});

test('a visit without an answer is no start, and characters that cannot be stored are left out', async () => {
  const { botId } = await makePublished(rest, botOf(interview));
  const odd = { ...answer, content: 'A\u0000d\ud800a' };
  const visits = [
    { ...collected, id: 'visit', isCompleted: null, answers: [] },
    { ...collected, id: 'odd', answers: [odd] },
  ];
  expect(await bring(botId, visits)).toBe(2);
  const { results } = await bodyOf(
    rest.listResults({ botId, timeFilter: 'allTime', hasStarted: true }),
  );
  expect(results).toMatchObject([{ answers: [{ content: 'Ad\ufffda' }] }]);
});

test.each([
  ['a time that is none', { createdAt: 'yesterday' }],
  ['a time before there were such chats', { createdAt: '1970-01-01T00:00:00Z' }],
  ['a time to come', { createdAt: '2200-01-01T00:00:00Z' }],
  ['no answers', { answers: undefined }],
])('a result with %s is refused, and none is stored', async (_case, fault) => {
  const { botId } = await makePublished(rest, botOf(interview));
  expect(await bring(botId, [collected, { ...collected, ...fault }])).toBe('VALIDATION');
  const { results } = await bodyOf(rest.listResults({ botId, timeFilter: 'allTime' }));
  expect(results).toEqual([]);
});

test('a result that is sent twice in one request is imported once', async () => {
  const { botId } = await makePublished(rest, botOf(interview));
  const later = { ...collected, answers: [{ ...answer, createdAt: '2024-03-01T10:00:09.000Z' }] };
  expect(await bring(botId, [collected, collected, later])).toBe(1);
  const { results } = await bodyOf(rest.listResults({ botId, timeFilter: 'allTime' }));
  expect(results).toMatchObject([{ answers: [{ content: 'Ada' }] }]);
});

test('more than 10 000 answers at once are refused', async () => {
  const { botId } = await makePublished(rest, botOf(interview));
  const many = Array.from({ length: 11 }, (_none, index) => ({
    ...collected,
    id: `r${index}`,
    answers: Array.from({ length: 1000 }, () => ({ ...answer, content: '' })),
  }));
  expect(await bring(botId, many)).toBe('VALIDATION');
});

test('more than 100 results at once are refused', async () => {
  const { botId } = await makePublished(rest, botOf(interview));
  const many = Array.from({ length: 101 }, (_none, index) => ({ ...collected, id: `r${index}` }));
  expect(await bring(botId, many)).toBe('VALIDATION');
});
