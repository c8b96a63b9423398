import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { partAt, recordAt } from '../support/parts.js';
import { startReplicated, type Replicated } from '../support/replica.js';
import { bodyOf, openTransport, queryGraphql } from '../support/transports.js';
import { until } from '../support/until.js';
import { makePublished } from '../support/useApp.js';

let servers: Replicated;
let app: TestApp;
let lines: string[] = [];

const start = (timeouts: object = {}): Promise<TestApp> => {
  const addresses = { DATABASE_URL: servers.url, DATABASE_READ_URL: servers.replica.url };
  const settings = { ...addresses, LOG_LEVEL: 'warn', NODE_ENV: 'production' };
  const log = (line: string): void => void lines.push(line);
  return startTestApp(settings, log, {
    timeouts: { workEvery: 20, replicaAgainAfter: 50, ...timeouts },
  });
};

beforeAll(async () => {
  servers = await startReplicated();
  app = await start();
});
afterEach(async () => {
  await servers.replica.start();
  await servers.replica.set('recovery_min_apply_delay', '0');
  lines = [];
});
afterAll(async () => {
  await app.close();
  await servers.stop();
});

const rest = openTransport('REST', () => app.url);

async function untilUsed({ url }: TestApp): Promise<void> {
  await until(async () => (await (await fetch(`${url}/metrics`)).text()).includes(IN_USE));
}
const IN_USE = 'parley_replica_used 1';

/** The tables that were read on the replica during `work`. */
async function readThere(work: () => Promise<unknown>): Promise<string[]> {
  const { length } = servers.replica.statements();
  await work();
  const sent = servers.replica.statements().slice(length).join('\n');
  const tables = ['result', 'answer', 'bot_count', 'chat_event', 'job_piece', 'chat_session'];
  return tables.filter((table) => new RegExp(`(from|join) "?${table}"?\\s`).test(sent));
}

async function ask(query: string): Promise<unknown> {
  const { data, errors } = await queryGraphql(app.url, { query });
  expect(errors).toBeUndefined();
  return data;
}

async function converse(publicId: string, name: string): Promise<void> {
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  await bodyOf(rest.continueChat({ sessionId, message: name }));
}

test('lists, transcripts, analytics and exports are read from the replica, and turns are not', async () => {
  await untilUsed(app);
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  expect(await readThere(() => converse(publicId, 'Ada'))).toEqual([]);
  const list = async (): Promise<void> => {
    const { results } = await bodyOf(rest.listResults({ botId }));
    expect(results.map(({ answers }) => partAt(answers, '0.content'))).toEqual(['Ada']);
  };
  expect(await readThere(list)).toEqual(['result', 'answer']);
  const transcript = async (): Promise<void> => {
    const seen = await ask(
      `{ bot(id: "${botId}") { results { totalCount nodes { transcript { text } } } } }`,
    );
    expect(partAt(seen, 'bot.results.totalCount')).toBe(1);
    expect(JSON.stringify(seen)).toContain('Hi Ada');
  };
  expect(await readThere(transcript)).toEqual(['result', 'chat_event', 'chat_session']);
  const count = async (): Promise<void> => {
    const seen = await ask(
      `{ bot(id: "${botId}") { stats { totalStarts series { starts } } blockStats { edges { total } } } }`,
    );
    expect(partAt(seen, 'bot.stats')).toMatchObject({ totalStarts: 1, series: [{ starts: 1 }] });
  };
  expect(await readThere(count)).toContain('bot_count');
  const read = async (): Promise<void> => {
    expect(recordAt(JSON.parse(await exported(botId)))['botId']).toBe(botId);
  };
  expect(await readThere(read)).toEqual(['result', 'answer', 'job_piece']);
  expect(lines).toEqual([]);
});

/** The file of an export, with one result in each line. */
async function exported(botId: string): Promise<string> {
  const begun = await ask(
    `mutation { startResultsExport(input: { botId: "${botId}", format: JSONL }) { job { id } } }`,
  );
  const id = String(partAt(begun, 'startResultsExport.job.id'));
  let fileUrl: unknown;
  await until(async () => {
    const seen = await ask(`{ node(id: "${id}") { ... on ExportJob { status fileUrl } } }`);
    fileUrl = partAt(seen, 'node.fileUrl');
    return typeof fileUrl === 'string';
  });
  return (await fetch(String(fileUrl))).text();
}

test('a list right after a turn has it, while the replica is an hour behind', async () => {
  const hurried = await start({ replicaWithin: 50 });
  const transport = openTransport('REST', () => hurried.url);
  await untilUsed(hurried);
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  await servers.replica.set('recovery_min_apply_delay', '1h');
  const names = ['Ada', 'Bob', 'Cleo'];
  for (const [at, name] of names.entries()) {
    await converse(publicId, name);
    const { results } = await bodyOf(transport.listResults({ botId }));
    const seen = results.map(({ answers }) => partAt(answers, '0.content'));
    expect(seen).toEqual(names.slice(0, at + 1).reverse());
  }
  expect(lines.map((line) => recordAt(JSON.parse(line))['level'])).toEqual([40]);
  await hurried.close();
});

test('a server whose replica is missing is ready, and nothing fails', async () => {
  await untilUsed(app);
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  await converse(publicId, 'Ada');
  await servers.replica.kill();
  const { results } = await bodyOf(rest.listResults({ botId }));
  expect(results).toHaveLength(1);
  expect(JSON.parse(await exported(botId))).toMatchObject({ botId });
  const { status } = await fetch(`${app.url}/readyz`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(status).toBe(200);
  expect(lines.filter((line) => Number(recordAt(JSON.parse(line))['level']) > 40)).toEqual([]);
  await servers.replica.start();
  await untilUsed(app);
});
