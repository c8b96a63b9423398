import { Failure } from './errors.js';
import type { FailureReason } from './failures.js';

/** The messages of failures that several places report. */
const sentences = {
  UNAUTHENTICATED: 'Send your token as Authorization: Bearer <token>',
  BOT_NOT_FOUND: 'Bot not found',
  WORKSPACE_NOT_FOUND: 'Workspace not found',
  FOLDER_NOT_FOUND: 'Folder not found',
  VERSION_NOT_FOUND: 'Version not found',
  THEME_TEMPLATE_NOT_FOUND: 'Theme template not found',
  DOMAIN_NOT_FOUND: 'Domain not found',
  MEMBER_NOT_FOUND: 'Member not found',
  COLLABORATOR_NOT_FOUND: 'Collaborator not found',
  INVITATION_NOT_FOUND: 'Invitation not found',
  FILE_NOT_FOUND: 'File not found',
  WEBHOOK_NOT_FOUND: 'Webhook not found',
  WEBHOOK_DELIVERY_NOT_FOUND: 'Delivery not found',
  CHANGED_MEANWHILE:
    'Somebody changed this at the same moment, so your change was not made; load it again',
  RESULTS_VIEW_NOT_FOUND: 'View not found',
  CHATS_VIEW_NOT_FOUND: 'View not found',
  BOT_TEST_NOT_FOUND: 'Test not found',
  CANNED_REPLY_NOT_FOUND: 'Canned reply not found',
  RESULT_NOT_FOUND: 'Result not found',
  SESSION_NOT_FOUND: 'Session not found',
  SESSION_BUSY: 'This chat is still answering a message; try again',
  INTERNAL: 'Something went wrong on our side',
} as const satisfies Partial<Record<FailureReason, string>>;

/** A reason that has the same message wherever it is reported. */
export type CommonReason = keyof typeof sentences;

/** The failure with this reason and its message. */
export function commonFailure(reason: CommonReason): Failure {
  return new Failure(reason, sentences[reason]);
}
