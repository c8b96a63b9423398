import type { RequestHandler } from 'express';
import type { ReportBug } from '../graphql/execute.js';
import { answerReadiness } from '../http/readiness.js';
import type { Log } from '../log/log.js';
import type { Database } from '../storage/database.js';
import { createMigrationCheck } from '../storage/migrate.js';
import { openOutages, type Outages } from '../storage/outages.js';

/** Opens the reports of outages of the database, and of other errors in requests and background work. */
export function openReports(database: Database, log: Log) {
  const outages = openOutages(database, log);
  const reportBug: ReportBug = (err, requestId) => {
    if (!outages.note(err)) log.error({ err, requestId }, 'bug');
  };
  const reportWork = (err: unknown): undefined => {
    if (!outages.note(err)) log.error({ err }, 'work in the background failed');
  };
  return { outages, reportBug, reportWork };
}

/** Responds whether requests may be sent here, judging by the state of the database. */
export function openReadiness(
  { storage }: Database,
  outages: Outages,
  isDraining: () => boolean,
): RequestHandler {
  const findMissingMigrations = createMigrationCheck(storage.chatPool);
  return answerReadiness({ isDraining, findMissingMigrations, outages });
}
