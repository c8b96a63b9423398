import { httpStatusOf, type FailureCode } from '../errors/failureCodes.js';
import { failures, type FailureReason } from '../errors/failures.js';
import { RATE_HEADERS } from '../rateLimits/limits.js';
import { objectOf, type JsonSchema } from './jsonSchema.js';
import type { Route } from './route.js';

/** The body of every failure. */
export const failureSchema: JsonSchema = {
  description: 'What every failed request answers with.',
  ...objectOf([
    member('message', { type: 'string' }, 'What is wrong, for a person'),
    member('code', { type: 'string', enum: Object.keys(httpStatusOf) }, 'The general code'),
    member(
      'reason',
      { type: 'string', enum: Object.keys(failures) },
      'The finer, stable name of the failure',
    ),
    member('requestId', { type: 'string' }, 'The same as the header `X-Request-Id`'),
    {
      name: 'issues',
      description: 'What is wrong with what was sent, one entry for each fault',
      schema: {
        type: 'array',
        items: objectOf([
          member(
            'path',
            { type: 'array', items: { type: ['string', 'integer'] } },
            'Where in what was sent',
          ),
          member('message', { type: 'string' }, 'What is wrong there'),
        ]),
      },
      isRequired: false,
    },
  ]),
};

/** Failures that no described endpoint has: those of GraphQL, and wrong methods. */
const NOT_DESCRIBED: readonly FailureReason[] = [
  'QUERY_INVALID',
  'QUERY_TOO_LARGE',
  'PERSISTED_QUERY_NOT_FOUND',
  'DOCUMENT_NOT_TRUSTED',
  'TOO_MANY_OPERATIONS',
  'METHOD_NOT_SUPPORTED',
];

/** The responses to failed requests, one for each status, by component name. */
export function failureComponents(): JsonSchema {
  return Object.fromEntries(
    [...new Set(Object.values(httpStatusOf))].flatMap((status) => {
      const reasons = reasonsOf(status);
      return reasons.length > 0 ? [[nameOf(status), failureResponse(status, reasons)]] : [];
    }),
  );
}

/** The failure responses of an endpoint, by status. */
export function failuresOf(route: Route): Record<string, JsonSchema> {
  const codes: FailureCode[] = [
    'BAD_REQUEST',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    ...(route.method === 'get' ? [] : (['CONFLICT'] as const)),
    ...(route.body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(route.turn === undefined ? [] : (['UNPROCESSABLE_CONTENT'] as const)),
    'TOO_MANY_REQUESTS',
    'INTERNAL_SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
  ];
  return Object.fromEntries(
    codes
      .map((code) => httpStatusOf[code])
      .map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
  );
}

function failureResponse(status: number, reasons: readonly Reason[]): JsonSchema {
  const examples = reasons.map(([reason, { code, means }]) => {
    const value = {
      message: means,
      code,
      reason,
      requestId: '1f0c53f6-6a5e-4c9e-9c0b-6d8f2a7b3e11',
    };
    return [reason, { summary: means, value }] as const;
  });
  return {
    description: reasons.map(([reason, { means }]) => `- \`${reason}\`: ${means}`).join('\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(status === httpStatusOf.TOO_MANY_REQUESTS && rateHeaders),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** The components of the rate limit headers. */
export const rateHeaderComponents: JsonSchema = {
  RateLimitLimit: header(
    'integer',
    'How often this may be done before the count begins again; also in other answers',
  ),
  RateLimitRemaining: header('integer', 'How often it may still be done'),
  RateLimitReset: header('integer', 'In how many seconds the count begins again'),
  RateLimitPolicy: header(
    'string',
    'The limit, its window in seconds and its name, like `600;w=60;parley-limit="session"`',
  ),
  RetryAfter: header('integer', 'In how many seconds it may be done again'),
};

function header(type: 'integer' | 'string', description: string): JsonSchema {
  return { description, schema: { type } };
}

/** The headers of 429 responses. */
const rateHeaders = Object.fromEntries(
  RATE_HEADERS.map((name) => [name, { $ref: `#/components/headers/${name.replaceAll('-', '')}` }]),
);

type Reason = [reason: string, failure: (typeof failures)[FailureReason]];

function reasonsOf(status: number): Reason[] {
  return Object.entries(failures).filter(
    ([reason, { code }]) =>
      httpStatusOf[code] === status && !NOT_DESCRIBED.some((other) => other === reason),
  );
}

function nameOf(status: number): string {
  return `Failure${status}`;
}

function member(name: string, schema: JsonSchema, description: string) {
  return { name, schema, description, isRequired: true };
}
