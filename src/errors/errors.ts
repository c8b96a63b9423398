import type { Issue } from '../checks/issue.js';
import type { FailureCode } from './failureCodes.js';
import { failures, type FailureReason } from './failures.js';

/** An expected failure: a request that cannot be served, with a message on which a person can act. */
export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    readonly reason: FailureReason,
    message: string,
    readonly issues?: readonly Issue[],
  ) {
    super(message);
  }

  get code(): FailureCode {
    return failures[this.reason].code;
  }

  /** Seconds after which a retry may succeed, if known. */
  get retryAfter(): number | undefined {
    return undefined;
  }

  /** Members that the failure adds to the payload of a mutation, besides its user error. */
  get payload(): object {
    return {};
  }
}

/** Thrown if the server cannot start. The message has the reason and the remedy, and is all that the operator needs to see. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A message that lists the allowed values. */
export function oneOf(values: readonly unknown[]): string {
  return `Must be ${values.length === 1 ? '' : 'one of '}${someOf(values)}`;
}

/** The first ten values of a list, for a message. */
export function someOf(values: readonly unknown[]): string {
  const NAMED = 10;
  const more = values.length > NAMED ? ` … (${values.length - NAMED} more)` : '';
  return `${values.slice(0, NAMED).map(brief).join(', ')}${more}`;
}

/** The first 60 characters of a value, for a message. */
export function brief(value: unknown): string {
  const SHOWN = 60;
  const text = String(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** A `VALIDATION` failure. The message has the first fault, and `issues` all of them. */
export function invalid(issues: readonly Issue[]): Failure {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  const at = first && first.path.length > 0 ? `${first.path.join('.')}: ` : '';
  return new Failure('VALIDATION', `Not valid: ${at}${first?.message ?? ''}${more}`, issues);
}
