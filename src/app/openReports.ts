import type { RequestHandler } from 'express';
import type { ReportBug } from '../graphql/execute.js';
import { answerReadiness } from '../http/readiness.js';
import type { Log } from '../log/log.js';
import type { Database } from '../storage/database.js';
import { createMigrationCheck } from '../storage/migrate.js';
import { openOutages, type Outages } from '../storage/outages.js';

/** The outages of the database, and the reports of other errors, of requests and of work in the background. */
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

/** Answers whether requests may be sent here, by what is known of the database. */
export function openReadiness(
  { storage }: Database,
  outages: Outages,
  isDraining: () => boolean,
): RequestHandler {
  const findMissingMigrations = createMigrationCheck(storage.chatPool);
  return answerReadiness({ isDraining, findMissingMigrations, outages });
}
