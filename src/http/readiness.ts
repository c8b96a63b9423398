import type { RequestHandler } from 'express';
import { Failure } from '../errors/errors.js';

/** Dependencies of the readiness check. */
export interface ReadinessPorts {
  isDraining(): boolean;
  /** The migrations that the database lacks. Rejects when it does not work. */
  findMissingMigrations(): Promise<readonly string[]>;
  /** Why the database does not work now, as far as this server noticed. */
  readonly outages: { note(error: unknown): boolean; current(): string | undefined };
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
    if (missing.length > 0) return `the database lacks ${missing.join(', ')}`;
    return ports.outages.current();
  } catch (error) {
    ports.outages.note(error);
    return ports.outages.current() ?? 'the database does not answer';
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
