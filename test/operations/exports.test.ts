import { describe, expect, test } from '@jest/globals';
import { csvLine } from '../../src/jobs/exportResults.js';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { partAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';

/** A server that looks for exports at short intervals. */
const app = useApp({}, { timeouts: { workEvery: 20 } });
const rest = restOf(app);

interface Job extends Shown {
  readonly id: string;
  readonly status: string;
  readonly progress: number;
  readonly rows: number;
  readonly fileUrl: string | null;
}

describe('an export', () => {
  test('is a table for spreadsheets, without formulas', async () => {
    const { botId, publicId } = await makePublished(rest, botOf(interview));
    const names = [
      'Ada "the first"',
      '=1+1',
      '@SUM(A1)',
      '-2+3',
      'a,b\nc',
      '+33 6 12',
      'Zoë 😀',
      '007',
    ];
    for (const name of names) await converse(publicId, [name, '36']);
    await converse(publicId, ['Half']);
    await converse(publicId, []);
    const job = await exported(`botId: "${botId}"`);
    expect(job).toMatchObject({ status: 'COMPLETED', progress: 100, rows: 9, format: 'CSV' });
    const { text, headers } = await fetched(job);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="results-job_\w+\.csv"$/,
    );
    expect(text.startsWith('\uFEFFSubmitted at,Result,Completed,Name,Age\r\n')).toBe(true);
    const [, ...rows] = parseCsv(text.slice(1));
    expect(rows.map(([, , completed, name, age]) => [completed, name, age]).reverse()).toEqual([
      ['yes', 'Ada "the first"', '36'],
      ['yes', "'=1+1", '36'],
      ['yes', "'@SUM(A1)", '36'],
      ['yes', "'-2+3", '36'],
      ['yes', 'a,b\nc', '36'],
      ['yes', '+33 6 12', '36'],
      ['yes', 'Zoë 😀', '36'],
      ['yes', '007', '36'],
      ['no', 'Half', ''],
    ]);
  });

  test('is listed with its size, who requested it and until when, as long as its file is there', async () => {
    const { botId, publicId } = await makePublished(rest, botOf(interview));
    await converse(publicId, ['Ada', '36']);
    const first = await exported(`botId: "${botId}"`);
    const second = await exported(`botId: "${botId}", format: JSONL`);
    const query = `{ viewer { user { id } } bot(id: "${botId}") { exports(first: 1) { nextCursor nodes {
      id status bytes expiresAt requestedBy { id } } } oldest: exports(orderBy: CREATED_AT_ASC) { nodes { id } } } }`;
    const { data } = await queryGraphql(app().url, { query });
    const { text } = await fetched(second);
    expect(data).toMatchObject({
      bot: {
        exports: {
          nextCursor: expect.any(String),
          nodes: [
            {
              ...{ id: second.id, status: 'COMPLETED', bytes: Buffer.byteLength(text) },
              ...{ expiresAt: expect.any(String), requestedBy: partAt(data, 'viewer.user') },
            },
          ],
        },
        oldest: { nodes: [{ id: first.id }, { id: second.id }] },
      },
    });
  });

  test('has one result a line for programs, as in REST, and only the requested results', async () => {
    const { botId, publicId } = await makePublished(rest, botOf(interview));
    await converse(publicId, ['Ada', '36']);
    await converse(publicId, ['Bob']);
    const job = await exported(`botId: "${botId}", format: JSONL, isCompleted: true`);
    const { text } = await fetched(job);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const { results } = await bodyOf(rest.listResults({ botId }));
    expect(lines).toEqual([results.find(({ isCompleted }) => isCompleted)]);
  });

  test('has the results that the list shows for the same filters', async () => {
    const { botId, publicId } = await makePublished(rest, botOf(interview));
    for (const name of ['Ada', 'Adam', 'Bob']) await converse(publicId, [name]);
    const namesFor = async (filters: string) => {
      const job = await exported(`botId: "${botId}", ${filters}`);
      const [, ...rows] = parseCsv((await fetched(job)).text.slice(1));
      return [job.rows, ...rows.map(([, , , name]) => name)];
    };
    const holds = (match: string) => namesFor(`variables: [{ variable: "Name", ${match} }]`);
    expect(await holds('equals: "Ada"')).toEqual([1, 'Ada']);
    expect(await holds('contains: "ada"')).toEqual([2, 'Adam', 'Ada']);
    expect(await namesFor('search: "BO"')).toEqual([1, 'Bob']);
  });

  test('reports its progress until it is over, and goes on after the server that began it died', async () => {
    const { botId, publicId } = await makePublished(rest, botOf(interview));
    await converse(publicId, ['Ada']);
    const job = await exported(`botId: "${botId}"`);
    await rowsOf(
      app().databaseUrl,
      `update job set status = 'RUNNING', heard_at = now() - interval '2 minutes', finished_at = null, done = 0 where id = $1`,
      [job.id],
    );
    const seen = await followed(job.id);
    expect(seen.at(-1)).toMatchObject({ status: 'COMPLETED', rows: 1 });
    expect((await fetched(job)).text).toContain('Ada');
  });

  test('can be cancelled', async () => {
    const { botId } = await makePublished(rest, botOf(interview));
    await rowsOf(
      app().databaseUrl,
      `insert into job (id, bot_id, kind, input, status, done, total, file_token, created_at, heard_at)
        values ('job_slow', $1, 'EXPORT_RESULTS', '{"format":"CSV","filter":{}}', 'RUNNING', 0, 0, 'x', now(), now())`,
      [botId],
    );
    const job = await mutate('cancelExport(input: { jobId: "job_slow" })');
    expect(job).toMatchObject({ status: 'CANCELED', fileUrl: null });
    expect(await followed('job_slow')).toHaveLength(1);
  });

  test('can be downloaded only at its complete address, and only for a limited time', async () => {
    const { botId } = await makePublished(rest, botOf(interview));
    const job = await exported(`botId: "${botId}"`);
    const address = job.fileUrl ?? '';
    expect((await fetch(address)).status).toBe(200);
    expect((await fetch(`${address}x`)).status).toBe(404);
    expect((await fetch(`${app().url}/v1/exports/${job.id}/none`)).status).toBe(404);
    const past = `update job set expires_at = now() - interval '1 second' where id = $1`;
    await rowsOf(app().databaseUrl, past, [job.id]);
    expect((await fetch(address)).status).toBe(404);
  });
});

const JOB = 'job { id status progress rows total format fileUrl expiresAt error }';

async function mutate(call: string): Promise<Job> {
  const query = `mutation { done: ${call} { ${JOB} userErrors { reason message } } }`;
  const { data, errors } = await queryGraphql(app().url, { query });
  expect(errors).toBeUndefined();
  expect(partAt(data, 'done.userErrors')).toEqual([]);
  return partAt(data, 'done.job') as Job; // The fields of `JOB`.
}

async function exported(input: string): Promise<Job> {
  const { id } = await mutate(`startResultsExport(input: { ${input} })`);
  const last = (await followed(id)).at(-1);
  if (!last) throw new Error('Nothing was told of the export');
  return last;
}

/** The events of `jobProgress` until the job is over. */
async function followed(jobId: string): Promise<Job[]> {
  const client = openWatcher(app().url, { authorization: `Bearer ${TOKEN}` });
  const query = `subscription ($jobId: ID!) { jobProgress(jobId: $jobId) {
    id status progress rows total format fileUrl } }`;
  const seen: Job[] = [];
  for await (const { data, errors } of client.iterate<{ jobProgress: Job }>({
    query,
    variables: { jobId },
  })) {
    if (errors) throw new Error(JSON.stringify(errors));
    if (data) seen.push(data.jobProgress);
  }
  await client.dispose();
  return seen;
}

async function fetched({ fileUrl }: Job): Promise<{ text: string; headers: Headers }> {
  const response = await fetch(fileUrl ?? '');
  expect(response.status).toBe(200);
  // `text()` would remove the byte order mark.
  return { text: Buffer.from(await response.arrayBuffer()).toString(), headers: response.headers };
}

/** Parses CSV (RFC 4180). */
function parseCsv(text: string): string[][] {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  const rows: string[][] = [[]];
  while (field.lastIndex < text.length) {
    const [, quoted, plain = '', end] = field.exec(text) ?? [];
    if (end === undefined) throw new Error(`Not CSV: ${text}`);
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n' && field.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

async function converse(publicId: string, messages: readonly string[]): Promise<void> {
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  for (const message of messages) await bodyOf(rest.continueChat({ sessionId, message }));
}

/** The cells of one line, as spreadsheets with this separator split it, quotes respected. */
function cellsOf(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === separator && !isQuoted) cells.push('');
    else cells.push(`${cells.pop() ?? ''}${sign === '"' ? '' : sign}`);
  }
  return cells;
}

const signs = [...'=+-@', ...'＝＋－＠', ...'﹦﹢﹣﹫'];
const before = ['', ' ', '\t', '\r', '\n', '\uFEFF', '\u00A0', '\u3000', '\u200B', '\u2066'];
const separators = [',', ';', '|', '"', "'", '","', '";', '\t;', '\uFEFF ;', '" , "'];

describe('a cell of a table', () => {
  test.each(signs)('that begins like a formula with %s is not a formula', (sign) => {
    for (const lead of [...before, ...separators, ...before.map((one) => `${one};${one}`)]) {
      const line = csvLine([`${lead}${sign}1+1`]);
      expect([lead, /^"?'/.test(line)]).toEqual([lead, true]);
    }
  });

  test('stays one cell if tables are split at other separators', () => {
    for (const separator of [',', ';', '\t', '|']) {
      for (const text of [`a${separator}=1`, `a"${separator}"=1`, `a"${separator}=1`]) {
        const [cell, ...others] = cellsOf(csvLine([text]).trimEnd(), separator);
        expect([separator, cell?.startsWith('a'), others]).toEqual([separator, true, []]);
      }
    }
  });

  test('is read to its end, though it is a million combining marks', () => {
    const line = csvLine([`=${'\u0315\u0301'.repeat(500_000)}`]);
    expect(line.startsWith(`'=`)).toBe(true);
  });

  test.each(['Ada', '-5', '+33 6 12', '3,5', 'a=b', 'me@example.com', '1-2', '😀', ''])(
    'that says %s stays as it is',
    (text) => {
      expect(csvLine([text]).replaceAll('"', '')).toBe(`${text}\r\n`);
    },
  );
});
