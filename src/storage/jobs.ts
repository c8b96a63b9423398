import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { JobStatus } from '../schema/enums.js';
import { ExportJob, type ExportInput } from '../schema/exportJob.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';
import { pagesBy, readingOf, type Page, type Slice } from './page.js';
import type { Reads } from './reads.js';
import { unionOf } from './unionOf.js';

/** Seconds without progress after which a job counts as abandoned. */
const SILENCE = 60;

/** SQL: whether the worker of a job counts as dead. */
const IS_SILENT = `heard_at < now() - interval '${SILENCE} seconds'`;

/** How often a job is started before it fails. */
const MOST_ATTEMPTS = 5;

/** Hours for which the file of a job can be downloaded. */
const FILE_HOURS = 24;

/** Queues an export. */
export async function createExport(
  unit: Unit,
  { botId, userId, input }: { botId: string; userId: string | null; input: ExportInput },
): Promise<ExportJob> {
  const job = unit.create(ExportJob, {
    id: newId('job'),
    botId,
    userId,
    kind: 'EXPORT_RESULTS',
    input,
    status: JobStatus.QUEUED,
    rows: 0,
    total: 0,
    bytes: 0,
    attempt: 0,
    error: null,
    fileToken: randomBytes(32).toString('base64url'),
    heardAt: null,
    createdAt: new Date(),
    finishedAt: null,
    expiresAt: null,
  });
  await unit.flush();
  return job;
}

/** The job with this id, or null. */
export async function findJob(unit: Unit, jobId: string): Promise<ExportJob | null> {
  return unit.findOne(ExportJob, { id: jobId });
}

/** A page of the exports of each of these bots, newest first (ids sort by age). */
export async function listExports(
  unit: Unit,
  botIds: readonly string[],
  slice: Slice<string>,
): Promise<Map<string, Page<ExportJob>>> {
  const { range, order, limit } = readingOf(slice, 'desc');
  const orderBy = { id: order };
  const lists = botIds.map((botId) =>
    unit
      .createQueryBuilder(ExportJob)
      .select('id')
      .where({ botId, ...(range && { id: range }) })
      .orderBy(orderBy)
      .limit(limit),
  );
  const id = { $in: unionOf(lists) };
  return pagesBy('botId', await unit.find(ExportJob, { id }, { orderBy }), slice);
}

/** A job that a worker took. `attempt` is a fencing token: of two workers with the same job, only the latest writes. */
export interface Taken {
  readonly jobId: string;
  readonly attempt: number;
}

/**
 * Takes the oldest job that is queued or abandoned, and deletes what was written of its file. No two workers take the same job. A job that
 * was abandoned too often fails.
 */
export async function takeJob(pool: Pool): Promise<Taken | undefined> {
  await pool.query({
    name: 'job_give_up',
    text: `update job set status = 'FAILED', error = 'The export was begun again too often', finished_at = now(),
        expires_at = now() + interval '${FILE_HOURS} hours'
      where status = 'RUNNING' and attempt >= ${MOST_ATTEMPTS} and ${IS_SILENT}`,
  });
  const { rows } = await pool.query<Taken>({
    name: 'job_take',
    text: `with taken as (
        update job set status = 'RUNNING', heard_at = now(), done = 0, bytes = 0, attempt = attempt + 1
        where id = (select id from job where status = 'QUEUED' or (status = 'RUNNING' and ${IS_SILENT})
          order by created_at limit 1 for update skip locked)
        returning id, attempt
      ), emptied as (
        delete from job_piece using taken where job_id = taken.id
      )
      select id as "jobId", attempt from taken`,
  });
  return rows[0];
}

/** The progress of a job, and the next piece of its file. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** The next piece of the file and its number, from 0. */
  readonly piece?: { readonly number: number; readonly bytes: Buffer } | undefined;
}

/** Stores the progress of a job; false when it was canceled, or another worker has taken it. */
export async function noteProgress(
  pool: Pool,
  { jobId, attempt }: Taken,
  { done, total, piece }: Progress,
): Promise<boolean> {
  const { rows } = await pool.query<{ ours: number }>({
    name: 'job_progress',
    text: `with ours as (
        update job set done = $3, total = $4, heard_at = now(), bytes = bytes + coalesce(octet_length($6::bytea), 0)
        where id = $1 and attempt = $2 and status = 'RUNNING' returning id
      ), written as (
        insert into job_piece (job_id, number, bytes) select id, $5, $6 from ours where $6::bytea is not null
      )
      select count(*)::int as ours from ours`,
    values: [jobId, attempt, done, total, piece?.number ?? 0, piece?.bytes ?? null],
  });
  return rows[0]?.ours === 1;
}

/** Ends a running job with an error, or with a file that can be fetched for a while. A canceled job stays canceled. */
export async function finishJob(
  pool: Pool,
  { jobId, attempt }: Taken,
  error: string | null,
): Promise<void> {
  await pool.query({
    name: 'job_finish',
    text: `update job set status = $3, error = $4, finished_at = now(),
        expires_at = now() + interval '${FILE_HOURS} hours'
      where id = $1 and attempt = $2 and status = 'RUNNING'`,
    values: [jobId, attempt, error === null ? JobStatus.COMPLETED : JobStatus.FAILED, error],
  });
}

/** Returns a job to the queue; the next worker starts it again. */
export async function returnJob(pool: Pool, { jobId, attempt }: Taken): Promise<void> {
  await pool.query({
    name: 'job_return',
    text: `update job set status = 'QUEUED', heard_at = null, attempt = attempt - 1
      where id = $1 and attempt = $2 and status = 'RUNNING'`,
    values: [jobId, attempt],
  });
}

/** Cancels a job; one that has ended stays as it is. */
export async function cancelJob(unit: Unit, jobId: string): Promise<void> {
  const now = new Date();
  const open = { id: jobId, status: { $in: [JobStatus.QUEUED, JobStatus.RUNNING] } };
  const canceled = { status: JobStatus.CANCELED, finishedAt: now, expiresAt: now };
  await unit.transactional((inner) => inner.nativeUpdate(ExportJob, open, canceled));
}

/**
 * Reads the file of a job in pieces, so that a slow reader holds one piece in memory and no connection. Fails when the file is deleted
 * meanwhile.
 */
export async function* readPieces(
  reads: Reads,
  { id, bytes }: Pick<ExportJob, 'id' | 'bytes'>,
): AsyncGenerator<Buffer, void> {
  let read = 0;
  for (let number = 0; read < bytes; number += 1) {
    const { rows } = await reads.read((connection) =>
      connection.query<{ bytes: Buffer }>({
        name: 'job_piece',
        text: 'select bytes from job_piece where job_id = $1 and number = $2',
        values: [id, number],
      }),
    );
    const [row] = rows;
    if (!row) throw new Error(`The file of ${id} was thrown away while it was read`);
    read += row.bytes.length;
    yield row.bytes;
  }
}
