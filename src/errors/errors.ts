import type { Issue } from '../checks/issue.js';
import type { FailureCode } from './failureCodes.js';
import { failures, type FailureReason } from './failures.js';

/** The only error thrown on purpose: a request that cannot be served, with a message that a person can act on. */
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

  /** The number of seconds after which a retry may succeed, where that is known. */
  get retryAfter(): number | undefined {
    return undefined;
  }

  /** The members of the payload of a mutation that say more about the failure, beside its user error. */
  get payload(): object {
    return {};
  }
}

/** The server cannot start. The message has the reason and the remedy, and is all that the operator needs to see. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Which values are allowed, for a message. */
export function oneOf(values: readonly unknown[]): string {
  return `Must be ${values.length === 1 ? '' : 'one of '}${someOf(values)}`;
}

/** A list for a message, with the first ten. */
export function someOf(values: readonly unknown[]): string {
  const NAMED = 10;
  const more = values.length > NAMED ? ` … (${values.length - NAMED} more)` : '';
  return `${values.slice(0, NAMED).map(brief).join(', ')}${more}`;
}

/** A value for a message, with its first 60 characters. */
export function brief(value: unknown): string {
  const SHOWN = 60;
  const text = String(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** A `VALIDATION` failure: the request breaks a rule; the message names the first fault, and the list has all. */
export function invalid(issues: readonly Issue[]): Failure {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  const at = first && first.path.length > 0 ? `${first.path.join('.')}: ` : '';
  return new Failure('VALIDATION', `Not valid: ${at}${first?.message ?? ''}${more}`, issues);
}
