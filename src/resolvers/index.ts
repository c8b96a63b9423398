import { AuditEntryFields, WorkspaceAuditLog } from './audit/auditLog.js';
import { ReadBot } from './bots/bot.js';
import { BotFields } from './bots/botFields.js';
import { CreateBot } from './bots/createBot.js';
import { ImportBot } from './bots/importBot.js';
import { SyncBot } from './bots/syncBot.js';
import { PublishBot } from './bots/publishBot.js';
import { UpdateBot } from './bots/updateBot.js';
import { ReadChatEventPage } from './chats/chatEventPage.js';
import { ChatEvents } from './chats/chatEvents.js';
import { ChatTraces } from './chats/chatTrace.js';
import { ContinueChat } from './chats/continueChat.js';
import { FindChatPage } from './chats/chatPage.js';
import { StartChat } from './chats/startChat.js';
import { StartPreviewChat } from './chats/startPreviewChat.js';
import { PostAgentMessage } from './chats/postAgentMessage.js';
import { SaveClientLogs } from './chats/saveClientLogs.js';
import { ChatPointResult } from './chats/chatPointPayload.js';
import { SetChatTracing } from './chats/setChatTracing.js';
import { SetSessionStatus } from './chats/setSessionStatus.js';
import { ExecuteWebhook } from './chats/executeWebhook.js';
import { AnswerFiles, FileFields } from './uploads/answerFiles.js';
import { CreateFileUpload } from './uploads/createFileUpload.js';
import { CreateStagedUpload } from './uploads/createStagedUpload.js';
import { DeleteFile } from './uploads/deleteFile.js';
import { BotFiles } from './uploads/memberFiles.js';
import { FindChat } from './inbox/chat.js';
import { AddChatNote } from './inbox/addChatNote.js';
import { AssignChat } from './inbox/assignChat.js';
import { ChatFields, ChatNoteFields } from './inbox/chatFields.js';
import { BotChats, ChatConnectionFields, WorkspaceChats } from './inbox/chatLists.js';
import { ClaimChat } from './inbox/claimChat.js';
import { CloseChat } from './inbox/closeChat.js';
import { ReleaseChat } from './inbox/releaseChat.js';
import { ReopenChat } from './inbox/reopenChat.js';
import { UpdateChat } from './inbox/updateChat.js';
import { StopReply } from './chats/stopReply.js';
import { StreamMessage } from './chats/streamMessage.js';
import { BotResults, ResultConnectionFields } from './results/botResults.js';
import { DeleteResultsView } from './resultsViews/deleteResultsView.js';
import { BotResultsViews, ResultsViewFields } from './resultsViews/resultsViewFields.js';
import { SaveResultsView } from './resultsViews/saveResultsView.js';
import { DeleteResults } from './results/deleteResults.js';
import { BlockStatsChanged } from './analytics/blockStatsChanged.js';
import { ImportResults } from './results/importResults.js';
import { ResultChanged } from './results/resultChanged.js';
import { ResultColumns } from './results/resultColumns.js';
import { ResultFields } from './results/resultFields.js';
import { CreateWorkspace } from './workspaces/createWorkspace.js';
import { BotChanged } from './bots/botChanged.js';
import { BotAiUsage, WorkspaceAiUsage } from './bots/aiUsage.js';
import { SetBotTracing } from './bots/setBotTracing.js';
import { SetBotAiBudget } from './bots/setBotAiBudget.js';
import { SetWorkspaceAiBudget } from './workspaces/setWorkspaceAiBudget.js';
import { BotChangeFields, BotChanges } from './bots/botChanges.js';
import { BotIssues, BotPayloadIssues } from './bots/botIssues.js';
import { FlowIssues } from './bots/flowIssues.js';
import { BotPublished } from './bots/botPublished.js';
import { DeleteBot } from './bots/deleteBot.js';
import { DuplicateBot } from './bots/duplicateBot.js';
import { EditFlow } from './bots/editFlow.js';
import { EditIssues } from './bots/editIssues.js';
import { EditorsOf } from './bots/editorsOf.js';
import { ShowPresence } from './bots/showPresence.js';
import { MoveBots } from './bots/moveBots.js';
import { CheckPublicId } from './bots/publicIdCheck.js';
import { RestoreBot } from './bots/restoreBot.js';
import { UnpublishBot } from './bots/unpublishBot.js';
import { BlockStatsFields, ReadBlockStats } from './analytics/blockStats.js';
import { BotStatsFields, ReadBotStats } from './analytics/botStats.js';
import { AddCustomDomain } from './customDomains/addCustomDomain.js';
import { CheckCustomDomain } from './customDomains/customDomainCheck.js';
import { RemoveCustomDomain } from './customDomains/removeCustomDomain.js';
import { VerifyCustomDomain } from './customDomains/verifyCustomDomain.js';
import { DeletePayloadPlace } from './deletePayload.js';
import { documentFields } from './documentFields.js';
import { payloadViewers } from './people/payloadViewers.js';
import { BotExports } from './exports/botExports.js';
import { CancelExport } from './exports/cancelExport.js';
import { JobProgress } from './exports/jobProgress.js';
import { StartResultsExport } from './exports/startResultsExport.js';
import { CreateFolder } from './folders/createFolder.js';
import { DeleteFolder } from './folders/deleteFolder.js';
import { ReadFolder } from './folders/folder.js';
import { UpdateFolder } from './folders/updateFolder.js';
import { ApiTokenFields } from './tokens/apiTokenFields.js';
import { CustomDomainFields } from './customDomains/customDomainFields.js';
import { ExportJobFields } from './exports/exportJobFields.js';
import { InvitationFields } from './invitations/invitationFields.js';
import { ThemeTemplateFields } from './themeTemplates/themeTemplateFields.js';
import { ReadNode } from './node.js';
import { ReadViewer } from './people/viewer.js';
import { DeleteThemeTemplate } from './themeTemplates/deleteThemeTemplate.js';
import { SaveThemeTemplate } from './themeTemplates/saveThemeTemplate.js';
import { ReadResultExample } from './webhookBlocks/resultExample.js';
import { SubscribeWebhook } from './webhookBlocks/subscribeWebhook.js';
import { TestHttpRequest } from './webhookBlocks/testHttpRequest.js';
import { UnsubscribeWebhook } from './webhookBlocks/unsubscribeWebhook.js';
import { ReadBlockTypes } from './forms/blockTypes.js';
import { ReadCredentialTypes } from './forms/credentialTypes.js';
import { ReadDescriptionsVersion } from './forms/descriptionsVersion.js';
import { ReadFieldOptions } from './forms/fieldOptions.js';
import { ReadSettingFields } from './forms/settingFields.js';
import { ReadThemeFields } from './forms/themeFields.js';
import { ReadWebhookBlocks } from './webhookBlocks/webhookBlocks.js';
import { RestoreVersion } from './versions/restoreVersion.js';
import { RollbackBot } from './versions/rollbackBot.js';
import { VersionFields } from './versions/versionFields.js';
import { DeleteWorkspace } from './workspaces/deleteWorkspace.js';
import { UpdateWorkspace } from './workspaces/updateWorkspace.js';
import { ReadWorkspace } from './workspaces/workspace.js';
import { BotConnectionFields, WorkspaceFields } from './workspaces/workspaceFields.js';
import { AcceptInvitation } from './invitations/acceptInvitation.js';
import { RevokeInvitation } from './invitations/revokeInvitation.js';
import { InviteMember } from './members/inviteMember.js';
import { UpdateMember } from './members/updateMember.js';
import { RemoveMember } from './members/removeMember.js';
import { InviteCollaborator } from './collaborators/inviteCollaborator.js';
import { UpdateCollaborator } from './collaborators/updateCollaborator.js';
import { RemoveCollaborator } from './collaborators/removeCollaborator.js';
import { DeleteCredentials } from './credentials/deleteCredentials.js';
import { TestCredentials } from './credentials/testCredentials.js';
import { UpdateCredentials } from './credentials/updateCredentials.js';
import { SaveCredentials } from './credentials/saveCredentials.js';
import { CredentialsFields, WorkspaceCredentials } from './credentials/credentialsFields.js';
import { CreateApiToken } from './tokens/createApiToken.js';
import { RevokeApiToken } from './tokens/revokeApiToken.js';
import { ViewerFields } from './people/viewerFields.js';
import { RevokeSignIn } from './people/revokeSignIn.js';
import { SignInFields } from './people/signInFields.js';
import { UpdateViewer } from './people/updateViewer.js';
import { UserFields } from './people/userFields.js';
import { MemberFields, WorkspacePeople } from './members/memberFields.js';
import { BotPeople, CollaboratorFields } from './collaborators/collaboratorFields.js';
import { CreateWebhook } from './webhooks/createWebhook.js';
import { DeleteWebhook } from './webhooks/deleteWebhook.js';
import { RedeliverWebhookDelivery } from './webhooks/redeliverWebhookDelivery.js';
import { RotateWebhookSecret } from './webhooks/rotateWebhookSecret.js';
import { SendTestWebhook } from './webhooks/sendTestWebhook.js';
import { UpdateWebhook } from './webhooks/updateWebhook.js';
import {
  WebhookDeliveryFields,
  WebhookFields,
  WorkspaceWebhooks,
} from './webhooks/webhookFields.js';

/** Every operation, listed by hand. */
export const resolvers = [
  CreateWorkspace,
  CreateBot,
  ImportBot,
  SyncBot,
  UpdateBot,
  PublishBot,
  ReadBot,
  BotFields,
  ...documentFields,
  FindChatPage,
  StartChat,
  StartPreviewChat,
  ContinueChat,
  ExecuteWebhook,
  ReadResultExample,
  ReadBlockTypes,
  ReadCredentialTypes,
  ReadDescriptionsVersion,
  ReadFieldOptions,
  ReadSettingFields,
  ReadThemeFields,
  ReadWebhookBlocks,
  SubscribeWebhook,
  TestHttpRequest,
  UnsubscribeWebhook,
  StopReply,
  StreamMessage,
  SaveClientLogs,
  CreateStagedUpload,
  CreateFileUpload,
  DeleteFile,
  BotFiles,
  AnswerFiles,
  FileFields,
  SetChatTracing,
  SetSessionStatus,
  PostAgentMessage,
  ChatEvents,
  ChatTraces,
  ReadChatEventPage,
  BotResults,
  ResultFields,
  BotChanged,
  BotChanges,
  BotAiUsage,
  WorkspaceAiUsage,
  SetBotAiBudget,
  SetBotTracing,
  SetWorkspaceAiBudget,
  BotChangeFields,
  BotIssues,
  FlowIssues,
  BotPayloadIssues,
  BotPublished,
  DeleteBot,
  DuplicateBot,
  EditFlow,
  EditIssues,
  EditorsOf,
  ShowPresence,
  MoveBots,
  CheckPublicId,
  RestoreBot,
  UnpublishBot,
  AddCustomDomain,
  CheckCustomDomain,
  RemoveCustomDomain,
  VerifyCustomDomain,
  CreateFolder,
  DeleteFolder,
  ReadFolder,
  UpdateFolder,
  ReadNode,
  ReadViewer,
  DeleteThemeTemplate,
  SaveThemeTemplate,
  RestoreVersion,
  RollbackBot,
  VersionFields,
  DeleteWorkspace,
  UpdateWorkspace,
  ReadWorkspace,
  WorkspaceFields,
  WorkspaceAuditLog,
  AuditEntryFields,
  BotConnectionFields,
  AcceptInvitation,
  RevokeInvitation,
  InviteMember,
  UpdateMember,
  RemoveMember,
  InviteCollaborator,
  UpdateCollaborator,
  RemoveCollaborator,
  SaveCredentials,
  TestCredentials,
  UpdateCredentials,
  DeleteCredentials,
  WorkspaceCredentials,
  CredentialsFields,
  CreateApiToken,
  RevokeApiToken,
  ViewerFields,
  SignInFields,
  RevokeSignIn,
  UpdateViewer,
  UserFields,
  MemberFields,
  WorkspacePeople,
  BotPeople,
  CollaboratorFields,
  ApiTokenFields,
  CustomDomainFields,
  ExportJobFields,
  InvitationFields,
  ThemeTemplateFields,
  ReadBotStats,
  BotStatsFields,
  ReadBlockStats,
  BlockStatsFields,
  ResultConnectionFields,
  DeleteResults,
  ImportResults,
  BotExports,
  StartResultsExport,
  CancelExport,
  JobProgress,
  ResultChanged,
  BlockStatsChanged,
  ResultColumns,
  SaveResultsView,
  DeleteResultsView,
  FindChat,
  ChatFields,
  WorkspaceChats,
  BotChats,
  ChatConnectionFields,
  ChatNoteFields,
  ClaimChat,
  AssignChat,
  ReleaseChat,
  CloseChat,
  ReopenChat,
  UpdateChat,
  AddChatNote,
  BotResultsViews,
  ResultsViewFields,
  CreateWebhook,
  UpdateWebhook,
  DeleteWebhook,
  RotateWebhookSecret,
  SendTestWebhook,
  RedeliverWebhookDelivery,
  WorkspaceWebhooks,
  WebhookFields,
  WebhookDeliveryFields,
  DeletePayloadPlace,
  ChatPointResult,
  ...payloadViewers,
] as const;
