import type { FailureCode } from './failureCodes.js';

/**
 * All failures of requests, by their stable reason: code; whether a mutation reports it as a `userError` (which the caller can fix) and not
 * as a top-level error; and its description in the docs of all transports.
 */
export const failures = {
  VALIDATION: {
    code: 'BAD_REQUEST',
    isUserError: true,
    means: 'Something that was sent breaks a rule; `issues` says what and where',
  },
  QUERY_INVALID: {
    code: 'BAD_REQUEST',
    isUserError: false,
    means: 'The GraphQL request does not parse or does not fit the schema',
  },
  QUERY_TOO_LARGE: {
    code: 'BAD_REQUEST',
    isUserError: false,
    means: 'The GraphQL query is too deep, has too many aliases or asks for too much',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    code: 'PERSISTED_QUERY_NOT_FOUND',
    isUserError: false,
    means: 'The server does not know the query with this hash; send its text along',
  },
  DOCUMENT_NOT_TRUSTED: { code: 'FORBIDDEN', isUserError: false, means: 'Not a trusted document' },
  PUBLIC_ID_TAKEN: {
    code: 'BAD_REQUEST',
    isUserError: true,
    means: 'Another bot has this public id',
  },
  DOMAIN_TAKEN: {
    code: 'BAD_REQUEST',
    isUserError: true,
    means: 'Another bot has this custom domain, or another workspace has proven it',
  },
  URL_REFUSED: { code: 'BAD_REQUEST', isUserError: true, means: 'No request may be sent there' },
  BOT_CLOSED: {
    code: 'BAD_REQUEST',
    isUserError: true,
    means: 'The bot takes no new chats; the message is its own',
  },
  START_NOT_FOUND: {
    code: 'BAD_REQUEST',
    isUserError: true,
    means: 'The group or event to start from is not in the flow',
  },
  PAYMENT_IMPOSSIBLE: {
    code: 'BAD_REQUEST',
    isUserError: true,
    means: 'The chat comes to a payment that cannot be taken; it stays as it was',
  },
  UPLOAD_REFUSED: {
    code: 'BAD_REQUEST',
    isUserError: true,
    means:
      'The file may not be uploaded: nothing waits for it, or not for one of its type, size or number',
  },
  UPLOAD_INFECTED: {
    code: 'BAD_REQUEST',
    isUserError: true,
    means: 'The virus scan found a virus in the file, which was deleted',
  },
  PAYMENT_UNVERIFIED: {
    code: 'BAD_REQUEST',
    isUserError: true,
    means:
      'Whether the payment was made is not known yet; the chat stays as it was, and the message may be sent again',
  },
  COMMAND_NOT_FOUND: {
    code: 'BAD_REQUEST',
    isUserError: true,
    means: 'The flow has no event for this command',
  },
  LAST_ADMIN: {
    code: 'BAD_REQUEST',
    isUserError: true,
    means: 'The workspace would be left without an admin',
  },
  FUTURE_CURSOR: {
    code: 'BAD_REQUEST',
    isUserError: false,
    means: 'The log of the chat has not come to the number asked for',
  },
  PARSE_ERROR: { code: 'PARSE_ERROR', isUserError: false, means: 'The body is not JSON' },
  UNAUTHENTICATED: {
    code: 'UNAUTHORIZED',
    isUserError: false,
    means: 'The token is missing, unknown, revoked or has expired',
  },
  FORBIDDEN: {
    code: 'FORBIDDEN',
    isUserError: false,
    means: 'You can see this but may not do that',
  },
  WORKSPACE_SUSPENDED: {
    code: 'FORBIDDEN',
    isUserError: true,
    means: 'The workspace of the bot is suspended',
  },
  ORIGIN_NOT_ALLOWED: {
    code: 'FORBIDDEN',
    isUserError: true,
    means: 'The bot may not be embedded in the page that sent the request',
  },
  ROUTE_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: false,
    means: 'Nothing is served at this address',
  },
  BOT_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'There is no such bot that you may see',
  },
  WORKSPACE_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'There is no such workspace that you may see',
  },
  FOLDER_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'There is no such folder that you may see',
  },
  VERSION_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true, means: 'The bot has no such version' },
  THEME_TEMPLATE_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'The workspace has no such theme template',
  },
  DOMAIN_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'The workspace has no such custom domain',
  },
  MEMBER_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'The workspace has no such member',
  },
  COLLABORATOR_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'The bot is not shared with this person',
  },
  INVITATION_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'There is no such invitation, or it was accepted or has expired',
  },
  TOKEN_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true, means: 'You have no such token' },
  SIGN_IN_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true, means: 'You have no such sign-in' },
  CREDENTIALS_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'The workspace has no such credentials',
  },
  WEBHOOK_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'There is no such webhook that you may see',
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'There is no such delivery that you may see, or not any more',
  },
  RESULTS_VIEW_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true, means: 'No such results view' },
  CHATS_VIEW_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true, means: 'No such inbox view' },
  STAGE_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true, means: 'The bot has no such stage' },
  BOT_TEST_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true, means: 'The bot has no such test' },
  CANNED_REPLY_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true, means: 'No such canned reply' },
  JOB_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'There is no such job that you may see',
  },
  EXPORT_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: false,
    means: 'The file of an export is not there, or not any more',
  },
  FILE_NOT_FOUND: {
    code: 'NOT_FOUND',
    isUserError: true,
    means: 'There is no such file that you may read',
  },
  RESULT_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true, means: 'The bot has no such result' },
  SESSION_NOT_FOUND: { code: 'NOT_FOUND', isUserError: true, means: 'There is no such chat' },
  SESSION_ENDED: { code: 'NOT_FOUND', isUserError: true, means: 'The chat is over' },
  SESSION_EXPIRED: { code: 'NOT_FOUND', isUserError: true, means: 'The chat rested for too long' },
  METHOD_NOT_SUPPORTED: {
    code: 'METHOD_NOT_SUPPORTED',
    isUserError: false,
    means: 'The address is served, but not with this method; see `Allow`',
  },
  CHANGED_MEANWHILE: {
    code: 'CONFLICT',
    isUserError: true,
    means: 'Somebody else changed the same at the same moment, and this was not done; look again',
  },
  BOT_CHANGED: {
    code: 'CONFLICT',
    isUserError: true,
    means: 'Somebody changed the bot since you read it',
  },
  PUBLISH_REFUSED: {
    code: 'CONFLICT',
    isUserError: true,
    means: 'The draft has errors, or tests that fail',
  },
  DOMAIN_EXISTS: { code: 'CONFLICT', isUserError: true, means: 'The domain is there already' },
  DOMAIN_HELD: { code: 'CONFLICT', isUserError: true, means: 'Another workspace holds it' },
  MEMBER_EXISTS: {
    code: 'CONFLICT',
    isUserError: true,
    means: 'The person belongs to the workspace already',
  },
  COLLABORATOR_EXISTS: {
    code: 'CONFLICT',
    isUserError: true,
    means: 'The bot is shared with the person already',
  },
  NOTHING_TO_STREAM: {
    code: 'CONFLICT',
    isUserError: true,
    means: 'The chat does not wait for a text that its client streams',
  },
  TURN_CONFLICT: {
    code: 'CONFLICT',
    isUserError: true,
    means: 'Another message of the same chat came first',
  },
  TURN_PAUSED: { code: 'CONFLICT', isUserError: true, means: 'The turn of the chat is paused' },
  TURN_NOT_PAUSED: { code: 'CONFLICT', isUserError: true, means: 'No turn is paused there' },
  TURN_NOT_TRACED: { code: 'CONFLICT', isUserError: true, means: 'The turn was not traced' },
  CHAT_NOT_RECORDABLE: {
    code: 'CONFLICT',
    isUserError: true,
    means: 'No test can be made of the chat; the message says why',
  },
  CHAT_HELD: { code: 'CONFLICT', isUserError: true, means: 'Another agent has the chat' },
  WEBHOOK_NOT_AWAITED: {
    code: 'CONFLICT',
    isUserError: true,
    means: 'The chat does not wait for a call at this webhook block, or does no longer',
  },
  SESSION_BUSY: {
    code: 'CONFLICT',
    isUserError: true,
    means: 'The chat is still answering an earlier message',
  },
  IDEMPOTENCY_MISMATCH: {
    code: 'UNPROCESSABLE_CONTENT',
    isUserError: true,
    means: 'The idempotency key was used for another request within the last 24 hours',
  },
  PAYLOAD_TOO_LARGE: {
    code: 'PAYLOAD_TOO_LARGE',
    isUserError: false,
    means: 'The body is larger than this endpoint takes',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    isUserError: false,
    means: 'The body is not sent as JSON',
  },
  RATE_LIMITED: {
    code: 'TOO_MANY_REQUESTS',
    isUserError: false,
    means: 'This was done too often; `Retry-After` says in how many seconds it may be done again',
  },
  PREVIEWS_BUSY: {
    code: 'TOO_MANY_REQUESTS',
    isUserError: false,
    means: 'Too many restricted previews run now; try again, or send a token that lifts the limits',
  },
  SIMULATIONS_BUSY: {
    code: 'TOO_MANY_REQUESTS',
    isUserError: true,
    means:
      'You are exploring a flow, running tests or replaying chats, or too many others are; try again when that is over',
  },
  TOO_MANY_OPERATIONS: {
    code: 'TOO_MANY_REQUESTS',
    isUserError: false,
    means: 'A socket has as many operations open as it may; complete some, or open another',
  },
  TOO_MANY_READERS: { code: 'TOO_MANY_REQUESTS', isUserError: false, means: 'Too many readers' },
  INTERNAL: {
    code: 'INTERNAL_SERVER_ERROR',
    isUserError: false,
    means: 'Something went wrong on our side; give us the request id',
  },
  SLOW_CONSUMER: {
    code: 'SERVICE_UNAVAILABLE',
    isUserError: false,
    means:
      'A stream was ended because its reader took nothing for too long; go on from its last number',
  },
  STORAGE_FULL: {
    code: 'INSUFFICIENT_STORAGE',
    isUserError: false,
    means: 'The server has no room for the file',
  },
  UNAVAILABLE: {
    code: 'SERVICE_UNAVAILABLE',
    isUserError: false,
    means: 'The server cannot serve now; try again later',
  },
} as const satisfies Record<string, { code: FailureCode; isUserError: boolean; means: string }>;

/** The specific, stable name of a failure. */
export type FailureReason = keyof typeof failures;
