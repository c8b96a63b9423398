/** A call that the server refused, or that could not be carried out. */
export class ParleyError extends Error {
  /**
   * The stable reason, such as `SESSION_ENDED`; `CONNECTION_LOST` where the server could not be reached, `NO_WEBSOCKET` where
   * a socket is needed and the program has no class for it.
   */
  readonly reason: string;
  /** Seconds after which the server says that it can be tried again. */
  readonly retryAfter: number | undefined;
  /** Whether trying again can help. */
  readonly isPassing: boolean;

  constructor({ reason, message, retryAfter, isPassing }: Explained) {
    super(message);
    this.name = 'ParleyError';
    this.reason = reason;
    this.retryAfter = retryAfter;
    this.isPassing = isPassing;
  }
}

interface Explained {
  readonly reason: string;
  readonly message: string;
  readonly retryAfter?: number | undefined;
  readonly isPassing: boolean;
}

/** The codes of failures that pass; docs/openapi.json lists the reasons of each. */
const PASSING_CODES = new Set([
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
  'INTERNAL_SERVER_ERROR',
]);
/** Reasons after which the same can be tried again, because nothing was done: docs/PROTOCOL.md says when each comes. */
const PASSING_REASONS = new Set([
  'SESSION_BUSY',
  'TURN_CONFLICT',
  'SLOW_CONSUMER',
  'TOO_MANY_OPERATIONS',
]);

/** A failure as the server describes it, over any transport: a REST body, or a GraphQL error with its extensions. */
export function failureOf(described: unknown, isPassingOtherwise = false): ParleyError {
  const outer = recordIn(described);
  const { code, reason, retryAfter } = { ...outer, ...recordIn(outer['extensions']) };
  const isPassing =
    PASSING_CODES.has(String(code)) || PASSING_REASONS.has(String(reason)) || isPassingOtherwise;
  return new ParleyError({
    reason: typeof reason === 'string' ? reason : 'UNKNOWN',
    message: typeof outer['message'] === 'string' ? outer['message'] : 'The server refused',
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
    isPassing,
  });
}

/** A connection that could not be made, or was lost. */
export function connectionLost(why: string): ParleyError {
  return new ParleyError({ reason: 'CONNECTION_LOST', message: why, isPassing: true });
}

/** A value as a JSON object; one without members where it is none. */
export function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  // An object of JSON has unknown members.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
