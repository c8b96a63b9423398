import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RequestHandler } from 'express';
import { Failure } from '../errors/errors.js';
import { ExportFormat, JobStatus } from '../schema/enums.js';
import { findJob, readPieces } from '../storage/jobs.js';
import type { Storage } from '../storage/orm.js';

/**
 * Sends the file of an export to anybody who has its address, which contains a secret, until it expires. Fails with `EXPORT_NOT_FOUND` in
 * all other cases.
 */
export function sendExport(storage: Storage): RequestHandler {
  return async (request, response) => {
    const { jobId, token } = request.params;
    const job = await findJob(storage.openUnit(), String(jobId));
    const isReady = job?.status === JobStatus.COMPLETED && Number(job.expiresAt) > Date.now();
    if (!job || !isReady || !isSame(job.fileToken, String(token))) throw notFound();
    const isCsv = job.input.format === ExportFormat.CSV;
    response.set({
      'Content-Type': isCsv ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
      'Content-Length': job.bytes,
      'Content-Disposition': `attachment; filename="results-${job.id}.${isCsv ? 'csv' : 'jsonl'}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
    await pipeline(Readable.from(readPieces(storage.reads, job)), response).catch((error) => {
      // The reader has left, or must learn from a broken connection that the file is incomplete.
      if (!response.destroyed) throw error;
    });
  };
}

function isSame(secret: string, sent: string): boolean {
  const [one, other] = [Buffer.from(secret), Buffer.from(sent)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function notFound(): Failure {
  return new Failure('EXPORT_NOT_FOUND', 'This file does not exist or has expired');
}
