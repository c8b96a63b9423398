import { expect } from '@jest/globals';

/** What the id of a request looks like. */
export const REQUEST_ID = /^[0-9a-f-]{36}$/;

/** What every failure looks like, whatever its reason. */
export function failure(code: string, reason: string): object {
  return {
    message: expect.stringMatching(/\S/),
    code,
    reason,
    requestId: expect.stringMatching(REQUEST_ID),
  };
}

/** The same as GraphQL and the socket show it. */
export function graphqlFailure(code: string, reason: string): object {
  return {
    message: expect.stringMatching(/\S/),
    extensions: { code, reason, requestId: expect.stringMatching(REQUEST_ID) },
  };
}
