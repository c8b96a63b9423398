import { accessBot } from '../../auth/access.js';
import type { Caller } from '../../auth/caller.js';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import type { ExportJob } from '../../schema/exportJob.js';
import { findJob } from '../../storage/jobs.js';
import { orNull } from '../orNull.js';

/** Loads an export for a caller who may read the results of its bot. Other exports fail like missing ones: `JOB_NOT_FOUND`. */
export async function accessJob(
  context: Context,
  caller: Caller | undefined,
  jobId: string,
): Promise<ExportJob> {
  const unit = context.openUnit();
  const job = await findJob(unit, jobId);
  const botId = job?.botId ?? '';
  const bot = await orNull(accessBot(unit, { caller, botId, intent: 'readResults' }));
  if (!job || !bot) throw new Failure('JOB_NOT_FOUND', 'Export not found');
  return job;
}
