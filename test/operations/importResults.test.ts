import { expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { partAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
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

test('a result that was deleted here is not brought again', async () => {
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

test('a result that is sent twice in one request is brought once', async () => {
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
