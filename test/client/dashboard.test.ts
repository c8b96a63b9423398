import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { partAt, recordAt, textAt } from '../support/parts.js';
import { statementsOf } from '../support/rows.js';
import { useApp } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';
import { jobs, type Job, type Things } from './dashboardJobs.js';
import { settingsJobs } from './settingsJobs.js';
import { makeThings } from './dashboardThings.js';

const app = useApp({ SECRET_KEY: 'the-key-of-the-dashboard-of-tests' });
const PAGE = new URL('../../docs/guide/dashboard.md', import.meta.url);

const all = [...jobs, ...settingsJobs];

let things: Things;
beforeAll(async () => {
  things = await makeThings(app);
});

/** The cost of a job; statements are null for a subscription, which goes on. */
interface Cost {
  readonly statements: number | null;
  readonly sent: number;
  readonly received: number;
}

/** Runs the operation of a job over HTTP. */
async function call(body: string): Promise<{ data: unknown; received: number }> {
  const response = await fetch(`${app().url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body,
  });
  const text = await response.text();
  const answer: unknown = JSON.parse(text);
  expect(partAt(answer, 'errors')).toBeUndefined();
  return { data: partAt(answer, 'data'), received: Buffer.byteLength(text) };
}

/** Subscribes, and waits for the first event that shows what the job is for. */
async function watchOnce({ document: query, shows }: Job, variables: Record<string, unknown>) {
  const client = openWatcher(app().url, { authorization: `Bearer ${TOKEN}` });
  for await (const result of client.iterate({ query, variables })) {
    expect(result.errors).toBeUndefined();
    if ((partAt(result.data, shows) ?? null) === null) continue;
    await client.dispose();
    return { data: result.data, received: Buffer.byteLength(JSON.stringify(result)) };
  }
  throw new Error(`The subscription ended without ${shows}`);
}

const WHO_AM_I = JSON.stringify({ query: '{ viewer { user { id } } }' });

async function doJob(job: Job): Promise<Cost> {
  const { document, operation, variables, shows } = job;
  const named = variables(things);
  const body = JSON.stringify({ query: document, variables: named });
  let done: { data: unknown; received: number } | undefined;
  const isLive = document.startsWith('subscription');
  const run = async () => {
    done = isLive ? await watchOnce(job, { ...named }) : await call(body);
  };
  // A query runs once before, so that the token and the flow are cached, as for a person who was here before.
  await (document.startsWith('query') ? run() : call(WHO_AM_I));
  const statements = await statementsOf(run);
  const { data, received = 0 } = done ?? {};
  expect({ data, found: partAt(data, shows) }).toEqual({ data, found: expect.anything() });
  const [payload] = Object.values(recordAt(data));
  expect(partAt(payload, 'userErrors') ?? []).toEqual([]);
  for (const value of Object.values(payload ?? {})) {
    const id = partAt(value, 'id');
    if (typeof id === 'string') things.made.set(operation, id);
  }
  const inverse = partAt(payload, 'inverse');
  // The inverse edits of an `editFlow` payload.
  if (inverse) things.inverse = inverse as Things['inverse'];
  const revision = partAt(payload, 'bot.revision');
  if (typeof revision === 'number') things.revision = revision;
  const chat = partAt(payload, 'reply.sessionId');
  if (typeof chat === 'string') things.previewId = chat;
  if (partAt(payload, 'job')) things.jobId = textAt(payload, 'job.id');
  const sent = Buffer.byteLength(body);
  return { statements: isLive ? null : statements.length, sent, received };
}

const ROW = /^\| (.+?) \| \[`(\w+)`\]\(.+?\) \| (\d+|live) \| (\d+) \| (\d+) \|$/gm;
const written = new Map(
  [...readFileSync(PAGE, 'utf8').matchAll(ROW)].map(([, job = '', operation, ...numbers]) => [
    job,
    { operation, numbers },
  ]),
);
const rows: string[] = [];

describe('with one operation a person can', () => {
  test.each(all)('$job ($operation)', async (one) => {
    const { statements, sent, received } = await doJob(one);
    const file = one.operation.charAt(0).toLowerCase() + one.operation.slice(1);
    const link = `[\`${one.operation}\`](../../examples/dashboard/${file}.graphql)`;
    const row = `| ${one.job} | ${link} | ${statements ?? 'live'} | ${sent} | ${received} |`;
    rows.push(row);
    if (process.env['DASHBOARD'] === 'write') return;
    const { operation, numbers = [] } = written.get(one.job) ?? {};
    expect([one.job, operation, numbers[0]]).toEqual([
      one.job,
      one.operation,
      String(statements ?? 'live'),
    ]);
    for (const [told, measured] of [
      [Number(numbers[1]), sent],
      [Number(numbers[2]), received],
    ] as const)
      expect(`${row}: ${Math.abs(told - measured) <= measured / 5}`).toBe(`${row}: true`);
  });
});

// `DASHBOARD=write npm test -- test/client/dashboard` updates the table of the guide.
afterAll(() => {
  if (process.env['DASHBOARD'] !== 'write' || rows.length !== all.length) return;
  const page = readFileSync(PAGE, 'utf8');
  const [head = '', rest = ''] = page.split(/(?<=\| --- \|.*\n)/);
  writeFileSync(PAGE, `${head}${rows.join('\n')}\n${rest.replace(/^(\|.*\n)*/, '')}`);
});
