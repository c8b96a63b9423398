import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { recordAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { queryGraphql } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
/** More than one statement of a scan reads. */
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

/** Every look at the clock finds that much time has passed. */
const hurry = () => {
  let now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 10_000));
};

const search = async (after?: string) => {
  const answer = await queryGraphql(app().url, { query: SEARCH, variables: { id: botId, after } });
  return recordAt(answer.data, 'bot.results');
};

test('a search that ends before its page is full says in GraphQL until when it looked, and finds the rest on the next page', async () => {
  hurry();
  const { nodes, nextCursor, searchedUntil } = await search();
  expect(nodes).toEqual([]);
  expect(Date.parse(String(searchedUntil))).toBeLessThan(Date.now() - 4_000_000);
  jest.restoreAllMocks();
  const rest = { nodes: [{ id: 'res_1' }], nextCursor: null, searchedUntil: null };
  expect(await search(String(nextCursor))).toEqual(rest);
});

test('a search over REST says the same in a header, and a whole answer has none', async () => {
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
