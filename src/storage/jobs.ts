import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { JobStatus } from '../schema/enums.js';
import { ExportJob, type ExportInput } from '../schema/exportJob.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** How long, in seconds, a worker may be silent before another takes its job for abandoned. */
const SILENCE = 60;

/** How long, in hours, a file can be fetched. */
const FILE_HOURS = 24;

/** Asks for an export. */
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

/** The job with this id, or nothing. */
export async function findJob(unit: Unit, jobId: string): Promise<ExportJob | null> {
  return unit.findOne(ExportJob, { id: jobId });
}

/** Takes the oldest job that waits or was abandoned; no two workers take the same one. */
export async function takeJob(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'job_take',
    text: `update job set status = 'RUNNING', heard_at = now(), done = 0
      where id = (
        select id from job where status = 'QUEUED'
          or (status = 'RUNNING' and heard_at < now() - interval '${SILENCE} seconds')
        order by created_at limit 1 for update skip locked)
      returning id`,
  });
  return rows[0]?.id;
}

/** Says how far a job is; no when it was called off, or taken by another worker that thought this one dead. */
export async function noteProgress(
  pool: Pool,
  jobId: string,
  { done, total }: { done: number; total: number },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'job_progress',
    text: `update job set done = $2, total = $3, heard_at = now() where id = $1 and status = 'RUNNING'`,
    values: [jobId, done, total],
  });
  return rowCount === 1;
}

/** What a running job came to: an error, or a file to be fetched for a while. One that was called off stays so. */
export async function finishJob(pool: Pool, jobId: string, error: string | null): Promise<void> {
  await pool.query({
    name: 'job_finish',
    text: `update job set status = $2, error = $3, finished_at = now(),
        expires_at = now() + interval '${FILE_HOURS} hours'
      where id = $1 and status = 'RUNNING'`,
    values: [jobId, error === null ? JobStatus.COMPLETED : JobStatus.FAILED, error],
  });
}

/** Gives a job back, for the next worker to begin anew. */
export async function returnJob(pool: Pool, jobId: string): Promise<void> {
  const text = `update job set status = 'QUEUED', heard_at = null where id = $1 and status = 'RUNNING'`;
  await pool.query({ name: 'job_return', text, values: [jobId] });
}

/** Calls a job off; one that has come to its end stays as it is. */
export async function cancelJob(pool: Pool, jobId: string): Promise<void> {
  await pool.query({
    name: 'job_cancel',
    text: `update job set status = 'CANCELED', finished_at = now(), expires_at = now()
      where id = $1 and status in ('QUEUED', 'RUNNING')`,
    values: [jobId],
  });
}

/** Forgets the jobs whose files are to be thrown away, and names them. */
export async function expireJobs(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'job_expire',
    text: 'delete from job where expires_at < now() returning id',
  });
  return rows.map(({ id }) => id);
}
