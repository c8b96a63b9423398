import type { ReportBug } from '../graphql/execute.js';
import type { Log } from '../log/log.js';
import type { Database } from '../storage/database.js';
import { openOutages } from '../storage/outages.js';

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
