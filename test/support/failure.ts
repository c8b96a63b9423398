import { expect } from '@jest/globals';

/** The pattern of request ids. */
export const REQUEST_ID = /^[0-9a-f-]{36}$/;

/** Matches a failure with this code and reason, as REST sends it. */
export function failure(code: string, reason: string): object {
  return {
    message: expect.stringMatching(/\S/),
    code,
    reason,
    requestId: expect.stringMatching(REQUEST_ID),
  };
}

/** Matches the same failure as GraphQL sends it, over HTTP and WebSocket. */
export function graphqlFailure(code: string, reason: string): object {
  return {
    message: expect.stringMatching(/\S/),
    extensions: { code, reason, requestId: expect.stringMatching(REQUEST_ID) },
  };
}
