/** A call that the server refused, or that could not be carried out. */
export class ParleyError extends Error {
  /**
   * The stable reason, such as `SESSION_ENDED`; `CONNECTION_LOST` if the server could not be reached, `NO_WEBSOCKET` if a socket is
   * needed and there is no WebSocket class.
   */
  readonly reason: string;
  /** The seconds after which the server allows another attempt. */
  readonly retryAfter: number | undefined;
  /** Whether another attempt can succeed. */
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

/** The codes of temporary failures; docs/openapi.json lists the reasons of each. */
const PASSING_CODES = new Set([
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
  'INTERNAL_SERVER_ERROR',
]);
/** Reasons after which the same request can be sent again, because nothing was done; docs/PROTOCOL.md describes each. */
const PASSING_REASONS = new Set([
  'SESSION_BUSY',
  'TURN_CONFLICT',
  'SLOW_CONSUMER',
  'TOO_MANY_OPERATIONS',
]);

/** The error for a server's failure from any transport: a REST body, or a GraphQL error with its extensions. */
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

/** The error for a connection that could not be opened, or was lost. */
export function connectionLost(why: string): ParleyError {
  return new ParleyError({ reason: 'CONNECTION_LOST', message: why, isPassing: true });
}

/** A value as a JSON object; an empty one where it is not an object. */
export function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  // An object of JSON has unknown members.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
