import type { RequestHandler } from 'express';
import { answerReadiness } from '../http/readiness.js';
import type { Database } from '../storage/database.js';
import { createMigrationCheck } from '../storage/migrate.js';
import type { Outages } from '../storage/outages.js';

/** Answers whether requests may be sent here, by what is known of the database. */
export function openReadiness(
  { storage }: Database,
  outages: Outages,
  isDraining: () => boolean,
): RequestHandler {
  const findMissingMigrations = createMigrationCheck(storage.chatPool);
  return answerReadiness({ isDraining, findMissingMigrations, outages });
}
