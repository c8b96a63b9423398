import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { checkNextDomain } from '../../src/jobs/checkDomains.js';
import { addCustomDomain } from '../../src/storage/customDomains.js';
import { settleDomain } from '../../src/storage/domainHolds.js';
import {
  findJob,
  finishJob,
  noteProgress,
  readPieces,
  returnJob,
  takeJob,
} from '../../src/storage/jobs.js';
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
