import type { RequestHandler } from 'express';
import { Failure } from '../errors/errors.js';

/** What readiness depends on. */
export interface ReadinessPorts {
  /** Whether the server is stopping. */
  isDraining(): boolean;
  /** The migrations that the database lacks. Rejects when it cannot be reached. */
  findMissingMigrations(): Promise<readonly string[]>;
}

/** How long the database may take to answer, in milliseconds. */
const ANSWER_WITHIN = 2_000;

/** Answers whether this server is ready for requests, and if not, why (`UNAVAILABLE`, 503). */
export function answerReadiness(ports: ReadinessPorts): RequestHandler {
  return async (_request, response) => {
    const fault = await findFault(ports);
    if (fault !== undefined) throw new Failure('UNAVAILABLE', `Not ready: ${fault}`);
    response.json({ status: 'ok' });
  };
}

async function findFault(ports: ReadinessPorts): Promise<string | undefined> {
  if (ports.isDraining()) return 'stopping';
  try {
    const missing = await withinTime(ports.findMissingMigrations());
    return missing.length > 0 ? `the database lacks ${missing.join(', ')}` : undefined;
  } catch {
    return 'the database does not answer';
  }
}

async function withinTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), ANSWER_WITHIN);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
