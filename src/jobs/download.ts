import { timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { Failure } from '../errors.js';
import { ExportFormat, JobStatus } from '../schema/enums.js';
import { findJob } from '../storage/jobs.js';
import type { Storage } from '../storage/orm.js';
import { fileOf } from './files.js';

/**
 * Hands out the file of an export to whoever has its address, which holds a secret, until it expires. Anything else is
 * `EXPORT_NOT_FOUND`.
 */
export function sendExport(storage: Storage, folder: string): RequestHandler {
  return async (request, response, next) => {
    const { jobId, token } = request.params;
    const job = await findJob(storage.openUnit(), String(jobId));
    const isReady = job?.status === JobStatus.COMPLETED && Number(job.expiresAt) > Date.now();
    if (!job || !isReady || !isSame(job.fileToken, String(token))) throw notFound();
    const isCsv = job.input.format === ExportFormat.CSV;
    response.set({
      'Content-Type': isCsv ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
      'Content-Disposition': `attachment; filename="results-${job.id}.${isCsv ? 'csv' : 'jsonl'}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
    response.sendFile(
      fileOf(folder, job.id),
      { dotfiles: 'allow', cacheControl: false },
      (error) => {
        // Another server has written it, or the reader has left.
        if (error) next(response.headersSent ? undefined : notFound());
      },
    );
  };
}

function isSame(secret: string, sent: string): boolean {
  const [one, other] = [Buffer.from(secret), Buffer.from(sent)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function notFound(): Failure {
  return new Failure('EXPORT_NOT_FOUND', 'There is no such file, or not any more');
}
