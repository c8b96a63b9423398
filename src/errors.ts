/** The codes callers of every door may rely on; `choices.md`, "Success and failure". */
export type FailureCode =
  | 'BAD_REQUEST'
  | 'PARSE_ERROR'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_SUPPORTED'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UNPROCESSABLE_CONTENT'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL_SERVER_ERROR'
  | 'SERVICE_UNAVAILABLE';

/** What REST answers for each code. */
export const httpStatusOf: Readonly<Record<FailureCode, number>> = {
  BAD_REQUEST: 400,
  PARSE_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/**
 * Every way a request can fail: its stable reason, the code it belongs to, and whether a mutation reports it
 * as a `userError` (something the caller can mend) rather than as a top-level error.
 */
export const failures = {
  VALIDATION: { code: 'BAD_REQUEST', isUserError: true },
  QUERY_INVALID: { code: 'BAD_REQUEST', isUserError: false },
  PUBLIC_ID_TAKEN: { code: 'BAD_REQUEST', isUserError: true },
  DOMAIN_TAKEN: { code: 'BAD_REQUEST', isUserError: true },
  BOT_CLOSED: { code: 'BAD_REQUEST', isUserError: true },
  START_NOT_FOUND: { code: 'BAD_REQUEST', isUserError: true },
  PARSE_ERROR: { code: 'PARSE_ERROR', isUserError: false },
  UNAUTHENTICATED: { code: 'UNAUTHORIZED', isUserError: false },
  FORBIDDEN: { code: 'FORBIDDEN', isUserError: false },
  WORKSPACE_SUSPENDED: { code: 'FORBIDDEN', isUserError: true },
  ORIGIN_NOT_ALLOWED: { code: 'FORBIDDEN', isUserError: true },
  ROUTE_NOT_FOUND: { code: 'NOT_FOUND', isUserError: false },
  BOT_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true },
  WORKSPACE_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true },
  RESULT_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true },
  SESSION_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true },
  SESSION_ENDED: { code: 'NOT_FOUND', isUserError: true },
  SESSION_EXPIRED: { code: 'NOT_FOUND', isUserError: true },
  METHOD_NOT_SUPPORTED: { code: 'METHOD_NOT_SUPPORTED', isUserError: false },
  BOT_CHANGED: { code: 'CONFLICT', isUserError: true },
  TURN_CONFLICT: { code: 'CONFLICT', isUserError: true },
  SESSION_BUSY: { code: 'CONFLICT', isUserError: true },
  PAYLOAD_TOO_LARGE: { code: 'PAYLOAD_TOO_LARGE', isUserError: false },
  UNSUPPORTED_MEDIA_TYPE: { code: 'UNSUPPORTED_MEDIA_TYPE', isUserError: false },
  INTERNAL: { code: 'INTERNAL_SERVER_ERROR', isUserError: false },
  UNAVAILABLE: { code: 'SERVICE_UNAVAILABLE', isUserError: false },
} as const satisfies Record<string, { code: FailureCode; isUserError: boolean }>;

/** The finer, stable name of a failure. */
export type FailureReason = keyof typeof failures;

/** One fault in what was sent: where it is, and what is wrong with it. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The only error thrown on purpose: a request that cannot be served, said so that a person can act on it. */
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
}

/** The server cannot start. The message says why and what to do, and is all that its owner needs to see. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What was sent breaks a rule: a `VALIDATION` failure that names the first fault and lists them all. */
export function invalid(issues: readonly Issue[]): Failure {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  const at = first && first.path.length > 0 ? `${first.path.join('.')}: ` : '';
  return new Failure('VALIDATION', `Not valid: ${at}${first?.message ?? ''}${more}`, issues);
}
