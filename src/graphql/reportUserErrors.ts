import type { GraphQLField } from 'graphql';
import type { Context } from '../context/context.js';
import { MAX_ISSUES } from '../checks/issue.js';
import { Failure } from '../errors/errors.js';
import { failures, type FailureReason } from '../errors/failures.js';
import { collisionIn } from '../errors/outage.js';
import { isRecord } from './record.js';

/** Makes a mutation return expected failures as `userErrors`, and the `clientMutationId` of its input. */
export function reportUserErrors(field: GraphQLField<unknown, unknown>): void {
  const resolve = field.resolve;
  if (!resolve) return;
  field.resolve = async (root, args, given, info) => {
    const context = given as Context; // Every transport makes its contexts with contextOf.
    const clientMutationId = markIn(isRecord(args) ? args['input'] : undefined);
    try {
      const payload: unknown = await resolve(root, args, context, info);
      // The fields of the payload must read the state after the mutation.
      context.forget();
      return Object.assign({ userErrors: [], clientMutationId }, payload);
    } catch (thrown) {
      const error = collisionIn(thrown) ?? thrown;
      const isReported = !context.failsWhole;
      if (isReported && error instanceof Failure && failures[error.reason].isUserError) {
        return { ...error.payload, userErrors: userErrorsOf(error, args), clientMutationId };
      }
      throw error;
    }
  };
}

function userErrorsOf(failure: Failure, args: unknown): object[] {
  const { code, reason, message, issues = [] } = failure;
  if (issues.length === 0) return [{ code, reason, message, path: memberNamedIn(args, reason) }];
  return issues
    .slice(0, MAX_ISSUES)
    .map((issue) => ({ code, reason, message: issue.message, path: issue.path.map(String) }));
}

/** The path of the input member to which a failure belongs, so that a form can mark it; null if it belongs to none. */
function memberNamedIn(args: unknown, reason: FailureReason): string[] | null {
  const input = isRecord(args) ? args['input'] : undefined;
  const sent = isRecord(input) ? input : {};
  const member = membersOf[reason]?.find((name) => (sent[name] ?? null) !== null);
  return member === undefined ? null : [member];
}

/** The members to which failures without issues belong; of several, the first that was sent. */
const membersOf: Partial<Record<FailureReason, readonly string[]>> = {
  START_NOT_FOUND: ['startFrom'],
  COMMAND_NOT_FOUND: ['message'],
  LAST_ADMIN: ['role', 'userId'],
  BOT_NOT_FOUND: ['botId', 'publicId'],
  WORKSPACE_NOT_FOUND: ['workspaceId', 'toWorkspaceId'],
  FOLDER_NOT_FOUND: ['folderId'],
  VERSION_NOT_FOUND: ['versionId'],
  THEME_TEMPLATE_NOT_FOUND: ['themeTemplateId'],
  DOMAIN_NOT_FOUND: ['name'],
  DOMAIN_EXISTS: ['name'],
  DOMAIN_HELD: ['name'],
  MEMBER_NOT_FOUND: ['userId'],
  MEMBER_EXISTS: ['email'],
  COLLABORATOR_NOT_FOUND: ['userId'],
  COLLABORATOR_EXISTS: ['email'],
  INVITATION_NOT_FOUND: ['invitationId', 'code'],
  TOKEN_NOT_FOUND: ['tokenId'],
  CREDENTIALS_NOT_FOUND: ['credentialsId'],
  RESULTS_VIEW_NOT_FOUND: ['resultsViewId'],
  CHATS_VIEW_NOT_FOUND: ['chatsViewId'],
  BOT_TEST_NOT_FOUND: ['botTestId'],
  CANNED_REPLY_NOT_FOUND: ['cannedReplyId'],
  JOB_NOT_FOUND: ['jobId'],
  SESSION_NOT_FOUND: ['sessionId'],
  SESSION_ENDED: ['sessionId'],
  SESSION_EXPIRED: ['sessionId'],
  BOT_CHANGED: ['ifRevision'],
  TURN_CONFLICT: ['expectedTurn'],
  IDEMPOTENCY_MISMATCH: ['idempotencyKey'],
};

/** The `clientMutationId` of an input, which the payload repeats; null if there is none. */
export function markIn(input: unknown): string | null {
  const mark = isRecord(input) ? input['clientMutationId'] : undefined;
  return typeof mark === 'string' ? mark : null;
}
