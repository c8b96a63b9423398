import { describe, expect, test } from '@jest/globals';
import type { EffectResult, OutsideEffect } from '../../../src/engine/index.js';
import {
  type Around,
  atGoogle,
  errorOf,
  performed,
  REFRESH_TOKEN,
  refusal,
  send,
  SERVICE_ACCOUNT,
  useGoogle,
} from '../../support/googleServer.js';
import { recordAt } from '../../support/parts.js';

type SheetsEffect = Extract<OutsideEffect, { kind: 'sheets' }>;

const google = useGoogle();
const HEAD = ['Name', 'Age', 'City'];
const ROWS = [
  ['Ada', '36', 'London'],
  ['Grace', '85', 'New York'],
  ['', '', ''],
  ['Kay', '41', 'London'],
];
const table = () => [HEAD, ...ROWS].map((row) => [...row]);

const sheetsEffect = (task: SheetsEffect['task']): SheetsEffect => ({
  ...{ kind: 'sheets', credentialsId: 'c', spreadsheetId: 'doc', sheetId: '7' },
  task,
});
const inSheet = (task: SheetsEffect['task'], around: Around = {}) =>
  performed(google, sheetsEffect(task), around);
const get = { action: 'get', columns: ['Name'], rows: 'All', chance: 0 } as const;
const namesIn = (result: EffectResult) =>
  result.ok
    ? JSON.stringify(recordAt(result.value)['rows']).match(/[A-Z][a-z]+(?="})/g)
    : result.error;

describe('a sheet', () => {
  test.each([
    ['All', 0, ['Ada', 'Grace', 'Kay']],
    ['First', 0, ['Ada']],
    ['Last', 0, ['Kay']],
    ['Random', 0.5, ['Grace']],
  ] as const)(
    'is read: %s of its rows, with their cells as it shows them',
    async (rows, chance, names) => {
      google.cells = table();
      const result = await inSheet({ ...get, rows, chance });
      expect(namesIn(result)).toEqual(names);
      expect(google.calls).toHaveLength(1);
    },
  );

  test.each<[string, string, string, readonly string[] | null]>([
    ['City', 'Equal to', 'London', ['Ada', 'Kay']],
    ['City', 'Not equal', 'London', ['Grace']],
    ['City', 'Contains', 'new', ['Grace']],
    ['City', 'Does not contain', 'new', ['Ada', 'Kay']],
    ['Age', 'Greater than', '41', ['Grace']],
    ['Age', 'Less or equal to', '41 years', ['Ada', 'Kay']],
    ['Name', 'Starts with', 'gr', ['Grace']],
    ['Name', 'Ends with', 'A', ['Ada']],
    ['Name', 'Matches regex', '/^[ak]/i', ['Ada', 'Kay']],
    ['Name', 'Does not match regex', '^[AK]', ['Grace']],
    ['Nothing', 'Is empty', '', ['Ada', 'Grace', 'Kay']],
    ['Name', 'Is set', '', ['Ada', 'Grace', 'Kay']],
    ['Name', 'Equal to', 'ada', null],
  ])('is filtered by %s %s %s', async (column, comparisonOperator, value, names) => {
    google.cells = table();
    const filter = {
      logicalOperator: 'AND',
      comparisons: [{ column, comparisonOperator, value }],
    } as const;
    expect(namesIn(await inSheet({ ...get, filter }))).toEqual(names);
  });

  test('is filtered by one comparison of several, or by all of them', async () => {
    google.cells = table();
    const comparisons = [
      { column: 'City', comparisonOperator: 'Equal to', value: 'London' },
      { column: 'Age', comparisonOperator: 'Greater than', value: '40' },
    ];
    const and = { ...get, filter: { logicalOperator: 'AND', comparisons } } as const;
    const or = { ...get, filter: { logicalOperator: 'OR', comparisons } } as const;
    expect(namesIn(await inSheet(and))).toEqual(['Kay']);
    expect(namesIn(await inSheet(or))).toEqual(['Ada', 'Grace', 'Kay']);
    const broken = [{ column: 'Age', comparisonOperator: 'Matches regex', value: '(' }];
    const pattern = { ...get, filter: { logicalOperator: 'OR', comparisons: broken } } as const;
    expect(errorOf(await inSheet(pattern))).toContain('pattern of the filter');
  });

  test('gets a row, in which nothing that a visitor writes is a formula', async () => {
    google.cells = table();
    const values = {
      Name: '=IMPORTDATA("https://example.com")',
      Age: '+49170',
      City: '-5',
      Phone: '1',
    };
    expect(await inSheet({ action: 'insert', values })).toEqual({
      ok: true,
      value: { missing: ['Phone'] },
    });
    expect(google.cells.at(-1)).toEqual(['=IMPORTDATA("https://example.com")', '+49170', '-5']);
    expect(google.calls.map(({ path }) => path)).toEqual([
      '/v4/spreadsheets/doc/values:batchGetByDataFilter',
      "/v4/spreadsheets/doc/values/'My%20sheet'!A1%3AZ1:append",
    ]);
  });

  test('of any width is read, but not changed if too many cells would be written', async () => {
    const names = Array.from({ length: 1_000 }, (_one, place) => `Column ${place}`);
    google.cells = [names, ...Array.from({ length: 501 }, () => ['Ada'])];
    const values = { 'Column 999': 'x' };
    const read = await inSheet({ ...get, columns: ['Column 0', 'Column 999'], rows: 'Last' });
    expect(read).toMatchObject({ value: { rows: [{ 'Column 0': 'Ada', 'Column 999': '' }] } });
    const comparisons = [{ column: 'Column 0', comparisonOperator: 'Is set', value: '' }];
    const filter = { logicalOperator: 'AND', comparisons } as const;
    const changed = await inSheet({ action: 'update', values, filter });
    expect(errorOf(changed)).toContain('more rows than can be changed at once');
  });

  test('is changed in all rows that match, by one request, and nowhere else', async () => {
    google.cells = table();
    const comparisons = [{ column: 'City', comparisonOperator: 'Equal to', value: 'London' }];
    const filter = { logicalOperator: 'AND', comparisons } as const;
    const result = await inSheet({ action: 'update', values: { Age: '99' }, filter });
    expect(result).toEqual({ ok: true, value: { missing: [], updated: 2 } });
    expect(google.cells.map(([, age]) => age)).toEqual(['Age', '99', '85', '', '99']);
    expect(google.calls).toHaveLength(2);
    const nowhere = [
      { ...comparisons[0], column: 'City', comparisonOperator: 'Equal to', value: 'x' },
    ];
    const none = {
      action: 'update',
      values: { Age: '1' },
      filter: { ...filter, comparisons: nowhere },
    } as const;
    expect(await inSheet(none)).toMatchObject({ value: { updated: 0 } });
    expect(google.calls).toHaveLength(3);
  });

  test('says which columns it does not have, and fails without any of them', async () => {
    google.cells = table();
    expect(await inSheet({ ...get, columns: ['Nothing'] })).toMatchObject({
      value: { missing: ['Nothing'] },
    });
    for (const cells of [[], table()]) {
      google.cells = cells;
      const text = errorOf(await inSheet({ action: 'insert', values: { Phone: '1' } }));
      expect(text).toBe('The sheet has none of these columns in its first row');
    }
  });
});

describe('an account at Google', () => {
  test('is used with its token until that expires, then with a new one, which is stored', async () => {
    google.cells = table();
    google.tokens = 1;
    const saved: unknown[] = [];
    const kept = { access_token: 'token-1', refresh_token: REFRESH_TOKEN, token_type: 'Bearer' };
    const fresh = { ...kept, expiry_date: Date.now() + 600_000 };
    await inSheet(get, { data: fresh, saved });
    expect([google.tokens, saved]).toEqual([1, []]);
    await inSheet(get, { data: { ...kept, expiry_date: Date.now() + 30_000 }, saved });
    expect(google.tokens).toBe(2);
    expect(saved).toEqual([{ ...kept, access_token: 'token-2', expiry_date: expect.any(Number) }]);
  });

  test('whose token Google refuses before its time gets another, once', async () => {
    google.cells = table();
    const data = {
      access_token: 'old',
      refresh_token: REFRESH_TOKEN,
      expiry_date: Date.now() + 600_000,
    };
    expect(await inSheet(get, { data })).toMatchObject({ ok: true });
    expect(google.calls.map(({ bearer }) => bearer)).toEqual(['old', 'token-1']);
    const wrong = (response: Parameters<typeof send>[0]) =>
      send(response, 401, refusal('No token-2'));
    google.next.push(wrong, wrong, wrong);
    expect(errorOf(await inSheet(get, { data }))).toBe(
      'Google refused it (401, connect the account again): No ***',
    );
    expect(google.next).toHaveLength(1);
  });

  test('gets one new token for all chats that need it at once, also if one of them is given up', async () => {
    google.cells = table();
    const perform = atGoogle(google, {});
    const abandoned = new AbortController();
    const all = Array.from({ length: 6 }, (_, chat) =>
      perform(sheetsEffect(get), chat === 0 ? { abandoned: abandoned.signal } : {}),
    );
    abandoned.abort();
    const [first, ...others] = await Promise.all(all);
    expect(first).toMatchObject({ ok: false });
    for (const other of others) expect(other).toMatchObject({ ok: true });
    expect(google.tokens).toBe(1);
  });

  test('may be a service account, given by two members of its key file', async () => {
    google.cells = table();
    expect(await inSheet(get, { data: SERVICE_ACCOUNT })).toMatchObject({ ok: true });
    const broken = { ...SERVICE_ACCOUNT, private_key: 'canary-private-key' };
    expect(errorOf(await inSheet(get, { data: broken }))).toBe(
      'The private key of the service account cannot be read',
    );
  });

  test('that is no longer connected is named, without its secrets', async () => {
    const revoked = errorOf(await inSheet(get, { data: { refresh_token: 'canary-revoked' } }));
    expect(revoked).toBe('Google no longer accepts this account: connect it again');
    const ports = { googleClient: undefined };
    expect(errorOf(await inSheet(get, { ports }))).toContain('connect the account again');
    expect(errorOf(await inSheet(get, { type: 'openai' }))).toContain('credentials are not there');
  });

  test.each<[string, (response: Parameters<typeof send>[0]) => void, string]>([
    [
      'refuses',
      (response) => send(response, 403, refusal('No permission')),
      '(403, the account may not do that): No permission',
    ],
    [
      'has enough',
      (response) => send(response, 429, refusal('Quota')),
      '(429, too many requests now): Quota',
    ],
    ['breaks', (response) => send(response, 503, 'oh'), 'Google refused it (503)'],
    [
      'answers nonsense',
      (response) => void response.writeHead(200).end('<html>'),
      'something else than JSON',
    ],
    [
      'answers other things',
      (response) => send(response, 200, { a: 1 }),
      'something else than the rows',
    ],
    [
      'breaks off',
      (response) => void response.destroy(),
      'Google did not answer: the host could not be reached or broke off',
    ],
  ])('that %s leaves a reason', async (_what, turn, reason) => {
    google.next.push(turn);
    expect(errorOf(await inSheet(get))).toContain(reason);
  });

  test('gets no more requests once nobody waits for the chat', async () => {
    const abandoned = new AbortController();
    google.next.push(() => abandoned.abort());
    const origin = { abandoned: abandoned.signal };
    expect(errorOf(await inSheet(get, { origin }))).toBe(
      'Google did not answer: the request was stopped',
    );
  });
});
