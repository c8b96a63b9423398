import { beforeAll, describe, expect, test } from '@jest/globals';
import { hashOf } from '../../src/auth/token.js';
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
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { partAt, recordAt } from '../support/parts.js';

const app = useApp();

/** A bot with 25 results of the same moment, three older ones and an archived one. */
let botId: string;
let ids: string[];
const DAY = 86_400_000;

beforeAll(async () => {
  const transport = restOf(app);
  const made = await makePublished(transport, botOf(interview));
  botId = made.botId;
  // A little ahead of now, so that they stay of today even if midnight passes during the tests.
  const now = new Date(Date.now() + 600_000);
  const ages = [...Array.from({ length: 25 }, () => 0), 3 * DAY, 20 * DAY, 400 * DAY];
  ids = ages.map((_age, index) => `res_${String(index).padStart(3, '0')}`);
  for (const [index, age] of ages.entries()) {
    await insertResult(ids[index] ?? '', new Date(now.getTime() - age), {
      started: index % 2 === 0,
    });
  }
  await insertResult('res_archived', now, { archived: true });
});

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const list = async (sent: object = {}) => bodyOf(transport.listResults({ botId, ...sent }));

  describe('the list of results', () => {
    test('shows the newest first, fifty at a time, of the last seven days', async () => {
      const { results, nextCursor } = await list();
      const week = ids.slice(0, 26);
      const newestFirst = [...week.slice(0, 25).sort().reverse(), week[25]];
      expect(results.map(({ id }) => id)).toEqual(newestFirst);
      expect(nextCursor).toBeNull();
    });

    test.each([1, 7, 27, 28, 100])('can be read to the end in pages of %i', async (limit) => {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list({ limit, timeFilter: 'allTime', ...(cursor && { cursor }) });
        expect(page.results.length).toBeLessThanOrEqual(limit);
        seen.push(...page.results.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect([...seen].sort()).toEqual([...ids].sort());
      expect(new Set(seen).size).toBe(seen.length);
    });

    test('has no next page when the last one is full', async () => {
      const { nextCursor } = await list({ limit: 28, timeFilter: 'allTime' });
      expect(nextCursor).toBeNull();
    });

    test('keeps its position while new results come', async () => {
      const first = await list({ limit: 3 });
      const late = `res_late_${name}`;
      await insertResult(late, new Date(Date.now() + 3_600_000), {});
      const second = await list({ limit: 3, cursor: first.nextCursor });
      const seen = [...first.results, ...second.results].map(({ id }) => id);
      await rowsOf(app().databaseUrl, 'delete from result where id = $1', [late]);
      const { results } = await list({ limit: 6 });
      expect(seen).toEqual(results.map(({ id }) => id));
    });

    test('can be limited to results with, or without, an answer', async () => {
      const count = async (hasStarted?: boolean) =>
        (await list({ timeFilter: 'allTime', hasStarted })).results.length;
      expect([await count(true), await count(false), await count()]).toEqual([14, 14, 28]);
    });

    test.each([
      ['today', 25],
      ['last7Days', 26],
      ['last30Days', 27],
      ['allTime', 28],
    ])('of %s has %i', async (timeFilter, count) => {
      expect((await list({ timeFilter, timeZone: 'UTC' })).results).toHaveLength(count);
    });

    test.each([
      ['limit', 0],
      ['limit', 101],
      ['limit', 10.5],
      ['limit', 'abc'],
      ['limit', ''],
      ['limit', -1],
      ['timeFilter', 'yesterday'],
      ['timeFilter', 'toString'],
      ['timeZone', 'Europe/Atlantis'],
      ['timeZone', ''],
      ['hasStarted', 'perhaps'],
      ['cursor', 'garbage'],
      ['cursor', Buffer.from('1 a\0b').toString('base64url')],
      ['cursor', Buffer.from('99999999999999999 res_1').toString('base64url')],
      ['cursor', ''],
    ])('is refused with %s %j', async (parameter, value) => {
      const refusal = await refusalOf(transport.listResults({ botId, [parameter]: value }));
      expect(refusal).toMatchObject({ code: 'BAD_REQUEST' });
      expect(refusal.issues?.map(({ path }) => path)).toEqual([[parameter]]);
    });

    test('of a missing bot is not found', async () => {
      expect(await refusalOf(transport.listResults({ botId: 'bot_none' }))).toMatchObject({
        code: 'NOT_FOUND',
        reason: 'BOT_NOT_FOUND',
      });
    });
  });

  describe('one result', () => {
    test('has its answers oldest first, and its variables except session variables', async () => {
      const made = await makePublished(
        transport,
        botOf(interview, {
          variables: [
            { id: 'vName', name: 'Name' },
            { id: 'vAge', name: 'Age' },
            { id: 'vSecret', name: 'Secret', value: 'x', isSessionVariable: true },
            { id: 'vSource', name: 'Source', value: 'web' },
            { id: 'vNothing', name: 'Nothing' },
          ],
        }),
      );
      const { sessionId, resultId } = await bodyOf(
        transport.startChat({ publicId: made.publicId }),
      );
      for (const message of ['Ada', '36'])
        await bodyOf(transport.continueChat({ sessionId, message }));
      const { result } = await bodyOf(transport.getResult({ botId: made.botId, resultId }));
      expect(result).toEqual({
        id: resultId,
        createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        botId: made.botId,
        isCompleted: true,
        hasStarted: true,
        isArchived: false,
        variables: expect.arrayContaining([
          { id: 'vName', name: 'Name', value: 'Ada' },
          { id: 'vAge', name: 'Age', value: '36' },
          { id: 'vSource', name: 'Source', value: 'web' },
        ]),
        answers: [
          answerOf(resultId, ['Start.2', 'vName', 'Ada']),
          answerOf(resultId, ['Start.4', 'vAge', '36']),
        ],
      });
      expect(result.variables).toHaveLength(3);
      const listed = await bodyOf(transport.listResults({ botId: made.botId }));
      expect(listed.results).toEqual([result]);
    });

    test('is found if it is archived, but not through another bot', async () => {
      const { result } = await bodyOf(transport.getResult({ botId, resultId: 'res_archived' }));
      expect(result).toMatchObject({ id: 'res_archived', isArchived: true });
      const other = await makePublished(transport, botOf(interview));
      for (const [bot, resultId] of [
        [other.botId, 'res_000'],
        [botId, 'res_none'],
      ]) {
        expect(await refusalOf(transport.getResult({ botId: bot, resultId }))).toMatchObject({
          code: 'NOT_FOUND',
          reason: 'RESULT_NOT_FOUND',
        });
      }
    });
  });
});

function answerOf(resultId: string, [blockId, variableId, content]: readonly string[]): object {
  return {
    createdAt: expect.stringMatching(/Z$/),
    resultId,
    blockId,
    groupId: 'Start',
    variableId,
    content,
    storageUsed: 0,
  };
}

async function insertResult(
  id: string,
  createdAt: Date,
  { started = false, archived = false }: { started?: boolean; archived?: boolean },
): Promise<void> {
  await rowsOf(
    app().databaseUrl,
    `with older as (update bot set earlier_keys = '{""}' where id = $2)
     insert into result (id, bot_id, variables, is_completed, has_started, is_archived, answers_from,
       created_at, updated_at) values ($1, $2, '[]', false, $3, $4, '', $5, $5)`,
    [id, botId, started, archived, createdAt],
  );
}

test('the session id of a chat is shown with its result only to callers who may answer in it', async () => {
  const { databaseUrl, url } = app();
  const owner = restOf(app);
  const made = await makePublished(owner, botOf(interview));
  const { sessionId, resultId } = await bodyOf(owner.startChat({ publicId: made.publicId }));
  const query = `query ($botId: ID!, $resultId: ID!) { bot(id: $botId) {
    result(id: $resultId) { sessionId } results(hasStarted: null) { nodes { id sessionId } } } }`;
  const variables = { botId: made.botId, resultId };
  const toldTo = async (token: string) => {
    const { data } = await queryGraphql(url, { query, variables }, { token });
    const result = recordAt(data, 'bot.result');
    expect(partAt(data, 'bot.results.nodes')).toEqual([{ id: resultId, ...result }]);
    return result['sessionId'];
  };
  expect(await toldTo(TOKEN)).toBe(sessionId);

  const { workspaceId } = made;
  const guest = await saveUser(databaseUrl, { workspaceId, role: 'GUEST' });
  const share = `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
    select $1, user_id, 'READ', now(), now() from api_token where hash = $2`;
  await rowsOf(databaseUrl, share, [made.botId, hashOf(guest)]);
  expect(await toldTo(guest)).toBeNull();

  const member = await saveUser(databaseUrl, { workspaceId, role: 'MEMBER' });
  const scope = 'update api_token set scopes = $1 where hash = $2';
  await rowsOf(databaseUrl, scope, ['["BOTS_READ", "RESULTS_READ"]', hashOf(member)]);
  expect(await toldTo(member)).toBeNull();
  await rowsOf(databaseUrl, scope, ['["RESULTS_READ", "CHAT"]', hashOf(member)]);
  expect(await toldTo(member)).toBe(sessionId);
});
