/** Every operation, listed by hand: each export is a resolver, or a list of resolvers. */
export { AuditEntryFields, WorkspaceAuditLog } from './audit/auditLog.js';
export { ReadBot } from './bots/bot.js';
export { BotFields } from './bots/botFields.js';
export { CreateBot } from './bots/createBot.js';
export { ImportBot } from './bots/importBot.js';
export { SyncBot } from './bots/syncBot.js';
export { PublishBot } from './bots/publishBot.js';
export { UpdateBot } from './bots/updateBot.js';
export { ReadChatEventPage } from './chats/chatEventPage.js';
export { ChatEvents } from './chats/chatEvents.js';
export { ChatTraces } from './chats/chatTrace.js';
export { ContinueChat } from './chats/continueChat.js';
export { DebuggingMutations, ChatPointResult } from './chats/debugging.js';
export { FindChatPage } from './chats/chatPage.js';
export { StartChat } from './chats/startChat.js';
export { StartPreviewChat } from './chats/startPreviewChat.js';
export { PostAgentMessage } from './chats/postAgentMessage.js';
export { SaveClientLogs } from './chats/saveClientLogs.js';
export { SetChatTracing } from './chats/setChatTracing.js';
export { SetSessionStatus } from './chats/setSessionStatus.js';
export { ExecuteWebhook } from './chats/executeWebhook.js';
export { AnswerFiles, FileFields, DeleteFile, BotFiles } from './uploads/files.js';
export { UploadMutations } from './uploads/uploads.js';
export { InboxChatOperations } from './inbox/chats.js';
export { ChatFields, ChatNoteFields } from './inbox/chatFields.js';
export { BotChats, ChatConnectionFields, WorkspaceChats } from './inbox/chatLists.js';
export { ChatsChanged } from './inbox/chatsChanged.js';
export { ChatViewers } from './inbox/chatViewers.js';
export { UpdateChat } from './inbox/updateChat.js';
export { ChatTyping } from './chats/chatTyping.js';
export { ShowTyping } from './chats/showTyping.js';
export { StopReply } from './chats/stopReply.js';
export { StreamMessage } from './chats/streamMessage.js';
export { ReplayOperations } from './results/replayChats.js';
export { BotResults, ResultConnectionFields } from './results/botResults.js';
export { BotTests, ScheduledTestRunFields, BotTestMutations } from './botTests/botTests.js';
export { RecordBotTest } from './botTests/recordBotTest.js';
export { RunBotTests } from './botTests/runBotTests.js';
export {
  ResultsViewMutations,
  BotResultsViews,
  ResultsViewFields,
} from './resultsViews/resultsViews.js';
export { DeleteResults } from './results/deleteResults.js';
export { BlockStatsChanged } from './analytics/blockStatsChanged.js';
export { ImportResults } from './results/importResults.js';
export { ResultChanged } from './results/resultChanged.js';
export { ResultColumns } from './results/resultColumns.js';
export { ResultFields } from './results/resultFields.js';
export { WorkspaceOperations, WorkspaceRetention } from './workspaces/workspaces.js';
export { BotChanged } from './bots/botChanged.js';
export { BotsChanged } from './bots/botsChanged.js';
export { BotAiUsage, WorkspaceAiUsage } from './bots/aiUsage.js';
export { BotSettingMutations } from './bots/botSettings.js';
export { BotChangeFields, BotChanges } from './bots/botChanges.js';
export { BotIssues, BotPayloadIssues, FlowIssues } from './bots/issuesOf.js';
export { Outline, DraftVariables } from './bots/outline.js';
export { SearchFlow } from './bots/searchFlow.js';
export { ExplorationOperations } from './explorations/explorations.js';
export { BotPublished } from './bots/botPublished.js';
export { BotStateMutations } from './bots/botStates.js';
export { DuplicateBot } from './bots/duplicateBot.js';
export { EditFlow } from './bots/editFlow.js';
export { Translations, RemoveLanguage } from './translations/translations.js';
export { SetTranslations } from './translations/setTranslations.js';
export { DraftTranslations } from './translations/draftTranslations.js';
export { ImportTranslations } from './translations/importTranslations.js';
export { EditIssues } from './bots/editIssues.js';
export { EditorsOf, ShowPresence } from './bots/editors.js';
export { MoveBots } from './bots/moveBots.js';
export { CheckPublicId } from './bots/publicIdCheck.js';
export { BlockStatsFields, ReadBlockStats } from './analytics/blockStats.js';
export { BotSegmentFields, ReadBotSegments, SegmentMutations } from './analytics/segments.js';
export { BotStages, StageFields, StageMutations } from './stages/stages.js';
export { BotSplits, SplitArmFields, SplitPhaseFields, SplitMutations } from './splits/splits.js';
export { SetBotStage } from './stages/setBotStage.js';
export { BotStatsFields, ReadBotStats, ReadWorkspaceStats } from './analytics/botStats.js';
export { BotStatsChanged } from './analytics/botStatsChanged.js';
export {
  CustomDomainMutations,
  CheckCustomDomain,
  CustomDomainFields,
} from './customDomains/customDomains.js';
export { DeletePayloadPlace } from './deletePayload.js';
export { documentFields } from './documentFields.js';
export {
  payloadViewers,
  ReadViewer,
  ViewerFields,
  ViewerOperations,
  UserFields,
} from './people/viewer.js';
export { BotExports, ExportOperations, ExportJobFields } from './exports/exports.js';
export { JobProgress } from './exports/jobProgress.js';
export { FolderOperations, ReadFolder } from './folders/folders.js';
export { ApiTokenFields, ApiTokenMutations } from './tokens/apiTokens.js';
export { InvitationFields, InvitationMutations } from './invitations/invitations.js';
export {
  ChatsViewFields,
  WorkspaceChatsViews,
  ChatsViewMutations,
} from './chatsViews/chatsViews.js';
export {
  CannedReplyFields,
  WorkspaceCannedReplies,
  CannedReplyMutations,
} from './cannedReplies/cannedReplies.js';
export { ThemeTemplateFields, ThemeTemplateMutations } from './themeTemplates/themeTemplates.js';
export { ReadNode } from './node.js';
export { WebhookBlockOperations } from './webhookBlocks/webhookBlocks.js';
export { TestHttpRequest } from './webhookBlocks/testHttpRequest.js';
export { FormDescriptionQueries } from './forms/formDescriptions.js';
export { ReadFieldOptions } from './forms/fieldOptions.js';
export { PlanMoves } from './versions/movePlan.js';
export { VersionMutations } from './versions/versions.js';
export { VersionFields } from './versions/versionFields.js';
export { BotConnectionFields, WorkspaceFields } from './workspaces/workspaceFields.js';
export { MemberMutations, MemberFields, WorkspacePeople } from './members/members.js';
export {
  CollaboratorMutations,
  BotPeople,
  CollaboratorFields,
} from './collaborators/collaborators.js';
export { CredentialsMutations } from './credentials/credentials.js';
export { CredentialsChannel, MessengerChannelFields } from './credentials/messengerChannel.js';
export { CredentialsFields, WorkspaceCredentials } from './credentials/credentialsFields.js';
export { SignInMutations, SignInFields } from './people/signIns.js';
export { WebhookMutations } from './webhooks/webhooks.js';
export {
  WebhookDeliveryFields,
  WebhookFields,
  WorkspaceWebhooks,
} from './webhooks/webhookFields.js';
