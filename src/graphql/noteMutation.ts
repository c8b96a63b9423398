import type { GraphQLField } from 'graphql';
import type { Context } from '../context/context.js';
import { notedContext } from '../context/notedContext.js';

const OF_VISITORS = 'Visitors do it; the log of the chat has it.';
const OF_AGENTS = 'The log of the chat says who did it.';
const OF_INBOX = 'It concerns a single chat, which says who has it and who wrote a note.';
const OF_PREVIEWS = 'It concerns a single preview.';
const OF_DRAFTS = '`Bot.changes` has it, with its edits.';
const OF_ACCOUNT = 'It changes the account of the caller, not a workspace.';
const OF_VIEWS = 'A view changes nothing for what it shows.';
const NOTHING = 'It changes nothing of the workspace.';

/** The mutations that the audit log does not note, each with the reason (ADR 19). */
export const unnoted: Readonly<Record<string, string>> = {
  startChat: OF_VISITORS,
  startPreviewChat: OF_VISITORS,
  continueChat: OF_VISITORS,
  createStagedUpload: OF_VISITORS,
  executeWebhook: OF_VISITORS,
  saveClientLogs: OF_VISITORS,
  stopReply: OF_VISITORS,
  postAgentMessage: OF_AGENTS,
  setSessionStatus: OF_AGENTS,
  addChatNote: OF_INBOX,
  assignChat: OF_INBOX,
  claimChat: OF_INBOX,
  closeChat: OF_AGENTS,
  releaseChat: OF_AGENTS,
  reopenChat: OF_AGENTS,
  updateChat: OF_INBOX,
  branchChat: OF_PREVIEWS,
  setBreakpoints: OF_PREVIEWS,
  setPausedVariables: OF_PREVIEWS,
  stepChat: OF_PREVIEWS,
  setChatTracing: 'It concerns a single chat, whose trace shows from which turn on it is kept.',
  exploreFlow: NOTHING,
  findChatTo: NOTHING,
  editFlow: OF_DRAFTS,
  draftTranslations: OF_DRAFTS,
  importTranslations: OF_DRAFTS,
  removeLanguage: OF_DRAFTS,
  setTranslations: OF_DRAFTS,
  restoreVersion: OF_DRAFTS,
  subscribeWebhook: OF_DRAFTS,
  unsubscribeWebhook: OF_DRAFTS,
  revokeSignIn: OF_ACCOUNT,
  updateViewer: OF_ACCOUNT,
  deleteChatsView: OF_VIEWS,
  saveChatsView: OF_VIEWS,
  deleteResultsView: OF_VIEWS,
  saveResultsView: OF_VIEWS,
  redeliverWebhookDelivery: NOTHING,
  sendTestWebhook: NOTHING,
  showPresence: NOTHING,
  showTyping: NOTHING,
  testCredentials: NOTHING,
  testHttpRequest: NOTHING,
  recordBotTest: NOTHING,
  runBotTests: NOTHING,
  createFileUpload:
    'The file counts once its bytes are sent, which no mutation does; lists of files have it.',
  deleteWorkspace: 'The audit log is deleted with the workspace.',
};

/** Makes a mutation note in the audit log what it writes. */
export function noteMutation(field: GraphQLField<unknown, unknown>): void {
  const { name, resolve } = field;
  if (!resolve || name in unnoted) return;
  field.resolve = (root, args, given, info) => {
    const context = given as Context; // Every transport makes its contexts with contextOf.
    return resolve(root, args, notedContext(context, name), info);
  };
}
