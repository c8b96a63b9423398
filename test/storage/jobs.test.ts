import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type AiMeter, openAiMeter } from '../../src/integrations/aiMeter.js';
import { openPrices } from '../../src/integrations/prices/prices.js';
import { checkNextDomain } from '../../src/jobs/checkDomains.js';
import { freeAiHolds } from '../../src/storage/aiHolds.js';
import { findAiUsage } from '../../src/storage/aiUsage.js';
import { addCustomDomain } from '../../src/storage/customDomains.js';
import { settleDomain } from '../../src/storage/domainHolds.js';
import { keepEditor, listEditors, showEditor } from '../../src/storage/editors.js';
import {
  findJob,
  finishJob,
  noteProgress,
  readPieces,
  returnJob,
  takeJob,
} from '../../src/storage/jobs.js';
import { openStorage } from '../../src/storage/orm.js';
import { useStorage } from '../support/database.js';
import { rowsOf } from '../support/rows.js';

const own = useStorage();
beforeAll(async () => {
  for (const statement of [
    `insert into workspace (id, name, plan, is_suspended, is_past_due, is_verified, created_at, updated_at)
      values ('wks', 'Acme', 'FREE', false, false, false, now(), now())`,
    `insert into bot (id, workspace_id, name, is_archived, is_closed, revision, draft, created_at, updated_at)
      values ('bot', 'wks', 'Bot', false, false, 1, '{}', now(), now())`,
    `insert into job (id, bot_id, kind, input, status, done, total, file_token, created_at)
      values ('job_1', 'bot', 'EXPORT_RESULTS', '{}', 'QUEUED', 0, 0, 'x', now())`,
  ])
    await rowsOf(own.url, statement);
});

const silence = () => rowsOf(own.url, `update job set heard_at = now() - interval '2 minutes'`);
const take = async () => (await takeJob(own.storage.pool)) ?? { jobId: 'none', attempt: 0 };

const pieceOf = (number: number, text: string) => ({
  done: 1,
  total: 1,
  piece: { number, bytes: Buffer.from(text) },
});

test('a worker that was considered dead writes nothing into the file of the next one', async () => {
  const { pool } = own.storage;
  const dead = await take();
  expect(await noteProgress(pool, dead, pieceOf(0, 'half '))).toBe(true);
  await silence();
  const next = await take();
  expect(next).toEqual({ jobId: 'job_1', attempt: 2 });
  expect(await noteProgress(pool, dead, pieceOf(1, 'dead'))).toBe(false);
  await finishJob(pool, dead, null);
  for (const [number, text] of ['one, ', 'two'].entries()) {
    expect(await noteProgress(pool, next, pieceOf(number, text))).toBe(true);
  }
  await finishJob(pool, next, null);
  const job = await findJob(own.storage.openUnit(), 'job_1');
  expect(job).toMatchObject({ status: 'COMPLETED', bytes: 8 });
  const read: Buffer[] = [];
  for await (const piece of readPieces(own.storage.reads, { id: 'job_1', bytes: 8 }))
    read.push(piece);
  expect(Buffer.concat(read).toString()).toBe('one, two');
  await rowsOf(own.url, 'delete from job_piece where number = 1');
  const rest = readPieces(own.storage.reads, { id: 'job_1', bytes: 8 });
  await rest.next();
  await expect(rest.next()).rejects.toThrow(/thrown away/);
});

test('a job whose workers die repeatedly is given up, and a job that they return is not', async () => {
  const { pool } = own.storage;
  await rowsOf(own.url, "update job set status = 'QUEUED', attempt = 0, finished_at = null");
  for (let round = 0; round < 7; round += 1) await returnJob(pool, await take());
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(await take()).toEqual({ jobId: 'job_1', attempt });
    await silence();
  }
  expect(await takeJob(pool)).toBeUndefined();
  const job = await findJob(own.storage.openUnit(), 'job_1');
  expect(job).toMatchObject({ status: 'FAILED', error: expect.stringContaining('too often') });
});

describe('look-ups of domains:', () => {
  const opened = useStorage();

  const NAME = 'chat.example.com';

  /** The result of a look-up of a domain that leads here, with these proofs. */
  const found = (...proofs: string[]) => ({ leads: 'VALID', proofs, isOwn: false }) as const;

  /** Lists the domain in a new workspace. */
  async function claim(id: string) {
    await rowsOf(
      opened.url,
      `insert into workspace (id, name, plan, is_suspended, is_past_due, is_verified, created_at, updated_at)
      values ($1, 'Acme', 'FREE', false, false, false, now(), now())`,
      [id],
    );
    return addCustomDomain(opened.storage.openUnit(), id, NAME);
  }

  beforeEach(async () => {
    await rowsOf(opened.url, 'delete from workspace');
  });

  /** A domain that is held, and whose look-up is due. */
  async function claimDue() {
    const owner = await claim('wsp_a');
    await settleDomain(opened.storage.openUnit(), owner, found(owner.proof));
    await rowsOf(opened.url, 'update custom_domain set check_due_at = now()');
    return owner;
  }

  test('a domain that another workspace proves while it is looked up is lost, and the look-up is no error', async () => {
    const { storage } = opened;
    const [owner, other] = [await claimDue(), await claim('wsp_b')];
    const lookUpDomain = async () => {
      await settleDomain(storage.openUnit(), other, found(other.proof));
      return found(owner.proof, other.proof);
    };
    expect(await checkNextDomain({ storage, lookUpDomain })).toBe(true);
    expect(await checkNextDomain({ storage, lookUpDomain })).toBe(false);
    const held = 'select workspace_id as id from custom_domain where held_since is not null';
    expect(await rowsOf(opened.url, held)).toEqual([{ id: 'wsp_b' }]);
  });

  test('another failure of a look-up is still an error', async () => {
    await claimDue();
    const { pool } = opened.storage;
    const fails = () => {
      throw new Error('The database is away');
    };
    const storage = { ...opened.storage, pool, openUnit: fails };
    const checked = checkNextDomain({ storage, lookUpDomain: async () => found() });
    await expect(checked).rejects.toThrow('The database is away');
  });
});

/** Two processes on one database, with a limit for every bot. */
async function twoMeters(limit: string, most: number): Promise<AiMeter[]> {
  const other = await openStorage({ url: own.url });
  closing.push(() => other.close());
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const settings = { aiBudgets: new Map([[limit, most]]), prices: openPrices([], log) };
  return [own.storage, other].map((storage) => openAiMeter(settings, storage, log));
}

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

const use = { promptTokens: 3, completionTokens: 4, estimatedTokens: 2 };
const took = { ...use, calls: 1, tokens: 7, milliseconds: 5, cost: 0.1 };
const totalsOf = async (id: string) => (await findAiUsage(own.storage.chatPool, [id]))[0];

/** Makes reservations for 40 actions at once, and returns those that were granted. */
async function holdMany(meters: readonly AiMeter[], botId: string, tokens: number) {
  const need = { calls: 1, tokens, milliseconds: 50_000, cost: 0.3 };
  const users = Array.from({ length: 40 }, (_, at) => ({ chat: `${botId}_${at % 5}`, botId }));
  const holds = await Promise.allSettled(
    users.map(async (user, at) => ({ user, hold: await meters[at % 2]?.hold(user, need) })),
  );
  return holds.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

test('processes that reserve at the same time reserve no more than the budget has, and no reservation is lost', async () => {
  const meters = await twoMeters('bot.calls', 10);
  const held = await holdMany(meters, 'bot_1', 100);
  expect(held).toHaveLength(10);
  expect(await totalsOf('bot_1')).toMatchObject({ calls: 0, heldCalls: 10, heldTokens: 1_000 });
  const settled = held.map(async ({ user, hold = '' }, at) =>
    meters[(at + 1) % 2]?.settle({ user, hold, use: took }),
  );
  await Promise.all(settled);
  const none = { heldCalls: 0, heldTokens: 0, heldMilliseconds: 0, heldCost: 0 };
  const sums = { calls: 10, tokens: 70, promptTokens: 30, estimatedTokens: 20, cost: 1 };
  expect(await totalsOf('bot_1')).toMatchObject({ ...sums, milliseconds: 50, ...none });
  expect(await holdMany(meters, 'bot_1', 100)).toEqual([]);
  expect(await totalsOf('bot_1')).toMatchObject({ ...sums, ...none });
});

test('a budget of tokens is exceeded by no more than the last action takes that began within it', async () => {
  const meters = await twoMeters('bot.tokens', 1_000);
  // The fourth begins with 100 tokens left.
  expect(await holdMany(meters, 'bot_2', 300)).toHaveLength(4);
});

test('a budget of time ends with the action that used it up', async () => {
  const [meter] = await twoMeters('chat.milliseconds', 60_000);
  const user = { chat: 'ses_4', botId: 'bot_4' };
  const need = { calls: 1, tokens: 100, milliseconds: 50_000, cost: 0 };
  const hold = (await meter?.hold(user, need)) ?? '';
  await meter?.settle({ user, hold, use: { ...took, milliseconds: 60_001 } });
  await expect(meter?.hold(user, need)).rejects.toThrow(
    'The AI budget of this chat is spent (60 001 of 60 000 milliseconds this month)',
  );
});

test('what a server that died had reserved is free after two minutes, and what it used afterwards still counts', async () => {
  const { chatPool: pool } = own.storage;
  const [meter] = await twoMeters('bot.calls', 1);
  const user = { chat: 'ses_3', botId: 'bot_3' };
  const need = { calls: 1, tokens: 100, milliseconds: 50_000, cost: 0.3 };
  const hold = (await meter?.hold(user, need)) ?? '';
  await expect(meter?.hold(user, need)).rejects.toThrow('is held for actions that run');
  await freeAiHolds(pool);
  expect(await totalsOf('bot_3')).toMatchObject({ heldCalls: 1 });
  await pool.query("update ai_hold set expires_at = now() - interval '1 second'");
  expect(await freeAiHolds(pool)).toBe(false);
  expect(await totalsOf('bot_3')).toMatchObject({ calls: 0, heldCalls: 0, heldCost: 0 });
  await meter?.settle({ user, hold, use: took });
  expect(await totalsOf('bot_3')).toMatchObject({ calls: 1, heldCalls: 0, heldTokens: 0 });
  await expect(meter?.hold(user, need)).rejects.toThrow('is spent (1 of 1 calls this month)');
});

const window = { botId: 'bot_1', userId: 'usr_1', clientId: 'tab' };

test('the place that a window shows is not lost if the window sends another sign meanwhile', async () => {
  const { pool } = own.storage;
  await keepEditor(pool, window);
  const other = new pg.Pool({ connectionString: own.url, max: 1 });
  try {
    await other.query('begin');
    await showEditor(other, { ...window, groupId: 'g1', blockId: 'b1', field: 'f1' });
    const sign = keepEditor(pool, window);
    // The sign is being written, and waits for the row.
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
    while ((await pool.query(waiting)).rowCount === 0);
    await other.query('commit');
    await sign;
  } finally {
    await other.end();
  }
  expect(await listEditors(pool, 'bot_1')).toMatchObject([
    { groupId: 'g1', blockId: 'b1', field: 'f1' },
  ]);
});
