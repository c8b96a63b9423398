import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview, parrot } from '../support/botOf.js';
import { partAt, recordAt } from '../support/parts.js';
import { expectExactCounts } from '../support/recount.js';
import { rowsOf } from '../support/rows.js';
import {
  bodyOf,
  openTransport,
  queryGraphql,
  refusalOf,
  transportNames,
} from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

interface Listing {
  readonly nodes: readonly { readonly id: string }[];
  readonly edges: readonly { readonly cursor: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
  readonly totalCount: number | null;
}

let botId: string;
let ids: string[];

beforeAll(async () => {
  const made = await makePublished(rest, botOf(interview));
  botId = made.botId;
  await rowsOf(
    app().databaseUrl,
    `with older as (update bot set earlier_keys = '{""}' where id = $1)
      insert into result (id, bot_id, variables, is_completed, has_started, is_archived, answers_from, created_at, updated_at)
      select 'res_' || lpad(n::text, 3, '0'), $1, json_build_array(
          json_build_object('id', 'vName', 'name', 'Name', 'value', 'Guest ' || n),
          json_build_object('id', 'vTags', 'name', 'Tags', 'value', json_build_array('all', 't' || n % 3))),
        n % 4 = 0, n % 2 = 0, false, '', now() - n * interval '1 hour', now()
      from generate_series(1, 40) n`,
    [botId],
  );
  await rowsOf(
    app().databaseUrl,
    `insert into answer (result_id, id, block_id, group_id, content, storage_used, created_at)
      values ('res_007', 'ans_1', 'b', 'g', 'My 100% favourite', 0, now())`,
  );
  ids = Array.from({ length: 40 }, (_, index) => `res_${String(index + 1).padStart(3, '0')}`);
});

describe.each(transportNames)('the list of results over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const idsOf = async (sent: object) => {
    const { results } = await bodyOf(transport.listResults({ botId, limit: 100, ...sent }));
    return results.map(({ id }) => id);
  };
  /** A filter by one variable, which REST has in three parameters. */
  const holding = (match: { variable: string; equals?: string; contains?: string }) =>
    name === 'REST' ? match : { variables: [match] };

  test('can be filtered by the value of a variable', async () => {
    expect(await idsOf(holding({ variable: 'Name', equals: 'Guest 7' }))).toEqual(['res_007']);
    expect(await idsOf(holding({ variable: 'vName', contains: 'GUEST 1' }))).toHaveLength(11);
    expect(await idsOf(holding({ variable: 'Tags', equals: 't2' }))).toHaveLength(13);
    expect(await idsOf(holding({ variable: 'Nobody' }))).toEqual([]);
  });

  test('can be filtered by the answer to a block, and by the block on which the chat rests', async () => {
    const answering = (held: object) =>
      idsOf(
        name === 'REST' ? { answerTo: 'b', ...held } : { answers: [{ blockId: 'b', ...held }] },
      );
    expect(await answering({})).toEqual(['res_007']);
    expect(await answering({ contains: '100% FAV' })).toEqual(['res_007']);
    expect(await answering({ equals: '100%' })).toEqual([]);
    const { botId: other, publicId } = await makePublished(rest, botOf(interview));
    const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
    const resting = async (restsAtBlockId: string) =>
      (await bodyOf(transport.listResults({ botId: other, restsAtBlockId }))).results.map(
        ({ id }) => id,
      );
    expect(await resting('Start.2')).toEqual([resultId]);
    await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
    expect([await resting('Start.2'), await resting('Start.4')]).toEqual([[], [resultId]]);
  });

  test('can be filtered by a text, a time range and completion', async () => {
    expect(await idsOf({ search: '100%' })).toEqual(['res_007']);
    expect(await idsOf({ isCompleted: true })).toHaveLength(10);
    const [from, until] = [20.5, 10.5].map((hours) =>
      new Date(Date.now() - hours * 3_600_000).toISOString(),
    );
    expect(await idsOf({ from, until })).toEqual(ids.slice(10, 20));
  });

  test('continues after the id of a result, as after a cursor', async () => {
    expect(await idsOf({ cursor: 'res_030' })).toEqual(ids.slice(30));
    const { code } = await refusalOf(transport.listResults({ botId, cursor: 'res_999' }));
    expect(code).toBe('BAD_REQUEST');
  });

  test.each([
    { timeZone: '+02:00' },
    { timeZone: 'Mars/Base' },
    { timeFilter: 'someday' },
    { from: 'yesterday' },
    { hasStarted: 'perhaps' },
    { limit: 10.5 },
    { limit: 'x' },
    { search: 'x'.repeat(1_001) },
  ])('refuses %j, saying which', async (sent) => {
    const refusal = await refusalOf(transport.listResults({ botId, ...sent }));
    const [path] = Object.keys(sent);
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: [path] }] });
    expect(JSON.stringify(refusal)).not.toMatch(/enum|scalar|nullable|Boolean/);
  });
});

test('refuses a filter by a variable and an answer at once', async () => {
  const sent = { botId, variable: 'Name', answerTo: 'b', equals: 'Ada' };
  const refusal = await refusalOf(rest.listResults(sent));
  expect(refusal).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: ['answerTo'] }] });
});

test('refuses a filter by value without a variable', async () => {
  const refusal = await refusalOf(rest.listResults({ botId, equals: 'Ada' }));
  expect(refusal).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: ['variable'] }] });
});

describe('the table of results', () => {
  const list = async (args: string): Promise<Listing> => {
    const query = `query ($botId: ID!) { bot(id: $botId) { results(${args}) {
      nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage } totalCount } } }`;
    const { data, errors } = await queryGraphql(app().url, { query, variables: { botId } });
    if (errors) throw new Error(JSON.stringify(errors));
    return partAt(data, 'bot.results') as Listing; // The selection of the query.
  };
  const idsOf = async (args: string) => (await list(args)).nodes.map(({ id }) => id);

  test('can be read forward and backward, and says whether there is more in either direction', async () => {
    const all = 'hasStarted: null';
    const first = await list(`${all}, first: 15`);
    const second = await list(`${all}, first: 15, after: "${first.edges.at(-1)?.cursor}"`);
    expect(second.nodes.map(({ id }) => id)).toEqual(ids.slice(15, 30));
    expect(second.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true });
    const back = await list(`${all}, last: 15, before: "${second.edges[0]?.cursor}"`);
    expect(back.nodes).toEqual(first.nodes);
    expect(back.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false });
    expect(await idsOf(`${all}, last: 3`)).toEqual(ids.slice(37));
  });

  test('counts all pages on request, with the same filter', async () => {
    expect(await list('hasStarted: null, first: 1')).toMatchObject({ totalCount: 40 });
    expect(await list('first: 1')).toMatchObject({ totalCount: 20 });
  });

  test('can show completed results, or the others', async () => {
    expect((await list('isCompleted: true')).totalCount).toBe(10);
    expect((await list('isCompleted: false, hasStarted: null')).totalCount).toBe(30);
  });

  test('can show results created between two instants', async () => {
    const between = (...hours: readonly number[]) => {
      const [from, until] = hours.map((ago) =>
        new Date(Date.now() - ago * 3_600_000).toISOString(),
      );
      return `hasStarted: null, from: "${from}", until: "${until}"`;
    };
    expect(await idsOf(between(20.5, 10.5))).toEqual(ids.slice(10, 20));
    expect(await idsOf(between(34.5, 24.5))).toEqual(ids.slice(24, 34));
    expect(await idsOf(`${between(34.5, 24.5)}, timeFilter: TODAY`)).toEqual([]);
  });

  test.each([
    ['variables: [{ variable: "Name", equals: "Guest 7" }]', ['res_007']],
    ['variables: [{ variable: "vName", contains: "EST 4" }]', [4, 40]],
    [
      'variables: [{ variable: "Tags", equals: "t1" }, { variable: "Name", contains: "3" }]',
      [13, 31, 34, 37],
    ],
    ['variables: [{ variable: "Name", contains: "%" }]', []],
    ['search: "100% fav"', [7]],
    ['search: "guest 38"', [38]],
  ])('shows those with %s', async (filter, expected) => {
    const wanted = expected.map((one) => (typeof one === 'number' ? ids[one - 1] : one));
    expect(await idsOf(`hasStarted: null, ${filter}`)).toEqual(wanted);
  });
});

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);

  test('the transcript and the logs of a result can be read', async () => {
    const { publicId, ...made } = await makePublished(rest, botOf(interview));
    const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
    for (const message of ['Ada', 'old', '36']) {
      await bodyOf(rest.continueChat({ sessionId, message }));
    }
    const asked = { botId: made.botId, resultId };
    const { transcript } = await bodyOf(transport.readTranscript(asked));
    expect(transcript.map(({ role, text }) => [role, text])).toEqual([
      ['BOT', 'Welcome!'],
      ['USER', 'Ada'],
      ['BOT', 'Hi Ada, how old are you?'],
      ['USER', 'old'],
      ['BOT', 'Invalid message. Please, try again.'],
      ['USER', '36'],
      ['BOT', 'Thanks Ada.'],
    ]);
    expect(await bodyOf(transport.readLogs(asked))).toEqual({ logs: [] });
  });

  test('a deleted result is empty and not listed, and its chat is over', async () => {
    const { publicId, ...made } = await makePublished(rest, botOf(interview));
    const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
    await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
    const sent = { botId: made.botId, resultIds: [resultId, 'res_000'] };
    expect(await bodyOf(transport.deleteResults(sent))).toEqual({ deletedCount: 1 });
    const { result } = await bodyOf(transport.getResult({ botId: made.botId, resultId }));
    expect(result).toMatchObject({ isArchived: true, variables: [], answers: [] });
    expect(await bodyOf(transport.listResults({ botId: made.botId }))).toMatchObject({
      results: [],
    });
    const said = await bodyOf(transport.readTranscript({ botId: made.botId, resultId }));
    expect(said.transcript).toEqual([]);
    const late = await refusalOf(rest.continueChat({ sessionId, message: '36' }));
    expect(late).toMatchObject({ reason: 'SESSION_ENDED' });
    expect(await bodyOf(transport.readStats({ botId: made.botId }))).toMatchObject({
      totalViews: 1,
    });
    await expectExactCounts(app().databaseUrl, made.botId);
  });

  test('all results are deleted only if that is requested explicitly', async () => {
    const { publicId, ...made } = await makePublished(rest, botOf(interview));
    for (let n = 0; n < 3; n += 1) await bodyOf(rest.startChat({ publicId }));
    for (const sent of [{}, { all: false }, { all: true, resultIds: ['res_1'] }]) {
      const refusal = await refusalOf(transport.deleteResults({ botId: made.botId, ...sent }));
      expect(refusal).toMatchObject({ code: 'BAD_REQUEST', reason: 'VALIDATION' });
    }
    const all = { botId: made.botId, all: true };
    expect(await bodyOf(transport.deleteResults(all))).toEqual({ deletedCount: 3 });
    expect(await bodyOf(transport.deleteResults(all))).toEqual({ deletedCount: 0 });
  });
});

describe('a search of results', () => {
  /** More results than one statement of a scan reads. */
  const COUNT = 5_100;

  const SEARCH = `query ($id: ID!, $after: String) {
  bot(id: $id) { results(search: "needle", after: $after) { nodes { id } nextCursor searchedUntil } }
}`;

  let botId = '';

  afterEach(() => void jest.restoreAllMocks());

  beforeAll(async () => {
    ({ botId } = await makePublished(restOf(app), botOf(parrot)));
    await rowsOf(
      app().databaseUrl,
      `with older as (update bot set earlier_keys = '{""}' where id = $1)
      insert into result (id, bot_id, variables, is_completed, has_started, is_archived, answers_from, created_at, updated_at)
      select 'res_' || n, $1, json_build_array(json_build_object('id', 'v', 'name', 'V', 'value',
          case when n = 1 then 'a needle' else 'hay' end)),
        false, true, false, '', now() - (${COUNT} - n) * interval '1 second', now()
      from generate_series(1, ${COUNT}) n`,
      [botId],
    );
  });

  /** A clock that moves on far at each reading. */
  const hurry = () => {
    let now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 10_000));
  };

  const search = async (after?: string) => {
    const answer = await queryGraphql(app().url, {
      query: SEARCH,
      variables: { id: botId, after },
    });
    return recordAt(answer.data, 'bot.results');
  };

  test('a search that stops before its page is full says in GraphQL how far back it went, and finds the rest on the next page', async () => {
    hurry();
    const { nodes, nextCursor, searchedUntil } = await search();
    expect(nodes).toEqual([]);
    expect(Date.parse(String(searchedUntil))).toBeLessThan(Date.now() - 4_000_000);
    jest.restoreAllMocks();
    const rest = { nodes: [{ id: 'res_1' }], nextCursor: null, searchedUntil: null };
    expect(await search(String(nextCursor))).toEqual(rest);
  });

  test('a search over REST says so in a header, which a complete answer does not have', async () => {
    const ask = (more = '') =>
      fetch(`${app().url}/api/v1/bots/${botId}/results?search=needle&timeFilter=allTime${more}`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
    const whole = await ask();
    expect([whole.headers.has('parley-searched-until'), await whole.json()]).toMatchObject([
      false,
      { results: [{ id: 'res_1' }], nextCursor: null },
    ]);
    hurry();
    const cut = await ask();
    expect(Date.parse(cut.headers.get('parley-searched-until') ?? '')).toBeLessThan(Date.now());
    expect(await cut.json()).toMatchObject({ results: [], nextCursor: expect.any(String) });
  });
});

test.each(['answers', 'variables'])('at most 20 conditions on %s are taken', async (member) => {
  const query = `query ($botId: ID!, $answers: [AnswerMatchInput!], $variables: [VariableMatchInput!]) {
    bot(id: $botId) { results(answers: $answers, variables: $variables) { totalCount } } }`;
  const one = member === 'answers' ? { blockId: 'b' } : { variable: 'Name' };
  const ask = async (count: number) => {
    const variables = { botId, [member]: Array.from({ length: count }, () => one) };
    return queryGraphql(app().url, { query, variables });
  };
  expect(await ask(20)).not.toHaveProperty('errors');
  const refused = await ask(21);
  expect(partAt(refused, 'errors.0.extensions.issues')).toMatchObject([{ path: [member] }]);
});

test('some results are read by their ids, those of other bots left out, at most 100 at once', async () => {
  const query = `query ($botId: ID!, $ids: [ID!]) {
    bot(id: $botId) { results(ids: $ids, hasStarted: null) { nodes { id } } } }`;
  const ask = async (wanted: readonly string[]) =>
    queryGraphql(app().url, { query, variables: { botId, ids: wanted } });
  const { data } = await ask(['res_003', 'res_none', 'res_001']);
  expect(partAt(data, 'bot.results.nodes')).toEqual([{ id: 'res_001' }, { id: 'res_003' }]);
  const refused = await ask(Array.from({ length: 101 }, (_, place) => `res_${place}`));
  expect(partAt(refused, 'errors.0.extensions.issues')).toMatchObject([{ path: ['ids'] }]);
});
