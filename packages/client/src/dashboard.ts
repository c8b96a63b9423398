// Made of the operations in examples/dashboard by `npm run schema`; do not edit.
import type { Flow, FlowEdit } from './flow.js';
import type { TypedDocument } from './typedDocument.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> =
  T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AddChatNoteInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly sessionId: string;
  readonly text: string;
};

export type AddCustomDomainInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly name: string;
  readonly workspaceId: string;
};

export type AnswerMatchInput = {
  readonly blockId: string;
  readonly contains?: string | null | undefined;
  readonly equals?: string | null | undefined;
};

export type AssignChatInput = {
  readonly assigneeId?: string | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly sessionId: string;
};

export type AuditAction = 'CHANGED' | 'CREATED' | 'DELETED';

export type AuditKind =
  | 'AI_BUDGET'
  | 'BOT'
  | 'BOT_SEGMENT'
  | 'BOT_SPLIT'
  | 'BOT_STAGE'
  | 'BOT_TEST'
  | 'BOT_TEST_SCHEDULE'
  | 'CANNED_REPLY'
  | 'CREDENTIALS'
  | 'CUSTOM_DOMAIN'
  | 'EXPORT'
  | 'FILE'
  | 'FOLDER'
  | 'INVITATION'
  | 'MEMBER'
  | 'RESULTS'
  | 'SHARE'
  | 'THEME_TEMPLATE'
  | 'TOKEN'
  | 'WEBHOOK'
  | 'WORKSPACE';

export type BlockCategory = 'BUBBLE' | 'INPUT' | 'INTEGRATION' | 'LOGIC';

export type BotChangeKind =
  | 'ARCHIVED'
  | 'CREATED'
  | 'MOVED'
  | 'PUBLISHED'
  | 'RESTORED'
  | 'ROLLED_BACK'
  | 'SPLIT'
  | 'STAGED'
  | 'UNPUBLISHED'
  | 'UPDATED'
  | 'VERSION_RESTORED';

export type BotInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
};

export type BotIssueCode =
  | 'ACTION_MISSING'
  | 'AMOUNT_FROM_VISITOR'
  | 'AMOUNT_UNSET'
  | 'ANSWER_LEADS_NOWHERE'
  | 'BLOCK_UNKNOWN'
  | 'BLOCK_UNREACHABLE'
  | 'BUBBLE_EMPTY'
  | 'CHOICES_ALIKE'
  | 'CHOICES_MISSING'
  | 'CHOICE_WITHOUT_TEXT'
  | 'CODE_DOES_NOT_COMPILE'
  | 'CODE_SETS_UNKNOWN_VARIABLE'
  | 'COMPARISON_NEVER_MATCHES'
  | 'COMPARISON_OF_KINDS'
  | 'CONDITION_ALWAYS_HOLDS'
  | 'CONDITION_COVERED'
  | 'CONDITION_NEVER_HOLDS'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_NOT_FOUND'
  | 'CREDENTIALS_OF_OTHER_TYPE'
  | 'EDGE_BEGINS_NOWHERE'
  | 'EDGE_LEADS_NOWHERE'
  | 'EDGE_LEFT_OVER'
  | 'EDGE_NOT_FOUND'
  | 'EDGE_NOT_NAMED'
  | 'FILES_IMPOSSIBLE'
  | 'GROUP_UNREACHABLE'
  | 'ID_NOT_UNIQUE'
  | 'IMAGE_WITHOUT_DESCRIPTION'
  | 'JUMP_LEADS_NOWHERE'
  | 'JUMP_TARGET_MISSING'
  | 'LINKED_BOT_MISSING'
  | 'LINKED_BOT_NOT_FOUND'
  | 'LINKED_BOT_UNPUBLISHED'
  | 'LOOP_MAY_NOT_END'
  | 'LOOP_WITHOUT_INPUT'
  | 'MAIL_ACCOUNT_DEFAULT'
  | 'MESSENGER_CHOICES_MANY'
  | 'MESSENGER_LABEL_LONG'
  | 'NAME_NOT_FOUND'
  | 'NOT_AVAILABLE'
  | 'NO_WAY_OUT'
  | 'PATTERN_INVALID'
  | 'PATTERN_NEVER_MATCHES'
  | 'PATTERN_SLOW'
  | 'PAYMENT_IMPOSSIBLE'
  | 'PAYMENT_WITHOUT_AMOUNT'
  | 'RANGE_EMPTY'
  | 'RECIPIENT_FROM_VISITOR'
  | 'REDIRECT_FROM_VISITOR'
  | 'REDIRECT_WITHOUT_ADDRESS'
  | 'REQUEST_HOST_FROM_VISITOR'
  | 'REQUEST_TO_PRIVATE_ADDRESS'
  | 'REQUEST_URL_MISSING'
  | 'SECRET_IN_FLOW'
  | 'SET_WITHOUT_VARIABLE'
  | 'START_LEADS_NOWHERE'
  | 'TARGET_BLOCK_NOT_FOUND'
  | 'TEXT_FORMAT_BROKEN'
  | 'TIME_LIMIT_INVALID'
  | 'TIME_ZONE_UNKNOWN'
  | 'TRANSLATION_FAULTY'
  | 'TRANSLATION_MISSING'
  | 'TRANSLATION_STALE'
  | 'TURN_TOO_LARGE'
  | 'UNKNOWN_MEMBER'
  | 'VARIABLE_IS_OBJECT'
  | 'VARIABLE_NEVER_READ'
  | 'VARIABLE_NEVER_SET'
  | 'VARIABLE_NOT_FOUND'
  | 'VARIABLE_SHOWN_UNSET'
  | 'VARIABLE_UNUSED';

export type BotOrder =
  | 'CREATED_AT_ASC'
  | 'CREATED_AT_DESC'
  | 'NAME_ASC'
  | 'NAME_DESC'
  | 'UPDATED_AT_ASC'
  | 'UPDATED_AT_DESC';

export type BotSegmentInput = {
  readonly source: SegmentSource;
  readonly variableId?: string | null | undefined;
};

export type BotTestFileInput = { readonly fileName: string; readonly yaml: string };

export type BranchChatInput = {
  readonly breakpoints?: unknown;
  readonly clientMutationId?: string | null | undefined;
  readonly sessionId: string;
  readonly turn: number;
};

export type CancelExportInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly jobId: string;
};

export type ChatChannel = 'MESSENGER' | 'WEB';

export type ChatStatus = 'CLOSED' | 'OPEN' | 'PAUSED';

export type ChatsFilter = {
  readonly assigneeId?: string | null | undefined;
  readonly botId?: string | null | undefined;
  readonly channel?: ChatChannel | null | undefined;
  readonly ids?: ReadonlyArray<string> | null | undefined;
  readonly isAssigned?: boolean | null | undefined;
  readonly isWaiting?: boolean | null | undefined;
  readonly queue?: string | null | undefined;
  readonly statuses?: ReadonlyArray<InboxStatus> | null | undefined;
  readonly tag?: string | null | undefined;
  readonly text?: string | null | undefined;
};

export type ChatsOrder = 'LATEST' | 'WAITING';

export type ClaimChatInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly sessionId: string;
  readonly takeOver?: number | null | undefined;
};

export type ClaimedChatInput = {
  readonly claim?: number | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly sessionId: string;
};

export type CodeLanguage = 'CSS' | 'HTML' | 'JAVASCRIPT' | 'JSON' | 'SVG';

export type CollaborationType = 'FULL_ACCESS' | 'READ' | 'WRITE';

export type CreateApiTokenInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly name: string;
  readonly scopes?: ReadonlyArray<TokenScope> | null | undefined;
  readonly workspaceId?: string | null | undefined;
};

export type CreateBotInput = {
  readonly bot: unknown;
  readonly clientMutationId?: string | null | undefined;
  readonly workspaceId: string;
};

export type CreateFileUploadInput = {
  readonly botId?: string | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly fileName: string;
  readonly fileSize?: number | null | undefined;
  readonly fileType?: string | null | undefined;
  readonly visibility?: FileVisibility;
  readonly workspaceId?: string | null | undefined;
};

export type CreateFolderInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly folderName?: string | null | undefined;
  readonly parentFolderId?: string | null | undefined;
  readonly workspaceId: string;
};

export type CreateStagedUploadInput = {
  readonly blockId?: string | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly fileName: string;
  readonly fileSize?: number | null | undefined;
  readonly fileType?: string | null | undefined;
  readonly sessionId: string;
};

export type CreateWebhookInput = {
  readonly botId?: string | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly eventTypes: ReadonlyArray<WebhookEventType>;
  readonly url: string;
  readonly workspaceId: string;
};

export type CreateWorkspaceInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly icon?: string | null | undefined;
  readonly name: string;
};

export type CredentialsInput = {
  readonly data: unknown;
  readonly name: string;
  readonly type: string;
};

export type CustomDomainInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly name: string;
  readonly workspaceId: string;
};

export type DeleteBotTestInput = {
  readonly botId: string;
  readonly botTestId: string;
  readonly clientMutationId?: string | null | undefined;
};

export type DeleteCannedReplyInput = {
  readonly cannedReplyId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly workspaceId: string;
};

export type DeleteCredentialsInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly credentialsId: string;
  readonly workspaceId: string;
};

export type DeleteFolderInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly folderId: string;
  readonly workspaceId: string;
};

export type DeleteResultsInput = {
  readonly all?: boolean | null | undefined;
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly resultIds?: ReadonlyArray<string> | null | undefined;
};

export type DeleteResultsViewInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly resultsViewId: string;
};

export type DeleteThemeTemplateInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly themeTemplateId: string;
  readonly workspaceId: string;
};

export type DeleteWorkspaceInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly workspaceId: string;
};

export type DomainStatus = 'INVALID' | 'NOT_FOUND' | 'PENDING' | 'UNKNOWN' | 'VALID';

export type DraftTranslationsInput = {
  readonly after?: string | null | undefined;
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly credentialsId: string;
  readonly ifRevision?: number | null | undefined;
  readonly language: string;
  readonly model: string;
};

export type DuplicateBotInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly toFolderId?: string | null | undefined;
  readonly toWorkspaceId?: string | null | undefined;
};

export type EditFlowInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly edits: readonly FlowEdit[];
  readonly ifRevision?: number | null | undefined;
  readonly onConflict?: OnConflict;
  readonly once?: boolean;
  readonly undoes?: number | null | undefined;
};

export type EditorPointerInput = { readonly x: number; readonly y: number };

export type ExplorationEnd = 'NOTHING_NEW' | 'STOPPED' | 'TURNS' | 'VALUES_TOO_LARGE';

export type ExplorationFault =
  | 'CALL_REFUSED'
  | 'ERROR_LOGGED'
  | 'LIMIT_MET'
  | 'NO_WAY_ON'
  | 'REPLY_TOO_LARGE'
  | 'SILENT_END'
  | 'VALUE_MISSING';

export type ExploreFlowInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly flow?: unknown;
  readonly seconds?: number;
  readonly seed?: string;
  readonly turns?: number;
  readonly withTests?: boolean;
};

export type ExportFormat = 'CSV' | 'JSONL';

export type FailureCode =
  | 'BAD_REQUEST'
  | 'CONFLICT'
  | 'FORBIDDEN'
  | 'INSUFFICIENT_STORAGE'
  | 'INTERNAL_SERVER_ERROR'
  | 'METHOD_NOT_SUPPORTED'
  | 'NOT_FOUND'
  | 'PARSE_ERROR'
  | 'PAYLOAD_TOO_LARGE'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'TOO_MANY_REQUESTS'
  | 'UNAUTHORIZED'
  | 'UNPROCESSABLE_CONTENT'
  | 'UNSUPPORTED_MEDIA_TYPE';

export type FailureReason =
  | 'BOT_CHANGED'
  | 'BOT_CLOSED'
  | 'BOT_NOT_FOUND'
  | 'BOT_TEST_NOT_FOUND'
  | 'CANNED_REPLY_NOT_FOUND'
  | 'CHANGED_MEANWHILE'
  | 'CHATS_VIEW_NOT_FOUND'
  | 'CHAT_HELD'
  | 'CHAT_NOT_RECORDABLE'
  | 'COLLABORATOR_EXISTS'
  | 'COLLABORATOR_NOT_FOUND'
  | 'COMMAND_NOT_FOUND'
  | 'CREDENTIALS_NOT_FOUND'
  | 'DOCUMENT_NOT_TRUSTED'
  | 'DOMAIN_EXISTS'
  | 'DOMAIN_HELD'
  | 'DOMAIN_NOT_FOUND'
  | 'DOMAIN_TAKEN'
  | 'EXPORT_NOT_FOUND'
  | 'FILE_NOT_FOUND'
  | 'FOLDER_NOT_FOUND'
  | 'FORBIDDEN'
  | 'FUTURE_CURSOR'
  | 'IDEMPOTENCY_MISMATCH'
  | 'INTERNAL'
  | 'INVITATION_NOT_FOUND'
  | 'JOB_NOT_FOUND'
  | 'LAST_ADMIN'
  | 'MEMBER_EXISTS'
  | 'MEMBER_NOT_FOUND'
  | 'METHOD_NOT_SUPPORTED'
  | 'NOTHING_TO_STREAM'
  | 'ORIGIN_NOT_ALLOWED'
  | 'PARSE_ERROR'
  | 'PAYLOAD_TOO_LARGE'
  | 'PAYMENT_IMPOSSIBLE'
  | 'PAYMENT_UNVERIFIED'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'PREVIEWS_BUSY'
  | 'PUBLIC_ID_TAKEN'
  | 'PUBLISH_REFUSED'
  | 'QUERY_INVALID'
  | 'QUERY_TOO_LARGE'
  | 'RATE_LIMITED'
  | 'RESULTS_VIEW_NOT_FOUND'
  | 'RESULT_NOT_FOUND'
  | 'ROUTE_NOT_FOUND'
  | 'SESSION_BUSY'
  | 'SESSION_ENDED'
  | 'SESSION_EXPIRED'
  | 'SESSION_NOT_FOUND'
  | 'SIGN_IN_NOT_FOUND'
  | 'SIMULATIONS_BUSY'
  | 'SLOW_CONSUMER'
  | 'STAGE_NOT_FOUND'
  | 'START_NOT_FOUND'
  | 'STORAGE_FULL'
  | 'THEME_TEMPLATE_NOT_FOUND'
  | 'TOKEN_NOT_FOUND'
  | 'TOO_MANY_OPERATIONS'
  | 'TOO_MANY_READERS'
  | 'TURN_CONFLICT'
  | 'TURN_NOT_PAUSED'
  | 'TURN_NOT_TRACED'
  | 'TURN_PAUSED'
  | 'UNAUTHENTICATED'
  | 'UNAVAILABLE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UPLOAD_INFECTED'
  | 'UPLOAD_REFUSED'
  | 'URL_REFUSED'
  | 'VALIDATION'
  | 'VERSION_NOT_FOUND'
  | 'WEBHOOK_DELIVERY_NOT_FOUND'
  | 'WEBHOOK_NOT_AWAITED'
  | 'WEBHOOK_NOT_FOUND'
  | 'WORKSPACE_NOT_FOUND'
  | 'WORKSPACE_SUSPENDED';

export type FieldControl =
  | 'BLOCK'
  | 'BOT'
  | 'CHOICE'
  | 'CODE'
  | 'COLOR'
  | 'CREDENTIALS'
  | 'DATE'
  | 'EDGE'
  | 'FILE'
  | 'GROUP'
  | 'ID'
  | 'LIST'
  | 'LONG_TEXT'
  | 'NUMBER'
  | 'RICH_TEXT'
  | 'SECTION'
  | 'SWITCH'
  | 'TEXT'
  | 'URL'
  | 'VARIABLE';

export type FileVisibility = 'PRIVATE' | 'PUBLIC';

export type FindChatToInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly flow?: unknown;
  readonly partId: string;
  readonly seconds?: number;
  readonly seed?: string;
  readonly turns?: number;
};

export type FlowChangeKind =
  | 'BLOCK_ADDED'
  | 'BLOCK_CHANGED'
  | 'BLOCK_MOVED'
  | 'BLOCK_REMOVED'
  | 'EDGE_ADDED'
  | 'EDGE_CHANGED'
  | 'EDGE_REMOVED'
  | 'EDGE_REWIRED'
  | 'EVENT_ADDED'
  | 'EVENT_CHANGED'
  | 'EVENT_REMOVED'
  | 'FLOW_CHANGED'
  | 'GROUP_ADDED'
  | 'GROUP_CHANGED'
  | 'GROUP_MOVED'
  | 'GROUP_REMOVED'
  | 'GROUP_RENAMED'
  | 'NOTE_ADDED'
  | 'NOTE_CHANGED'
  | 'NOTE_MOVED'
  | 'NOTE_REMOVED'
  | 'SETTINGS_CHANGED'
  | 'TEXT_CHANGED'
  | 'THEME_CHANGED'
  | 'TRANSLATIONS_CHANGED'
  | 'VARIABLE_ADDED'
  | 'VARIABLE_CHANGED'
  | 'VARIABLE_REMOVED'
  | 'VARIABLE_RENAMED';

export type FolderPatch = {
  readonly name?: string | null | undefined;
  readonly parentFolderId?: string | null | undefined;
};

export type ImportBotInput = {
  readonly bot: unknown;
  readonly clientMutationId?: string | null | undefined;
  readonly workspaceId: string;
};

export type ImportTranslationsInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly content: string;
  readonly format: TranslationFormat;
  readonly ifRevision?: number | null | undefined;
  readonly language: string;
};

export type InFlightPolicy = 'FINISH_ON_OLD' | 'MOVE_AT_NEXT_INPUT' | 'MOVE_NOW_OR_END';

export type InboxChatInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly sessionId: string;
};

export type InboxStatus = 'CLOSED' | 'ENDED' | 'OPEN' | 'PAUSED';

export type InviteCollaboratorInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly email: string;
  readonly type: CollaborationType;
};

export type InviteMemberInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly email: string;
  readonly role: WorkspaceRole;
  readonly workspaceId: string;
};

export type IssueLevel = 'ERROR' | 'HINT' | 'WARNING';

export type JobStatus = 'CANCELED' | 'COMPLETED' | 'FAILED' | 'QUEUED' | 'RUNNING';

export type MessengerFaultKind = 'SENDING' | 'SIGNATURE' | 'VERIFY_TOKEN';

export type MoveCode =
  'BLOCK_CHANGED' | 'BLOCK_DOUBLED' | 'BLOCK_GONE' | 'TRANSCRIPT_MISSING' | 'VARIABLE_GONE';

export type OnConflict = 'OVERWRITE' | 'REFUSE';

export type PostAgentMessageInput = {
  readonly attachedFileUrls?: ReadonlyArray<string> | null | undefined;
  readonly cannedReplyId?: string | null | undefined;
  readonly claim?: number | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly sessionId: string;
  readonly text?: string | null | undefined;
};

export type PromoteStageInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly overrideReason?: string | null | undefined;
  readonly stage: string;
};

export type PublishBotInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly inFlightMessage?: string | null | undefined;
  readonly inFlightPolicy?: InFlightPolicy | null | undefined;
  readonly label?: string | null | undefined;
  readonly overrideReason?: string | null | undefined;
};

export type PublishPolicy = 'BLOCK_ERRORS' | 'BLOCK_ERRORS_AND_TESTS' | 'OFF' | 'WARN';

export type RecordBotTestInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly resultId?: string | null | undefined;
  readonly sessionId?: string | null | undefined;
};

export type RedeliverWebhookDeliveryInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly webhookDeliveryId: string;
};

export type ReleaseChatInput = {
  readonly claim?: number | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly groupId?: string | null | undefined;
  readonly sessionId: string;
};

export type RemoveCollaboratorInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly userId: string;
};

export type RemoveLanguageInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly ifRevision?: number | null | undefined;
  readonly language: string;
};

export type RemoveMemberInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly userId: string;
  readonly workspaceId: string;
};

export type RequestFailure =
  'BAD_REQUEST' | 'BLOCKED' | 'NETWORK' | 'STOPPED' | 'TIMEOUT' | 'TOO_LARGE';

export type RestoreVersionInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly ifRevision?: number | null | undefined;
  readonly versionId: string;
};

export type ResultsExportInput = {
  readonly answers?: ReadonlyArray<AnswerMatchInput> | null | undefined;
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly format?: ExportFormat;
  readonly from?: string | null | undefined;
  readonly hasByteOrderMark?: boolean;
  readonly hasStarted?: boolean | null | undefined;
  readonly isCompleted?: boolean | null | undefined;
  readonly reachedBlockId?: string | null | undefined;
  readonly restsAtBlockId?: string | null | undefined;
  readonly resultIds?: ReadonlyArray<string> | null | undefined;
  readonly search?: string | null | undefined;
  readonly segment?: SegmentMatchInput | null | undefined;
  readonly timeFilter?: TimeFilter;
  readonly timeZone?: string;
  readonly until?: string | null | undefined;
  readonly variables?: ReadonlyArray<VariableMatchInput> | null | undefined;
  readonly versionId?: string | null | undefined;
};

export type RevokeApiTokenInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly tokenId: string;
};

export type RevokeInvitationInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly invitationId: string;
};

export type RevokeSignInInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly signInId: string;
};

export type RunBotTestsInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly files?: ReadonlyArray<BotTestFileInput> | null | undefined;
  readonly tests?: ReadonlyArray<unknown> | null | undefined;
  readonly versionId?: string | null | undefined;
};

export type SaveBotTestInput = {
  readonly botId: string;
  readonly botTestId?: string | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly test: unknown;
};

export type SaveCannedReplyInput = {
  readonly cannedReplyId?: string | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly shortcut?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly workspaceId: string;
};

export type SaveCredentialsInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly credentials: CredentialsInput;
  readonly credentialsId?: string | null | undefined;
  readonly workspaceId: string;
};

export type SaveResultsViewInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly columns?: unknown;
  readonly filters?: unknown;
  readonly isShared?: boolean | null | undefined;
  readonly name?: string | null | undefined;
  readonly resultsViewId?: string | null | undefined;
};

export type SaveThemeTemplateInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly name: string;
  readonly theme: unknown;
  readonly themeTemplateId?: string | null | undefined;
  readonly workspaceId: string;
};

export type SegmentMatchInput = {
  readonly isOther?: boolean;
  readonly source: SegmentSource;
  readonly value?: string | null | undefined;
  readonly variableId?: string | null | undefined;
};

export type SegmentSource = 'CHANNEL' | 'VARIABLE';

export type SetBotAiBudgetInput = {
  readonly botId: string;
  readonly calls?: number | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly cost?: number | null | undefined;
  readonly milliseconds?: number | null | undefined;
  readonly tokens?: number | null | undefined;
};

export type SetBotPublishPolicyInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly policy?: PublishPolicy | null | undefined;
};

export type SetBotReplayInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly share: number;
};

export type SetBotSegmentsInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly segments: ReadonlyArray<BotSegmentInput>;
};

export type SetBotSplitInput = {
  readonly arms: ReadonlyArray<SplitArmInput>;
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
};

export type SetBotStageInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly credentials?: ReadonlyArray<StageCredentialsInput> | null | undefined;
  readonly stage: string;
  readonly variables?: unknown;
  readonly versionId?: string | null | undefined;
};

export type SetBotTestScheduleInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly every?: TestInterval | null | undefined;
};

export type SetBotTracingInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly share: number;
};

export type SetBreakpointsInput = {
  readonly breakpoints: unknown;
  readonly clientMutationId?: string | null | undefined;
  readonly sessionId: string;
};

export type SetPausedVariablesInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly pause?: number | null | undefined;
  readonly sessionId: string;
  readonly variables: unknown;
};

export type SetSessionStatusInput = {
  readonly claim?: number | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly sessionId: string;
  readonly status: ChatStatus;
};

export type SetTranslationsInput = {
  readonly baseLanguage?: string | null | undefined;
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly ifRevision?: number | null | undefined;
  readonly language: string;
  readonly texts: ReadonlyArray<TranslationInput>;
};

export type SetWorkspaceAiBudgetInput = {
  readonly calls?: number | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly cost?: number | null | undefined;
  readonly milliseconds?: number | null | undefined;
  readonly tokens?: number | null | undefined;
  readonly workspaceId: string;
};

export type SetWorkspacePublishPolicyInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly policy: PublishPolicy;
  readonly workspaceId: string;
};

export type ShowPresenceInput = {
  readonly blockId?: string | null | undefined;
  readonly botId: string;
  readonly clientId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly field?: string | null | undefined;
  readonly groupId?: string | null | undefined;
  readonly pointer?: EditorPointerInput | null | undefined;
};

export type SplitArmInput = { readonly versionId: string; readonly weight: number };

export type StageCredentialsInput = {
  readonly credentialsId: string;
  readonly replacementId: string;
};

export type StageInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly stage: string;
};

export type StartPreviewChatInput = {
  readonly bot?: unknown;
  readonly botId: string;
  readonly breakpoints?: unknown;
  readonly clientMutationId?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly isOnlyRegistering?: boolean | null | undefined;
  readonly isStreamEnabled?: boolean | null | undefined;
  readonly locale?: string | null | undefined;
  readonly message?: unknown;
  readonly prefilledVariables?: unknown;
  readonly stage?: string | null | undefined;
  readonly startFrom?: unknown;
  readonly timeZone?: string | null | undefined;
};

export type StepChatInput = {
  readonly blockId?: string | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly pause?: number | null | undefined;
  readonly sessionId: string;
  readonly to?: StepTo | null | undefined;
};

export type StepTo = 'BREAKPOINT' | 'NEXT_BLOCK';

export type StopBotSplitInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly versionId?: string | null | undefined;
};

export type TestCredentialsInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly credentialsId: string;
  readonly workspaceId: string;
};

export type TestHttpRequestInput = {
  readonly blockId: string;
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly variables?: unknown;
};

export type TestInterval = 'DAY' | 'HOUR' | 'WEEK';

export type TestOutcome = 'FAILED' | 'NOT_RUN' | 'PASSED';

export type TextStatus = 'FAULTY' | 'MISSING' | 'STALE' | 'TRANSLATED';

export type TimeFilter =
  | 'ALL_TIME'
  | 'LAST_7_DAYS'
  | 'LAST_30_DAYS'
  | 'LAST_MONTH'
  | 'MONTH_TO_DATE'
  | 'TODAY'
  | 'YEAR_TO_DATE';

export type TokenScope =
  | 'BOTS_READ'
  | 'BOTS_WRITE'
  | 'CHAT'
  | 'RESULTS_READ'
  | 'RESULTS_WRITE'
  | 'TESTS_RUN'
  | 'WORKSPACE_ADMIN'
  | 'WORKSPACE_READ';

export type TraceCall = 'ENTER' | 'REPLY' | 'RESULT';

export type TraceChangeKind = 'ANSWER' | 'STATE' | 'VARIABLE';

export type TraceKind = 'BEGAN' | 'BLOCK' | 'EDITED' | 'EFFECT' | 'ENDED' | 'STATE';

export type TraceWay =
  | 'AGAIN'
  | 'BOT_LINK'
  | 'CONTINUED'
  | 'EDGE'
  | 'EFFECT'
  | 'ENDED'
  | 'JUMP'
  | 'NEXT_IN_GROUP'
  | 'REFUSED'
  | 'RETURNED'
  | 'STOPPED'
  | 'WAITS';

export type TranscriptRole = 'AGENT' | 'BOT' | 'USER';

export type TranslationFormat = 'CSV' | 'XLIFF';

export type TranslationInput = {
  readonly path: string;
  readonly state?: TranslationState | null | undefined;
  readonly text?: string | null | undefined;
};

export type TranslationState = 'FINAL' | 'INITIAL' | 'REVIEWED' | 'TRANSLATED';

export type UpdateBotInput = {
  readonly bot: unknown;
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly ifRevision?: number | null | undefined;
};

export type UpdateChatInput = {
  readonly addTags?: ReadonlyArray<string> | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly isRead?: boolean | null | undefined;
  readonly queue?: string | null | undefined;
  readonly removeTags?: ReadonlyArray<string> | null | undefined;
  readonly sessionId: string;
  readonly tags?: ReadonlyArray<string> | null | undefined;
};

export type UpdateCollaboratorInput = {
  readonly botId: string;
  readonly clientMutationId?: string | null | undefined;
  readonly type: CollaborationType;
  readonly userId: string;
};

export type UpdateCredentialsInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly credentialsId: string;
  readonly data?: unknown;
  readonly name?: string | null | undefined;
  readonly workspaceId: string;
};

export type UpdateFolderInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly folder: FolderPatch;
  readonly folderId: string;
  readonly workspaceId: string;
};

export type UpdateMemberInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly role: WorkspaceRole;
  readonly userId: string;
  readonly workspaceId: string;
};

export type UpdateViewerInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly name?: string | null | undefined;
};

export type UpdateWebhookInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly eventTypes?: ReadonlyArray<WebhookEventType> | null | undefined;
  readonly isEnabled?: boolean | null | undefined;
  readonly url?: string | null | undefined;
  readonly webhookId: string;
};

export type UpdateWorkspaceInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly icon?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly workspaceId: string;
};

export type VariableMatchInput = {
  readonly contains?: string | null | undefined;
  readonly equals?: string | null | undefined;
  readonly variable: string;
};

export type VariableType =
  'ANY' | 'DATE' | 'EMAIL' | 'FILE' | 'LIST' | 'NUMBER' | 'PHONE_NUMBER' | 'TEXT' | 'TIME' | 'URL';

export type VariableUse = 'READ' | 'SET' | 'SHOWN';

export type WebhookDeliveryStatus = 'DELIVERED' | 'FAILED' | 'PENDING';

export type WebhookEventType =
  | 'BOT_PUBLISHED'
  | 'BUDGET_SPENT'
  | 'CHAT_ASSIGNED'
  | 'CHAT_CLOSED'
  | 'CHAT_PAUSED'
  | 'CHAT_WAITING'
  | 'DOMAIN_LOST'
  | 'DOMAIN_UNPROVEN'
  | 'RESULT_ANSWERED'
  | 'RESULT_COMPLETED'
  | 'RESULT_STARTED'
  | 'SPLIT_STOPPED'
  | 'TESTS_FAILED'
  | 'TESTS_PASSED'
  | 'VERSION_PROMOTED'
  | 'WEBHOOK_TEST';

export type WebhookInput = {
  readonly clientMutationId?: string | null | undefined;
  readonly webhookId: string;
};

export type WorkspaceRole = 'ADMIN' | 'GUEST' | 'MEMBER';

export type AboutChatQueryVariables = Exact<{ sessionId: string }>;

export type AboutChatQuery = {
  readonly chat: {
    readonly createdAt: string;
    readonly id: string;
    readonly revision: number;
    readonly status: InboxStatus;
    readonly claim: number;
    readonly channel: ChatChannel;
    readonly queue: string | null;
    readonly tags: ReadonlyArray<string>;
    readonly waitingSince: string | null;
    readonly waitsUntil: string | null;
    readonly activeAt: string;
    readonly unread: number;
    readonly bot: {
      readonly id: string;
      readonly name: string;
      readonly resultColumns: ReadonlyArray<{
        readonly columnId: string;
        readonly label: string;
        readonly isVisible: boolean;
        readonly isPinned: boolean;
        readonly width: number | null;
        readonly blockIds: ReadonlyArray<string>;
        readonly blockType: string | null;
        readonly variableIds: ReadonlyArray<string>;
      }>;
    } | null;
    readonly version: {
      readonly id: string;
      readonly number: number;
      readonly label: string | null;
    } | null;
    readonly result: {
      readonly id: string;
      readonly createdAt: string;
      readonly isCompleted: boolean;
      readonly answers: ReadonlyArray<{ readonly blockId: string; readonly content: string }>;
      readonly variables: ReadonlyArray<{
        readonly variableId: string;
        readonly name: string;
        readonly value: unknown;
      }>;
    } | null;
    readonly last: {
      readonly text: string;
      readonly role: TranscriptRole;
      readonly agent: { readonly userId: string; readonly name: string | null } | null;
    } | null;
    readonly assignee: { readonly id: string; readonly name: string | null } | null;
  } | null;
};

export type AddChatNoteMutationVariables = Exact<{ input: AddChatNoteInput }>;

export type AddChatNoteMutation = {
  readonly addChatNote: {
    readonly chat: {
      readonly id: string;
      readonly revision: number;
      readonly status: InboxStatus;
      readonly claim: number;
      readonly channel: ChatChannel;
      readonly queue: string | null;
      readonly tags: ReadonlyArray<string>;
      readonly waitingSince: string | null;
      readonly waitsUntil: string | null;
      readonly activeAt: string;
      readonly unread: number;
      readonly last: {
        readonly text: string;
        readonly role: TranscriptRole;
        readonly agent: { readonly userId: string; readonly name: string | null } | null;
      } | null;
      readonly assignee: { readonly id: string; readonly name: string | null } | null;
      readonly bot: { readonly id: string; readonly name: string } | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type AddDomainMutationVariables = Exact<{ input: AddCustomDomainInput }>;

export type AddDomainMutation = {
  readonly addCustomDomain: {
    readonly customDomain: {
      readonly id: string;
      readonly name: string;
      readonly status: DomainStatus;
      readonly checkedAt: string | null;
      readonly records: ReadonlyArray<{
        readonly type: string;
        readonly name: string;
        readonly value: string;
      }>;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type AiSpendingQueryVariables = Exact<{ botId: string }>;

export type AiSpendingQuery = {
  readonly bot: {
    readonly id: string;
    readonly aiUsage: {
      readonly month: string;
      readonly calls: number;
      readonly cost: number;
      readonly tokens: number;
    };
    readonly aiBudget: {
      readonly calls: number | null;
      readonly cost: number | null;
      readonly tokens: number | null;
    };
    readonly workspace: {
      readonly id: string;
      readonly aiUsage: {
        readonly month: string;
        readonly calls: number;
        readonly cost: number;
        readonly tokens: number;
      } | null;
      readonly aiBudget: {
        readonly calls: number | null;
        readonly cost: number | null;
        readonly tokens: number | null;
      } | null;
    };
  } | null;
};

export type AllFoldersQueryVariables = Exact<{ workspaceId: string }>;

export type AllFoldersQuery = {
  readonly workspace: {
    readonly id: string;
    readonly allFolders: ReadonlyArray<{
      readonly id: string;
      readonly name: string;
      readonly parentFolderId: string | null;
      readonly botsCount: number;
    }> | null;
  } | null;
};

export type AnswerChatMutationVariables = Exact<{ input: PostAgentMessageInput }>;

export type AnswerChatMutation = {
  readonly postAgentMessage: {
    readonly turn: number | null;
    readonly lastSeq: number | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type ArchiveBotMutationVariables = Exact<{ input: BotInput }>;

export type ArchiveBotMutation = {
  readonly deleteBot: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type AssignChatMutationVariables = Exact<{ input: AssignChatInput }>;

export type AssignChatMutation = {
  readonly assignChat: {
    readonly chat: {
      readonly id: string;
      readonly revision: number;
      readonly status: InboxStatus;
      readonly claim: number;
      readonly channel: ChatChannel;
      readonly queue: string | null;
      readonly tags: ReadonlyArray<string>;
      readonly waitingSince: string | null;
      readonly waitsUntil: string | null;
      readonly activeAt: string;
      readonly unread: number;
      readonly last: {
        readonly text: string;
        readonly role: TranscriptRole;
        readonly agent: { readonly userId: string; readonly name: string | null } | null;
      } | null;
      readonly assignee: { readonly id: string; readonly name: string | null } | null;
      readonly bot: { readonly id: string; readonly name: string } | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type AuditLogQueryVariables = Exact<{
  workspaceId: string;
  kind?: AuditKind | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type AuditLogQuery = {
  readonly workspace: {
    readonly id: string;
    readonly auditLog: {
      readonly nextCursor: string | null;
      readonly nodes: ReadonlyArray<{
        readonly createdAt: string;
        readonly action: AuditAction;
        readonly kind: AuditKind;
        readonly subjectId: string;
        readonly subjectName: string | null;
        readonly before: unknown;
        readonly after: unknown;
        readonly actor: { readonly id: string; readonly name: string | null } | null;
      }>;
    } | null;
  } | null;
};

export type BlockFormsQueryVariables = Exact<{ types: ReadonlyArray<string> | string }>;

export type BlockFormsQuery = {
  readonly blockTypes: ReadonlyArray<{
    readonly type: string;
    readonly fields: ReadonlyArray<{
      readonly path: string;
      readonly title: string;
      readonly help: string;
      readonly control: FieldControl;
      readonly language: CodeLanguage | null;
      readonly default: unknown;
      readonly min: number | null;
      readonly max: number | null;
      readonly maxLength: number | null;
      readonly unit: string | null;
      readonly isRequired: boolean;
      readonly isSecret: boolean;
      readonly isDeprecated: boolean;
      readonly takesVariables: boolean;
      readonly ownNames: ReadonlyArray<string> | null;
      readonly variableUse: VariableUse | null;
      readonly credentialsType: string | null;
      readonly listedBy: ReadonlyArray<string> | null;
      readonly needsSecrets: boolean;
      readonly choices: ReadonlyArray<{
        readonly value: string;
        readonly label: string;
        readonly help: string | null;
      }>;
      readonly showsWhen: ReadonlyArray<{
        readonly path: string;
        readonly in: ReadonlyArray<unknown>;
      }>;
      readonly textWhen: ReadonlyArray<{
        readonly path: string;
        readonly in: ReadonlyArray<unknown>;
      }> | null;
    }>;
  }>;
};

export type BlockTypesQueryVariables = Exact<{ [key: string]: never }>;

export type BlockTypesQuery = {
  readonly descriptionsVersion: string;
  readonly blockTypes: ReadonlyArray<{
    readonly type: string;
    readonly label: string;
    readonly help: string;
    readonly category: BlockCategory;
    readonly icon: string;
    readonly searchWords: ReadonlyArray<string>;
    readonly initial: unknown;
    readonly responsePath: string | null;
    readonly usesAi: boolean;
    readonly isDeprecated: boolean;
    readonly canvasFields: ReadonlyArray<{
      readonly path: string;
      readonly control: FieldControl;
      readonly choices: ReadonlyArray<{ readonly value: string; readonly label: string }>;
      readonly textWhen: ReadonlyArray<{
        readonly path: string;
        readonly in: ReadonlyArray<unknown>;
      }> | null;
    }>;
  }>;
};

export type BotFormsQueryVariables = Exact<{ [key: string]: never }>;

export type BotFormsQuery = {
  readonly descriptionsVersion: string;
  readonly themeFields: ReadonlyArray<{
    readonly path: string;
    readonly title: string;
    readonly help: string;
    readonly control: FieldControl;
    readonly language: CodeLanguage | null;
    readonly default: unknown;
    readonly min: number | null;
    readonly max: number | null;
    readonly maxLength: number | null;
    readonly unit: string | null;
    readonly isRequired: boolean;
    readonly isSecret: boolean;
    readonly isDeprecated: boolean;
    readonly takesVariables: boolean;
    readonly ownNames: ReadonlyArray<string> | null;
    readonly variableUse: VariableUse | null;
    readonly credentialsType: string | null;
    readonly listedBy: ReadonlyArray<string> | null;
    readonly needsSecrets: boolean;
    readonly choices: ReadonlyArray<{
      readonly value: string;
      readonly label: string;
      readonly help: string | null;
    }>;
    readonly showsWhen: ReadonlyArray<{
      readonly path: string;
      readonly in: ReadonlyArray<unknown>;
    }>;
    readonly textWhen: ReadonlyArray<{
      readonly path: string;
      readonly in: ReadonlyArray<unknown>;
    }> | null;
  }>;
  readonly settingFields: ReadonlyArray<{
    readonly path: string;
    readonly title: string;
    readonly help: string;
    readonly control: FieldControl;
    readonly language: CodeLanguage | null;
    readonly default: unknown;
    readonly min: number | null;
    readonly max: number | null;
    readonly maxLength: number | null;
    readonly unit: string | null;
    readonly isRequired: boolean;
    readonly isSecret: boolean;
    readonly isDeprecated: boolean;
    readonly takesVariables: boolean;
    readonly ownNames: ReadonlyArray<string> | null;
    readonly variableUse: VariableUse | null;
    readonly credentialsType: string | null;
    readonly listedBy: ReadonlyArray<string> | null;
    readonly needsSecrets: boolean;
    readonly choices: ReadonlyArray<{
      readonly value: string;
      readonly label: string;
      readonly help: string | null;
    }>;
    readonly showsWhen: ReadonlyArray<{
      readonly path: string;
      readonly in: ReadonlyArray<unknown>;
    }>;
    readonly textWhen: ReadonlyArray<{
      readonly path: string;
      readonly in: ReadonlyArray<unknown>;
    }> | null;
  }>;
};

export type BotIssuesQueryVariables = Exact<{ botId: string }>;

export type BotIssuesQuery = {
  readonly bot: {
    readonly id: string;
    readonly revision: number;
    readonly issues: ReadonlyArray<{
      readonly level: IssueLevel;
      readonly code: BotIssueCode;
      readonly subject: string | null;
      readonly message: string;
      readonly groupId: string | null;
      readonly blockId: string | null;
      readonly edgeId: string | null;
      readonly itemId: string | null;
      readonly path: string | null;
      readonly fixes: ReadonlyArray<{
        readonly title: string;
        readonly isSafe: boolean;
        readonly edits: readonly FlowEdit[];
        readonly revision: number | null;
      }>;
    }>;
  } | null;
};

export type BotMiniatureQueryVariables = Exact<{ botId: string }>;

export type BotMiniatureQuery = {
  readonly bot: {
    readonly id: string;
    readonly miniature: {
      readonly groups: ReadonlyArray<ReadonlyArray<number>>;
      readonly edges: ReadonlyArray<ReadonlyArray<number>>;
    };
  } | null;
};

export type BotRulesQueryVariables = Exact<{ botId: string }>;

export type BotRulesQuery = {
  readonly bot: {
    readonly id: string;
    readonly publishPolicy: PublishPolicy | null;
    readonly traceShare: number;
    readonly replayShare: number;
    readonly aiBudget: {
      readonly calls: number | null;
      readonly cost: number | null;
      readonly tokens: number | null;
    };
    readonly aiUsage: {
      readonly month: string;
      readonly calls: number;
      readonly cost: number;
      readonly tokens: number;
    };
    readonly workspace: {
      readonly id: string;
      readonly viewerRole: WorkspaceRole | null;
      readonly publishPolicy: PublishPolicy;
    };
  } | null;
};

export type BotTestsQueryVariables = Exact<{ botId: string }>;

export type BotTestsQuery = {
  readonly bot: {
    readonly id: string;
    readonly publishedVersionId: string | null;
    readonly testSchedule: {
      readonly every: TestInterval;
      readonly nextAt: string;
      readonly isFailing: boolean;
      readonly ranAt: string | null;
      readonly lastRun: {
        readonly passed: number;
        readonly failed: number;
        readonly notRun: number;
        readonly failedNames: ReadonlyArray<string>;
      } | null;
    } | null;
    readonly tests: ReadonlyArray<{
      readonly id: string;
      readonly name: string;
      readonly updatedAt: string;
    }>;
  } | null;
};

export type BotsQueryVariables = Exact<{
  workspaceId: string;
  folderId?: string | null | undefined;
  search?: string | null | undefined;
  isArchived?: boolean;
  orderBy?: BotOrder;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type BotsQuery = {
  readonly workspace: {
    readonly id: string;
    readonly bots: {
      readonly totalCount: number | null;
      readonly nodes: ReadonlyArray<{
        readonly viewerAccess: CollaborationType;
        readonly id: string;
        readonly name: string;
        readonly icon: string | null;
        readonly publicId: string | null;
        readonly hasUnpublishedChanges: boolean;
        readonly updatedAt: string;
      }>;
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  } | null;
};

export type BranchChatMutationVariables = Exact<{ input: BranchChatInput }>;

export type BranchChatMutation = {
  readonly branchChat: {
    readonly reply: { readonly sessionId: string; readonly raw: unknown } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type CancelExportMutationVariables = Exact<{ input: CancelExportInput }>;

export type CancelExportMutation = {
  readonly cancelExport: {
    readonly job: { readonly id: string; readonly status: JobStatus } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type CannedRepliesQueryVariables = Exact<{ workspaceId: string }>;

export type CannedRepliesQuery = {
  readonly workspace: {
    readonly id: string;
    readonly cannedReplies: ReadonlyArray<{
      readonly id: string;
      readonly shortcut: string;
      readonly text: string;
    }> | null;
  } | null;
};

export type ChangeRoleMutationVariables = Exact<{ input: UpdateMemberInput }>;

export type ChangeRoleMutation = {
  readonly updateMember: {
    readonly member: {
      readonly id: string;
      readonly role: WorkspaceRole;
      readonly user: { readonly id: string };
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type ChangeShareMutationVariables = Exact<{ input: UpdateCollaboratorInput }>;

export type ChangeShareMutation = {
  readonly updateCollaborator: {
    readonly collaborator: { readonly id: string; readonly type: CollaborationType } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type ChannelQueryVariables = Exact<{ credentialsId: string }>;

export type ChannelQuery = {
  readonly node:
    | {
        readonly id: string;
        readonly name: string;
        readonly members: ReadonlyArray<{ readonly path: string; readonly value: unknown }> | null;
        readonly messengerChannel: {
          readonly webhookUrl: string;
          readonly verifiedAt: string | null;
          readonly lastMessageAt: string | null;
          readonly faultAt: string | null;
          readonly faultKind: MessengerFaultKind | null;
          readonly fault: string | null;
        } | null;
        readonly usedByBots: ReadonlyArray<{
          readonly id: string;
          readonly name: string;
          readonly revision: number;
          readonly publicId: string | null;
          readonly isClosed: boolean;
          readonly hasUnpublishedChanges: boolean;
          readonly viewerAccess: CollaborationType;
          readonly messengerCredentialsId: string | null;
          readonly flow: {
            readonly settings: {
              readonly messengerChannel: {
                readonly isEnabled: boolean | null;
                readonly startCondition: {
                  readonly comparisons: ReadonlyArray<{
                    readonly comparisonOperator: string | null;
                    readonly value: string | null;
                  }> | null;
                } | null;
              } | null;
            };
          };
        }>;
      }
    | Record<PropertyKey, never>
    | null;
};

export type ChannelsQueryVariables = Exact<{ workspaceId: string }>;

export type ChannelsQuery = {
  readonly workspace: {
    readonly id: string;
    readonly viewerRole: WorkspaceRole | null;
    readonly credentials: ReadonlyArray<{
      readonly id: string;
      readonly name: string;
      readonly messengerChannel: {
        readonly webhookUrl: string;
        readonly verifiedAt: string | null;
        readonly lastMessageAt: string | null;
        readonly faultAt: string | null;
        readonly faultKind: MessengerFaultKind | null;
        readonly fault: string | null;
      } | null;
      readonly usedByBots: ReadonlyArray<{ readonly id: string; readonly name: string }>;
    }> | null;
  } | null;
};

export type ChatGroupsQueryVariables = Exact<{ sessionId: string }>;

export type ChatGroupsQuery = {
  readonly chat: {
    readonly id: string;
    readonly version: {
      readonly id: string;
      readonly flow: {
        readonly groups: ReadonlyArray<{
          readonly groupId: string;
          readonly title: string;
          readonly position: { readonly x: number; readonly y: number };
        }>;
      };
    } | null;
  } | null;
};

export type ChatNotesQueryVariables = Exact<{ sessionId: string }>;

export type ChatNotesQuery = {
  readonly chat: {
    readonly id: string;
    readonly notes: ReadonlyArray<{
      readonly noteId: string;
      readonly text: string;
      readonly createdAt: string;
      readonly author: { readonly userId: string; readonly name: string | null } | null;
    }>;
  } | null;
};

export type ClaimChatMutationVariables = Exact<{ input: ClaimChatInput }>;

export type ClaimChatMutation = {
  readonly claimChat: {
    readonly chat: {
      readonly id: string;
      readonly revision: number;
      readonly status: InboxStatus;
      readonly claim: number;
      readonly channel: ChatChannel;
      readonly queue: string | null;
      readonly tags: ReadonlyArray<string>;
      readonly waitingSince: string | null;
      readonly waitsUntil: string | null;
      readonly activeAt: string;
      readonly unread: number;
      readonly last: {
        readonly text: string;
        readonly role: TranscriptRole;
        readonly agent: { readonly userId: string; readonly name: string | null } | null;
      } | null;
      readonly assignee: { readonly id: string; readonly name: string | null } | null;
      readonly bot: { readonly id: string; readonly name: string } | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type CloseChatMutationVariables = Exact<{ input: ClaimedChatInput }>;

export type CloseChatMutation = {
  readonly closeChat: {
    readonly chat: {
      readonly id: string;
      readonly revision: number;
      readonly status: InboxStatus;
      readonly claim: number;
      readonly channel: ChatChannel;
      readonly queue: string | null;
      readonly tags: ReadonlyArray<string>;
      readonly waitingSince: string | null;
      readonly waitsUntil: string | null;
      readonly activeAt: string;
      readonly unread: number;
      readonly last: {
        readonly text: string;
        readonly role: TranscriptRole;
        readonly agent: { readonly userId: string; readonly name: string | null } | null;
      } | null;
      readonly assignee: { readonly id: string; readonly name: string | null } | null;
      readonly bot: { readonly id: string; readonly name: string } | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type CompareVersionsQueryVariables = Exact<{
  botId: string;
  versionId: string;
  against?: string | null | undefined;
}>;

export type CompareVersionsQuery = {
  readonly bot: {
    readonly id: string;
    readonly versionById: {
      readonly id: string;
      readonly diff: ReadonlyArray<{
        readonly kind: FlowChangeKind;
        readonly partId: string | null;
        readonly groupId: string | null;
        readonly name: string | null;
        readonly before: unknown;
        readonly after: unknown;
      }>;
    } | null;
  } | null;
};

export type ConnectAccountQueryVariables = Exact<{ workspaceId: string; type: string }>;

export type ConnectAccountQuery = {
  readonly workspace: { readonly id: string; readonly connectAccountUrl: string | null } | null;
};

export type CreateBotMutationVariables = Exact<{ input: CreateBotInput }>;

export type CreateBotMutation = {
  readonly createBot: {
    readonly bot: {
      readonly id: string;
      readonly name: string;
      readonly icon: string | null;
      readonly publicId: string | null;
      readonly hasUnpublishedChanges: boolean;
      readonly updatedAt: string;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type CreateFolderMutationVariables = Exact<{ input: CreateFolderInput }>;

export type CreateFolderMutation = {
  readonly createFolder: {
    readonly folder: {
      readonly id: string;
      readonly name: string;
      readonly botsCount: number;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type CreateTokenMutationVariables = Exact<{ input: CreateApiTokenInput }>;

export type CreateTokenMutation = {
  readonly createApiToken: {
    readonly secret: string | null;
    readonly apiToken: {
      readonly id: string;
      readonly name: string;
      readonly scopes: ReadonlyArray<TokenScope> | null;
      readonly expiresAt: string | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type CreateWebhookMutationVariables = Exact<{ input: CreateWebhookInput }>;

export type CreateWebhookMutation = {
  readonly createWebhook: {
    readonly secret: string | null;
    readonly webhook: {
      readonly id: string;
      readonly url: string;
      readonly eventTypes: ReadonlyArray<WebhookEventType>;
      readonly isEnabled: boolean;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type CreateWorkspaceMutationVariables = Exact<{ input: CreateWorkspaceInput }>;

export type CreateWorkspaceMutation = {
  readonly createWorkspace: {
    readonly workspace: { readonly id: string; readonly name: string } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type CredentialTypesQueryVariables = Exact<{ [key: string]: never }>;

export type CredentialTypesQuery = {
  readonly credentialTypes: ReadonlyArray<{
    readonly type: string;
    readonly label: string;
    readonly help: string;
    readonly icon: string;
    readonly isDeprecated: boolean;
    readonly draftsTranslations: boolean;
    readonly fields: ReadonlyArray<{
      readonly path: string;
      readonly title: string;
      readonly help: string;
      readonly control: FieldControl;
      readonly language: CodeLanguage | null;
      readonly default: unknown;
      readonly min: number | null;
      readonly max: number | null;
      readonly maxLength: number | null;
      readonly unit: string | null;
      readonly isRequired: boolean;
      readonly isSecret: boolean;
      readonly isDeprecated: boolean;
      readonly takesVariables: boolean;
      readonly ownNames: ReadonlyArray<string> | null;
      readonly variableUse: VariableUse | null;
      readonly credentialsType: string | null;
      readonly listedBy: ReadonlyArray<string> | null;
      readonly needsSecrets: boolean;
      readonly choices: ReadonlyArray<{
        readonly value: string;
        readonly label: string;
        readonly help: string | null;
      }>;
      readonly showsWhen: ReadonlyArray<{
        readonly path: string;
        readonly in: ReadonlyArray<unknown>;
      }>;
      readonly textWhen: ReadonlyArray<{
        readonly path: string;
        readonly in: ReadonlyArray<unknown>;
      }> | null;
    }>;
  }>;
};

export type CredentialsQueryVariables = Exact<{ workspaceId: string }>;

export type CredentialsQuery = {
  readonly workspace: {
    readonly id: string;
    readonly credentials: ReadonlyArray<{
      readonly id: string;
      readonly type: string;
      readonly name: string;
      readonly lastUsedAt: string | null;
      readonly usedByBots: ReadonlyArray<{ readonly id: string; readonly name: string }>;
    }> | null;
  } | null;
};

export type DailyCountsQueryVariables = Exact<{
  botId: string;
  blockIds: ReadonlyArray<string> | string;
  timeFilter?: TimeFilter | null | undefined;
  timeZone?: string | null | undefined;
  versionId?: string | null | undefined;
}>;

export type DailyCountsQuery = {
  readonly bot: {
    readonly id: string;
    readonly stats: {
      readonly totalViews: number;
      readonly totalStarts: number;
      readonly totalCompleted: number;
      readonly completionRate: number | null;
      readonly series: ReadonlyArray<{
        readonly day: string;
        readonly views: number;
        readonly starts: number;
        readonly completions: number;
      }>;
    };
    readonly blockStats: {
      readonly series: ReadonlyArray<{
        readonly day: string;
        readonly blocks: ReadonlyArray<{
          readonly blockId: string;
          readonly reached: number;
          readonly answered: number;
        }>;
      }>;
      readonly answerTimes: ReadonlyArray<{
        readonly blockId: string;
        readonly median: number | null;
        readonly p90: number | null;
      }>;
    };
  } | null;
};

export type DeleteCannedReplyMutationVariables = Exact<{ input: DeleteCannedReplyInput }>;

export type DeleteCannedReplyMutation = {
  readonly deleteCannedReply: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type DeleteCredentialsMutationVariables = Exact<{ input: DeleteCredentialsInput }>;

export type DeleteCredentialsMutation = {
  readonly deleteCredentials: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type DeleteFolderMutationVariables = Exact<{ input: DeleteFolderInput }>;

export type DeleteFolderMutation = {
  readonly deleteFolder: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type DeleteResultsMutationVariables = Exact<{ input: DeleteResultsInput }>;

export type DeleteResultsMutation = {
  readonly deleteResults: {
    readonly deletedCount: number | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type DeleteResultsViewMutationVariables = Exact<{ input: DeleteResultsViewInput }>;

export type DeleteResultsViewMutation = {
  readonly deleteResultsView: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type DeleteStageMutationVariables = Exact<{ input: StageInput }>;

export type DeleteStageMutation = {
  readonly deleteBotStage: {
    readonly bot: { readonly id: string } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type DeleteTestMutationVariables = Exact<{ input: DeleteBotTestInput }>;

export type DeleteTestMutation = {
  readonly deleteBotTest: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type DeleteThemeTemplateMutationVariables = Exact<{ input: DeleteThemeTemplateInput }>;

export type DeleteThemeTemplateMutation = {
  readonly deleteThemeTemplate: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type DeleteWebhookMutationVariables = Exact<{ input: WebhookInput }>;

export type DeleteWebhookMutation = {
  readonly deleteWebhook: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type DeleteWorkspaceMutationVariables = Exact<{ input: DeleteWorkspaceInput }>;

export type DeleteWorkspaceMutation = {
  readonly deleteWorkspace: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type DeliveriesQueryVariables = Exact<{
  webhookId: string;
  after?: string | null | undefined;
}>;

export type DeliveriesQuery = {
  readonly node:
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | {
        readonly id: string;
        readonly deliveries: {
          readonly nextCursor: string | null;
          readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly eventType: WebhookEventType;
            readonly status: WebhookDeliveryStatus;
            readonly createdAt: string;
            readonly attempts: number;
            readonly statusCode: number | null;
            readonly error: string | null;
            readonly response: string | null;
          }>;
        };
      }
    | { readonly id: string }
    | { readonly id: string }
    | { readonly id: string }
    | null;
};

export type DomainsQueryVariables = Exact<{ workspaceId: string }>;

export type DomainsQuery = {
  readonly workspace: {
    readonly id: string;
    readonly customDomains: ReadonlyArray<{
      readonly id: string;
      readonly name: string;
      readonly status: DomainStatus;
      readonly checkedAt: string | null;
      readonly heldSince: string | null;
      readonly unprovenSince: string | null;
      readonly lostAt: string | null;
      readonly records: ReadonlyArray<{
        readonly type: string;
        readonly name: string;
        readonly value: string;
      }>;
    }> | null;
  } | null;
};

export type DraftChangesQueryVariables = Exact<{ botId: string }>;

export type DraftChangesQuery = {
  readonly bot: {
    readonly id: string;
    readonly unpublishedChanges: ReadonlyArray<{
      readonly kind: FlowChangeKind;
      readonly partId: string | null;
      readonly groupId: string | null;
    }>;
    readonly publishedVersion: {
      readonly id: string;
      readonly flow: {
        readonly groups: ReadonlyArray<{
          readonly groupId: string;
          readonly title: string;
          readonly position: { readonly x: number; readonly y: number };
        }>;
      };
    } | null;
  } | null;
};

export type DraftTranslationsMutationVariables = Exact<{ input: DraftTranslationsInput }>;

export type DraftTranslationsMutation = {
  readonly draftTranslations: {
    readonly drafted: number | null;
    readonly left: number | null;
    readonly next: string | null;
    readonly error: string | null;
    readonly refused: ReadonlyArray<{
      readonly path: string;
      readonly faults: ReadonlyArray<string>;
    }> | null;
    readonly bot: {
      readonly id: string;
      readonly revision: number;
      readonly hasUnpublishedChanges: boolean;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type DraftVariablesQueryVariables = Exact<{ botId: string }>;

export type DraftVariablesQuery = {
  readonly bot: {
    readonly id: string;
    readonly draftVariables: ReadonlyArray<{
      readonly variableId: string | null;
      readonly name: string;
      readonly placeCount: number;
      readonly valueTypes: ReadonlyArray<VariableType>;
      readonly places: ReadonlyArray<{
        readonly use: VariableUse;
        readonly groupId: string | null;
        readonly blockId: string | null;
        readonly path: string;
      }>;
    }>;
  } | null;
};

export type DuplicateBotMutationVariables = Exact<{ input: DuplicateBotInput }>;

export type DuplicateBotMutation = {
  readonly duplicateBot: {
    readonly bot: {
      readonly id: string;
      readonly name: string;
      readonly icon: string | null;
      readonly publicId: string | null;
      readonly hasUnpublishedChanges: boolean;
      readonly updatedAt: string;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type EditFlowMutationVariables = Exact<{ input: EditFlowInput }>;

export type EditFlowMutation = {
  readonly editFlow: {
    readonly clientMutationId: string | null;
    readonly revision: number | null;
    readonly edits: readonly FlowEdit[] | null;
    readonly inverse: readonly FlowEdit[] | null;
    readonly conflicts: ReadonlyArray<{
      readonly change: {
        readonly kind: FlowChangeKind;
        readonly partId: string | null;
        readonly groupId: string | null;
        readonly name: string | null;
        readonly before: unknown;
        readonly after: unknown;
      };
      readonly by: {
        readonly revision: number;
        readonly author: { readonly id: string; readonly name: string | null } | null;
      };
    }> | null;
    readonly bot: {
      readonly id: string;
      readonly revision: number;
      readonly hasUnpublishedChanges: boolean;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type EndShareMutationVariables = Exact<{ input: RemoveCollaboratorInput }>;

export type EndShareMutation = {
  readonly removeCollaborator: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type ExportBotQueryVariables = Exact<{ botId: string }>;

export type ExportBotQuery = {
  readonly bot: { readonly id: string; readonly name: string; readonly raw: unknown } | null;
};

export type ExportResultsMutationVariables = Exact<{ input: ResultsExportInput }>;

export type ExportResultsMutation = {
  readonly startResultsExport: {
    readonly job: {
      readonly id: string;
      readonly status: JobStatus;
      readonly progress: number;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type ExportVisitorQueryVariables = Exact<{
  workspaceId: string;
  isArchived: boolean;
  after?: string | null | undefined;
  resultIds: ReadonlyArray<string> | string;
  count: number;
}>;

export type ExportVisitorQuery = {
  readonly workspace: {
    readonly id: string;
    readonly bots: {
      readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly results: {
          readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly createdAt: string;
            readonly isCompleted: boolean;
            readonly answers: ReadonlyArray<{ readonly blockId: string; readonly content: string }>;
            readonly variables: ReadonlyArray<{
              readonly variableId: string;
              readonly name: string;
              readonly value: unknown;
            }>;
            readonly transcript: ReadonlyArray<{
              readonly role: TranscriptRole;
              readonly type: string;
              readonly text: string | null;
              readonly mediaUrl: string | null;
              readonly at: string;
            }>;
            readonly logs: ReadonlyArray<{
              readonly logId: string;
              readonly status: string;
              readonly description: string;
              readonly createdAt: string;
            }>;
          }>;
        };
      }>;
    };
  } | null;
};

export type ExportsQueryVariables = Exact<{ botId: string }>;

export type ExportsQuery = {
  readonly bot: {
    readonly id: string;
    readonly exports: {
      readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly status: JobStatus;
        readonly progress: number;
        readonly rows: number;
        readonly total: number;
      }>;
    };
  } | null;
};

export type FieldOptionsQueryVariables = Exact<{
  workspaceId: string;
  type: string;
  path: string;
  credentialsId: string;
  values?: unknown;
}>;

export type FieldOptionsQuery = {
  readonly fieldOptions: {
    readonly error: string | null;
    readonly options: ReadonlyArray<{
      readonly value: string;
      readonly label: string;
      readonly price: { readonly prompt: number | null; readonly completion: number | null } | null;
    }>;
  };
};

export type FindChatMutationVariables = Exact<{ input: FindChatToInput }>;

export type FindChatMutation = {
  readonly findChatTo: {
    readonly chat: {
      readonly isSampled: boolean;
      readonly transcript: ReadonlyArray<string>;
      readonly test: unknown;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type FindVisitorQueryVariables = Exact<{
  workspaceId: string;
  search: string;
  isArchived: boolean;
  first: number;
  after?: string | null | undefined;
  resultsFirst: number;
  resultsAfter?: string | null | undefined;
}>;

export type FindVisitorQuery = {
  readonly workspace: {
    readonly id: string;
    readonly bots: {
      readonly totalCount: number | null;
      readonly edges: ReadonlyArray<{
        readonly cursor: string;
        readonly node: {
          readonly id: string;
          readonly name: string;
          readonly viewerAccess: CollaborationType;
          readonly results: {
            readonly nodes: ReadonlyArray<{
              readonly id: string;
              readonly createdAt: string;
              readonly isCompleted: boolean;
              readonly answers: ReadonlyArray<{
                readonly blockId: string;
                readonly content: string;
              }>;
              readonly variables: ReadonlyArray<{
                readonly variableId: string;
                readonly name: string;
                readonly value: unknown;
              }>;
            }>;
            readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
          };
        };
      }>;
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  } | null;
};

export type FoldersQueryVariables = Exact<{
  workspaceId: string;
  parentFolderId?: string | null | undefined;
}>;

export type FoldersQuery = {
  readonly workspace: {
    readonly id: string;
    readonly folders: ReadonlyArray<{
      readonly id: string;
      readonly name: string;
      readonly botsCount: number;
    }> | null;
  } | null;
};

export type FormListsQueryVariables = Exact<{ botId: string }>;

export type FormListsQuery = {
  readonly bot: {
    readonly id: string;
    readonly workspace: {
      readonly id: string;
      readonly credentials: ReadonlyArray<{
        readonly id: string;
        readonly type: string;
        readonly name: string;
      }> | null;
      readonly bots: {
        readonly nodes: ReadonlyArray<{ readonly id: string; readonly name: string }>;
      };
    };
  } | null;
};

export type FaultFragment = {
  readonly code: FailureCode;
  readonly reason: FailureReason;
  readonly message: string;
  readonly path: ReadonlyArray<string> | null;
};

export type BotCardFragment = {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly publicId: string | null;
  readonly hasUnpublishedChanges: boolean;
  readonly updatedAt: string;
};

export type ResultRowFragment = {
  readonly id: string;
  readonly createdAt: string;
  readonly isCompleted: boolean;
  readonly answers: ReadonlyArray<{ readonly blockId: string; readonly content: string }>;
  readonly variables: ReadonlyArray<{
    readonly variableId: string;
    readonly name: string;
    readonly value: unknown;
  }>;
};

export type ColumnFragment = {
  readonly columnId: string;
  readonly label: string;
  readonly isVisible: boolean;
  readonly isPinned: boolean;
  readonly width: number | null;
  readonly blockIds: ReadonlyArray<string>;
  readonly blockType: string | null;
  readonly variableIds: ReadonlyArray<string>;
};

export type ResultsViewShownFragment = {
  readonly id: string;
  readonly name: string;
  readonly columns: unknown;
  readonly filters: unknown;
  readonly isShared: boolean;
  readonly isOwn: boolean;
};

export type InboxRowFragment = {
  readonly id: string;
  readonly revision: number;
  readonly status: InboxStatus;
  readonly claim: number;
  readonly channel: ChatChannel;
  readonly queue: string | null;
  readonly tags: ReadonlyArray<string>;
  readonly waitingSince: string | null;
  readonly waitsUntil: string | null;
  readonly activeAt: string;
  readonly unread: number;
  readonly last: {
    readonly text: string;
    readonly role: TranscriptRole;
    readonly agent: { readonly userId: string; readonly name: string | null } | null;
  } | null;
  readonly assignee: { readonly id: string; readonly name: string | null } | null;
  readonly bot: { readonly id: string; readonly name: string } | null;
};

export type TraceShownFragment = {
  readonly entryId: string;
  readonly kind: TraceKind;
  readonly at: string;
  readonly groupId: string | null;
  readonly blockId: string | null;
  readonly botId: string | null;
  readonly call: TraceCall | null;
  readonly way: TraceWay | null;
  readonly logs: ReadonlyArray<string>;
  readonly edges: ReadonlyArray<{ readonly edgeId: string }>;
  readonly changes: ReadonlyArray<{
    readonly kind: TraceChangeKind;
    readonly name: string;
    readonly from: unknown;
    readonly to: unknown;
  }>;
  readonly conditions: ReadonlyArray<{
    readonly itemId: string;
    readonly holds: boolean;
    readonly comparisons: ReadonlyArray<{
      readonly left: unknown;
      readonly operator: string;
      readonly right: unknown;
      readonly holds: boolean;
    }>;
  }>;
  readonly effect: {
    readonly kind: string;
    readonly isOk: boolean;
    readonly duration: number;
    readonly error: string | null;
    readonly request: string | null;
    readonly result: string | null;
    readonly printed: ReadonlyArray<string>;
    readonly use: { readonly tokens: number; readonly cost: number } | null;
  } | null;
  readonly limits: { readonly blocks: number; readonly turnTook: number | null } | null;
};

export type FormFieldFragment = {
  readonly path: string;
  readonly title: string;
  readonly help: string;
  readonly control: FieldControl;
  readonly language: CodeLanguage | null;
  readonly default: unknown;
  readonly min: number | null;
  readonly max: number | null;
  readonly maxLength: number | null;
  readonly unit: string | null;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  readonly isDeprecated: boolean;
  readonly takesVariables: boolean;
  readonly ownNames: ReadonlyArray<string> | null;
  readonly variableUse: VariableUse | null;
  readonly credentialsType: string | null;
  readonly listedBy: ReadonlyArray<string> | null;
  readonly needsSecrets: boolean;
  readonly choices: ReadonlyArray<{
    readonly value: string;
    readonly label: string;
    readonly help: string | null;
  }>;
  readonly showsWhen: ReadonlyArray<{ readonly path: string; readonly in: ReadonlyArray<unknown> }>;
  readonly textWhen: ReadonlyArray<{
    readonly path: string;
    readonly in: ReadonlyArray<unknown>;
  }> | null;
};

export type TestScheduleFragment = {
  readonly every: TestInterval;
  readonly nextAt: string;
  readonly isFailing: boolean;
  readonly ranAt: string | null;
  readonly lastRun: {
    readonly passed: number;
    readonly failed: number;
    readonly notRun: number;
    readonly failedNames: ReadonlyArray<string>;
  } | null;
};

export type ChannelStateFragment = {
  readonly webhookUrl: string;
  readonly verifiedAt: string | null;
  readonly lastMessageAt: string | null;
  readonly faultAt: string | null;
  readonly faultKind: MessengerFaultKind | null;
  readonly fault: string | null;
};

export type VersionGroupsFragment = {
  readonly flow: {
    readonly groups: ReadonlyArray<{
      readonly groupId: string;
      readonly title: string;
      readonly position: { readonly x: number; readonly y: number };
    }>;
  };
};

export type AiLimitsFragment = {
  readonly calls: number | null;
  readonly cost: number | null;
  readonly tokens: number | null;
};

export type AiTakenFragment = {
  readonly month: string;
  readonly calls: number;
  readonly cost: number;
  readonly tokens: number;
};

export type ResultHistoryFragment = {
  readonly transcript: ReadonlyArray<{
    readonly role: TranscriptRole;
    readonly type: string;
    readonly text: string | null;
    readonly mediaUrl: string | null;
    readonly at: string;
  }>;
  readonly logs: ReadonlyArray<{
    readonly logId: string;
    readonly status: string;
    readonly description: string;
    readonly createdAt: string;
  }>;
};

export type FunnelQueryVariables = Exact<{
  botId: string;
  timeFilter?: TimeFilter | null | undefined;
  timeZone?: string | null | undefined;
  versionId?: string | null | undefined;
}>;

export type FunnelQuery = {
  readonly bot: {
    readonly id: string;
    readonly blockStats: {
      readonly blocks: ReadonlyArray<{
        readonly blockId: string;
        readonly reached: number;
        readonly answered: number;
        readonly left: number;
      }>;
      readonly edges: ReadonlyArray<{ readonly edgeId: string; readonly total: number }>;
    };
  } | null;
};

export type HeldCredentialsQueryVariables = Exact<{ credentialsId: string }>;

export type HeldCredentialsQuery = {
  readonly node:
    | {
        readonly id: string;
        readonly type: string;
        readonly name: string;
        readonly reconnectAccountUrl: string | null;
        readonly members: ReadonlyArray<{
          readonly path: string;
          readonly isSecret: boolean;
          readonly ending: string | null;
          readonly value: unknown;
        }> | null;
      }
    | Record<PropertyKey, never>
    | null;
};

export type ImportBotMutationVariables = Exact<{ input: ImportBotInput }>;

export type ImportBotMutation = {
  readonly importBot: {
    readonly bot: {
      readonly id: string;
      readonly name: string;
      readonly icon: string | null;
      readonly publicId: string | null;
      readonly hasUnpublishedChanges: boolean;
      readonly updatedAt: string;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type ImportTranslationsMutationVariables = Exact<{ input: ImportTranslationsInput }>;

export type ImportTranslationsMutation = {
  readonly importTranslations: {
    readonly imported: number | null;
    readonly skipped: ReadonlyArray<string> | null;
    readonly bot: {
      readonly id: string;
      readonly revision: number;
      readonly hasUnpublishedChanges: boolean;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type InboxQueryVariables = Exact<{
  workspaceId: string;
  filter?: ChatsFilter | null | undefined;
  orderBy?: ChatsOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type InboxQuery = {
  readonly workspace: {
    readonly id: string;
    readonly chats: {
      readonly nextCursor: string | null;
      readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly revision: number;
        readonly status: InboxStatus;
        readonly claim: number;
        readonly channel: ChatChannel;
        readonly queue: string | null;
        readonly tags: ReadonlyArray<string>;
        readonly waitingSince: string | null;
        readonly waitsUntil: string | null;
        readonly activeAt: string;
        readonly unread: number;
        readonly last: {
          readonly text: string;
          readonly role: TranscriptRole;
          readonly agent: { readonly userId: string; readonly name: string | null } | null;
        } | null;
        readonly assignee: { readonly id: string; readonly name: string | null } | null;
        readonly bot: { readonly id: string; readonly name: string } | null;
      }>;
    } | null;
  } | null;
};

export type InviteMemberMutationVariables = Exact<{ input: InviteMemberInput }>;

export type InviteMemberMutation = {
  readonly inviteMember: {
    readonly link: string | null;
    readonly invitation: {
      readonly id: string;
      readonly email: string;
      readonly role: WorkspaceRole | null;
      readonly expiresAt: string;
    } | null;
    readonly member: {
      readonly id: string;
      readonly role: WorkspaceRole;
      readonly user: {
        readonly id: string;
        readonly name: string | null;
        readonly email: string | null;
      };
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type LanguagesQueryVariables = Exact<{ botId: string }>;

export type LanguagesQuery = {
  readonly bot: {
    readonly id: string;
    readonly viewerAccess: CollaborationType;
    readonly languages: ReadonlyArray<{
      readonly language: string;
      readonly isBase: boolean;
      readonly texts: number;
      readonly missing: number;
      readonly stale: number;
      readonly faulty: number;
    }>;
  } | null;
};

export type LinkedFlowQueryVariables = Exact<{ botId: string }>;

export type LinkedFlowQuery = {
  readonly bot: { readonly id: string; readonly name: string; readonly draft: Flow } | null;
};

export type MembersQueryVariables = Exact<{ workspaceId: string }>;

export type MembersQuery = {
  readonly workspace: {
    readonly id: string;
    readonly viewerRole: WorkspaceRole | null;
    readonly members: ReadonlyArray<{
      readonly id: string;
      readonly role: WorkspaceRole;
      readonly user: {
        readonly id: string;
        readonly name: string | null;
        readonly email: string | null;
      };
    }> | null;
    readonly invitations: ReadonlyArray<{
      readonly id: string;
      readonly email: string;
      readonly role: WorkspaceRole | null;
      readonly expiresAt: string;
    }> | null;
  } | null;
};

export type MovePlanQueryVariables = Exact<{ botId: string }>;

export type MovePlanQuery = {
  readonly movePlan: {
    readonly open: number;
    readonly unaffected: number;
    readonly moving: number;
    readonly nextCursor: string | null;
    readonly reasons: ReadonlyArray<{
      readonly code: MoveCode;
      readonly message: string;
      readonly chats: number;
    }>;
  };
};

export type MyChangesQueryVariables = Exact<{ botId: string }>;

export type MyChangesQuery = {
  readonly bot: {
    readonly id: string;
    readonly changes: {
      readonly nodes: ReadonlyArray<{
        readonly revision: number;
        readonly clientMutationId: string | null;
        readonly kind: BotChangeKind;
        readonly undoes: number | null;
        readonly inverse: readonly FlowEdit[] | null;
        readonly createdAt: string;
      }>;
    };
  } | null;
  readonly viewer: { readonly user: { readonly id: string } } | null;
};

export type OneResultQueryVariables = Exact<{ botId: string; resultId: string }>;

export type OneResultQuery = {
  readonly bot: {
    readonly id: string;
    readonly result: {
      readonly sessionId: string | null;
      readonly id: string;
      readonly createdAt: string;
      readonly isCompleted: boolean;
      readonly version: { readonly id: string; readonly number: number } | null;
      readonly files: ReadonlyArray<{
        readonly fileId: string;
        readonly name: string;
        readonly url: string;
      }>;
      readonly answers: ReadonlyArray<{ readonly blockId: string; readonly content: string }>;
      readonly variables: ReadonlyArray<{
        readonly variableId: string;
        readonly name: string;
        readonly value: unknown;
      }>;
      readonly transcript: ReadonlyArray<{
        readonly role: TranscriptRole;
        readonly type: string;
        readonly text: string | null;
        readonly mediaUrl: string | null;
        readonly at: string;
      }>;
      readonly logs: ReadonlyArray<{
        readonly logId: string;
        readonly status: string;
        readonly description: string;
        readonly createdAt: string;
      }>;
    } | null;
  } | null;
};

export type OneWorkspaceQueryVariables = Exact<{ workspaceId: string }>;

export type OneWorkspaceQuery = {
  readonly workspace: {
    readonly id: string;
    readonly name: string;
    readonly icon: string | null;
    readonly viewerRole: WorkspaceRole | null;
  } | null;
};

export type OpenEditorQueryVariables = Exact<{ botId: string }>;

export type OpenEditorQuery = {
  readonly bot: {
    readonly revision: number;
    readonly viewerAccess: CollaborationType;
    readonly draft: Flow;
    readonly id: string;
    readonly name: string;
    readonly icon: string | null;
    readonly publicId: string | null;
    readonly hasUnpublishedChanges: boolean;
    readonly updatedAt: string;
  } | null;
};

export type PreviewMutationVariables = Exact<{ input: StartPreviewChatInput }>;

export type PreviewMutation = {
  readonly startPreviewChat: {
    readonly reply: { readonly sessionId: string; readonly raw: unknown } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type PromoteStageMutationVariables = Exact<{ input: PromoteStageInput }>;

export type PromoteStageMutation = {
  readonly promoteStage: {
    readonly version: { readonly id: string; readonly isLive: boolean } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type PublishBotMutationVariables = Exact<{ input: PublishBotInput }>;

export type PublishBotMutation = {
  readonly publishBot: {
    readonly bot: {
      readonly id: string;
      readonly name: string;
      readonly icon: string | null;
      readonly publicId: string | null;
      readonly hasUnpublishedChanges: boolean;
      readonly updatedAt: string;
    } | null;
    readonly version: {
      readonly id: string;
      readonly number: number;
      readonly label: string | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type PublishingQueryVariables = Exact<{ botId: string }>;

export type PublishingQuery = {
  readonly bot: {
    readonly id: string;
    readonly publicId: string | null;
    readonly customDomain: string | null;
    readonly hasUnpublishedChanges: boolean;
    readonly publishPolicy: PublishPolicy | null;
    readonly inFlightPolicy: InFlightPolicy;
    readonly inFlightMessage: string | null;
    readonly viewerAccess: CollaborationType;
    readonly workspace: {
      readonly id: string;
      readonly customDomains: ReadonlyArray<{
        readonly id: string;
        readonly name: string;
        readonly status: DomainStatus;
      }> | null;
    };
    readonly unpublishedChanges: ReadonlyArray<{
      readonly kind: FlowChangeKind;
      readonly partId: string | null;
      readonly groupId: string | null;
      readonly name: string | null;
      readonly before: unknown;
      readonly after: unknown;
    }>;
    readonly issues: ReadonlyArray<{
      readonly level: IssueLevel;
      readonly code: BotIssueCode;
      readonly subject: string | null;
      readonly message: string;
      readonly groupId: string | null;
      readonly blockId: string | null;
      readonly edgeId: string | null;
      readonly itemId: string | null;
      readonly path: string | null;
    }>;
    readonly tests: ReadonlyArray<{ readonly id: string }>;
    readonly publishedVersion: {
      readonly id: string;
      readonly number: number;
      readonly label: string | null;
      readonly createdAt: string;
      readonly author: { readonly id: string; readonly name: string | null } | null;
    } | null;
  } | null;
};

export type ReadTraceQueryVariables = Exact<{ sessionId: string; after?: number }>;

export type ReadTraceQuery = {
  readonly chatTrace: {
    readonly isTraced: boolean;
    readonly lastTurn: number;
    readonly breakpoints: unknown;
    readonly branchedFrom: { readonly turn: number } | null;
    readonly variables: ReadonlyArray<{ readonly name: string; readonly value: unknown }>;
    readonly paused: {
      readonly turn: number;
      readonly reply: unknown;
      readonly pause: {
        readonly number: number;
        readonly blockId: string | null;
        readonly groupId: string | null;
        readonly call: TraceCall;
      };
      readonly entries: ReadonlyArray<{
        readonly entryId: string;
        readonly kind: TraceKind;
        readonly at: string;
        readonly groupId: string | null;
        readonly blockId: string | null;
        readonly botId: string | null;
        readonly call: TraceCall | null;
        readonly way: TraceWay | null;
        readonly logs: ReadonlyArray<string>;
        readonly edges: ReadonlyArray<{ readonly edgeId: string }>;
        readonly changes: ReadonlyArray<{
          readonly kind: TraceChangeKind;
          readonly name: string;
          readonly from: unknown;
          readonly to: unknown;
        }>;
        readonly conditions: ReadonlyArray<{
          readonly itemId: string;
          readonly holds: boolean;
          readonly comparisons: ReadonlyArray<{
            readonly left: unknown;
            readonly operator: string;
            readonly right: unknown;
            readonly holds: boolean;
          }>;
        }>;
        readonly effect: {
          readonly kind: string;
          readonly isOk: boolean;
          readonly duration: number;
          readonly error: string | null;
          readonly request: string | null;
          readonly result: string | null;
          readonly printed: ReadonlyArray<string>;
          readonly use: { readonly tokens: number; readonly cost: number } | null;
        } | null;
        readonly limits: { readonly blocks: number; readonly turnTook: number | null } | null;
      }>;
    } | null;
    readonly turns: ReadonlyArray<{
      readonly turn: number;
      readonly at: string;
      readonly entries: ReadonlyArray<{
        readonly entryId: string;
        readonly kind: TraceKind;
        readonly at: string;
        readonly groupId: string | null;
        readonly blockId: string | null;
        readonly botId: string | null;
        readonly call: TraceCall | null;
        readonly way: TraceWay | null;
        readonly logs: ReadonlyArray<string>;
        readonly edges: ReadonlyArray<{ readonly edgeId: string }>;
        readonly changes: ReadonlyArray<{
          readonly kind: TraceChangeKind;
          readonly name: string;
          readonly from: unknown;
          readonly to: unknown;
        }>;
        readonly conditions: ReadonlyArray<{
          readonly itemId: string;
          readonly holds: boolean;
          readonly comparisons: ReadonlyArray<{
            readonly left: unknown;
            readonly operator: string;
            readonly right: unknown;
            readonly holds: boolean;
          }>;
        }>;
        readonly effect: {
          readonly kind: string;
          readonly isOk: boolean;
          readonly duration: number;
          readonly error: string | null;
          readonly request: string | null;
          readonly result: string | null;
          readonly printed: ReadonlyArray<string>;
          readonly use: { readonly tokens: number; readonly cost: number } | null;
        } | null;
        readonly limits: { readonly blocks: number; readonly turnTook: number | null } | null;
      }>;
    }>;
  };
};

export type RecentChangesQueryVariables = Exact<{ botId: string }>;

export type RecentChangesQuery = {
  readonly bot: {
    readonly id: string;
    readonly changes: {
      readonly nodes: ReadonlyArray<{
        readonly revision: number;
        readonly edits: readonly FlowEdit[] | null;
        readonly author: { readonly id: string; readonly name: string | null } | null;
      }>;
    };
  } | null;
};

export type RecordTestMutationVariables = Exact<{ input: RecordBotTestInput }>;

export type RecordTestMutation = {
  readonly recordBotTest: {
    readonly test: unknown;
    readonly notes: ReadonlyArray<string> | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type ReleaseChatMutationVariables = Exact<{ input: ReleaseChatInput }>;

export type ReleaseChatMutation = {
  readonly releaseChat: {
    readonly chat: {
      readonly id: string;
      readonly revision: number;
      readonly status: InboxStatus;
      readonly claim: number;
      readonly channel: ChatChannel;
      readonly queue: string | null;
      readonly tags: ReadonlyArray<string>;
      readonly waitingSince: string | null;
      readonly waitsUntil: string | null;
      readonly activeAt: string;
      readonly unread: number;
      readonly last: {
        readonly text: string;
        readonly role: TranscriptRole;
        readonly agent: { readonly userId: string; readonly name: string | null } | null;
      } | null;
      readonly assignee: { readonly id: string; readonly name: string | null } | null;
      readonly bot: { readonly id: string; readonly name: string } | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type RemoveDomainMutationVariables = Exact<{ input: CustomDomainInput }>;

export type RemoveDomainMutation = {
  readonly removeCustomDomain: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type RemoveLanguageMutationVariables = Exact<{ input: RemoveLanguageInput }>;

export type RemoveLanguageMutation = {
  readonly removeLanguage: {
    readonly bot: {
      readonly id: string;
      readonly revision: number;
      readonly hasUnpublishedChanges: boolean;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type RemoveMemberMutationVariables = Exact<{ input: RemoveMemberInput }>;

export type RemoveMemberMutation = {
  readonly removeMember: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type RenameBotMutationVariables = Exact<{ botId: string; bot: unknown }>;

export type RenameBotMutation = {
  readonly updateBot: {
    readonly bot: {
      readonly revision: number;
      readonly id: string;
      readonly name: string;
      readonly icon: string | null;
      readonly publicId: string | null;
      readonly hasUnpublishedChanges: boolean;
      readonly updatedAt: string;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type ReopenChatMutationVariables = Exact<{ input: InboxChatInput }>;

export type ReopenChatMutation = {
  readonly reopenChat: {
    readonly chat: {
      readonly id: string;
      readonly revision: number;
      readonly status: InboxStatus;
      readonly claim: number;
      readonly channel: ChatChannel;
      readonly queue: string | null;
      readonly tags: ReadonlyArray<string>;
      readonly waitingSince: string | null;
      readonly waitsUntil: string | null;
      readonly activeAt: string;
      readonly unread: number;
      readonly last: {
        readonly text: string;
        readonly role: TranscriptRole;
        readonly agent: { readonly userId: string; readonly name: string | null } | null;
      } | null;
      readonly assignee: { readonly id: string; readonly name: string | null } | null;
      readonly bot: { readonly id: string; readonly name: string } | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type ResendDeliveryMutationVariables = Exact<{ input: RedeliverWebhookDeliveryInput }>;

export type ResendDeliveryMutation = {
  readonly redeliverWebhookDelivery: {
    readonly webhookDelivery: {
      readonly id: string;
      readonly status: WebhookDeliveryStatus;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type RestoreBotMutationVariables = Exact<{ input: BotInput }>;

export type RestoreBotMutation = {
  readonly restoreBot: {
    readonly bot: {
      readonly id: string;
      readonly name: string;
      readonly icon: string | null;
      readonly publicId: string | null;
      readonly hasUnpublishedChanges: boolean;
      readonly updatedAt: string;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type RestoreVersionMutationVariables = Exact<{ input: RestoreVersionInput }>;

export type RestoreVersionMutation = {
  readonly restoreVersion: {
    readonly bot: {
      readonly revision: number;
      readonly draft: Flow;
      readonly id: string;
      readonly name: string;
      readonly icon: string | null;
      readonly publicId: string | null;
      readonly hasUnpublishedChanges: boolean;
      readonly updatedAt: string;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type ResultsQueryVariables = Exact<{
  botId: string;
  search?: string | null | undefined;
  timeFilter?: TimeFilter | null | undefined;
  timeZone?: string | null | undefined;
  hasStarted?: boolean | null | undefined;
  isCompleted?: boolean | null | undefined;
  from?: string | null | undefined;
  until?: string | null | undefined;
  variables?: ReadonlyArray<VariableMatchInput> | VariableMatchInput | null | undefined;
  answers?: ReadonlyArray<AnswerMatchInput> | AnswerMatchInput | null | undefined;
  restsAtBlockId?: string | null | undefined;
  reachedBlockId?: string | null | undefined;
  versionId?: string | null | undefined;
  segment?: SegmentMatchInput | null | undefined;
  after?: string | null | undefined;
  resultsViewId?: string | null | undefined;
}>;

export type ResultsQuery = {
  readonly bot: {
    readonly id: string;
    readonly resultColumns: ReadonlyArray<{
      readonly columnId: string;
      readonly label: string;
      readonly isVisible: boolean;
      readonly isPinned: boolean;
      readonly width: number | null;
      readonly blockIds: ReadonlyArray<string>;
      readonly blockType: string | null;
      readonly variableIds: ReadonlyArray<string>;
    }>;
    readonly results: {
      readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly createdAt: string;
        readonly isCompleted: boolean;
        readonly answers: ReadonlyArray<{ readonly blockId: string; readonly content: string }>;
        readonly variables: ReadonlyArray<{
          readonly variableId: string;
          readonly name: string;
          readonly value: unknown;
        }>;
      }>;
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  } | null;
};

export type ResultsViewsQueryVariables = Exact<{ botId: string }>;

export type ResultsViewsQuery = {
  readonly bot: {
    readonly id: string;
    readonly resultsViews: ReadonlyArray<{
      readonly id: string;
      readonly name: string;
      readonly columns: unknown;
      readonly filters: unknown;
      readonly isShared: boolean;
      readonly isOwn: boolean;
    }> | null;
  } | null;
};

export type RetentionQueryVariables = Exact<{ workspaceId: string }>;

export type RetentionQuery = {
  readonly workspace: {
    readonly id: string;
    readonly storageUsed: number | null;
    readonly retention: {
      readonly sessionIdleDays: number;
      readonly chatLogDays: number | null;
      readonly auditLogDays: number | null;
      readonly chatTraceDays: number;
      readonly chatReplayDays: number;
    };
  } | null;
};

export type RevokeInvitationMutationVariables = Exact<{ input: RevokeInvitationInput }>;

export type RevokeInvitationMutation = {
  readonly revokeInvitation: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type RevokeSignInMutationVariables = Exact<{ input: RevokeSignInInput }>;

export type RevokeSignInMutation = {
  readonly revokeSignIn: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type RevokeTokenMutationVariables = Exact<{ input: RevokeApiTokenInput }>;

export type RevokeTokenMutation = {
  readonly revokeApiToken: {
    readonly deletedId: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type RollBackMutationVariables = Exact<{ botId: string; versionId: string }>;

export type RollBackMutation = {
  readonly rollbackBot: {
    readonly bot: {
      readonly id: string;
      readonly name: string;
      readonly icon: string | null;
      readonly publicId: string | null;
      readonly hasUnpublishedChanges: boolean;
      readonly updatedAt: string;
    } | null;
    readonly version: { readonly id: string; readonly isLive: boolean } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type RotateSecretMutationVariables = Exact<{ input: WebhookInput }>;

export type RotateSecretMutation = {
  readonly rotateWebhookSecret: {
    readonly secret: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type RunBotTestsMutationVariables = Exact<{ input: RunBotTestsInput }>;

export type RunBotTestsMutation = {
  readonly runBotTests: {
    readonly run: {
      readonly passed: number;
      readonly failed: number;
      readonly notRun: number;
      readonly coverage: {
        readonly blocks: {
          readonly covered: number;
          readonly total: number;
          readonly missingIds: ReadonlyArray<string>;
        };
      };
      readonly results: ReadonlyArray<{
        readonly name: string;
        readonly outcome: TestOutcome;
        readonly step: number | null;
        readonly message: string | null;
        readonly diff: ReadonlyArray<string>;
        readonly transcript: ReadonlyArray<string>;
      }>;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SaveCannedReplyMutationVariables = Exact<{ input: SaveCannedReplyInput }>;

export type SaveCannedReplyMutation = {
  readonly saveCannedReply: {
    readonly cannedReply: {
      readonly id: string;
      readonly shortcut: string;
      readonly text: string;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SaveCredentialsMutationVariables = Exact<{ input: SaveCredentialsInput }>;

export type SaveCredentialsMutation = {
  readonly saveCredentials: {
    readonly credentials: {
      readonly id: string;
      readonly type: string;
      readonly name: string;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SaveResultsViewMutationVariables = Exact<{ input: SaveResultsViewInput }>;

export type SaveResultsViewMutation = {
  readonly saveResultsView: {
    readonly bot: {
      readonly id: string;
      readonly resultsViews: ReadonlyArray<{
        readonly id: string;
        readonly name: string;
        readonly columns: unknown;
        readonly filters: unknown;
        readonly isShared: boolean;
        readonly isOwn: boolean;
      }> | null;
    } | null;
    readonly resultsView: { readonly id: string } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SaveTestMutationVariables = Exact<{ input: SaveBotTestInput }>;

export type SaveTestMutation = {
  readonly saveBotTest: {
    readonly bot: {
      readonly id: string;
      readonly tests: ReadonlyArray<{
        readonly id: string;
        readonly name: string;
        readonly updatedAt: string;
      }>;
    } | null;
    readonly botTest: { readonly id: string } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SaveThemeTemplateMutationVariables = Exact<{ input: SaveThemeTemplateInput }>;

export type SaveThemeTemplateMutation = {
  readonly saveThemeTemplate: {
    readonly themeTemplate: {
      readonly id: string;
      readonly name: string;
      readonly theme: unknown;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SegmentsQueryVariables = Exact<{
  botId: string;
  timeFilter?: TimeFilter | null | undefined;
  timeZone?: string | null | undefined;
  versionId?: string | null | undefined;
}>;

export type SegmentsQuery = {
  readonly bot: {
    readonly id: string;
    readonly segments: ReadonlyArray<{
      readonly source: SegmentSource;
      readonly variableId: string | null;
      readonly name: string;
      readonly countedSince: string | null;
      readonly values: ReadonlyArray<{
        readonly value: string | null;
        readonly isOther: boolean;
        readonly totalViews: number;
        readonly totalStarts: number;
        readonly totalCompleted: number;
        readonly completionRate: number | null;
      }>;
    }>;
  } | null;
};

export type SetAiBudgetMutationVariables = Exact<{ input: SetWorkspaceAiBudgetInput }>;

export type SetAiBudgetMutation = {
  readonly setWorkspaceAiBudget: {
    readonly workspace: {
      readonly id: string;
      readonly aiBudget: {
        readonly calls: number | null;
        readonly cost: number | null;
        readonly tokens: number | null;
      } | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetBotAiBudgetMutationVariables = Exact<{ input: SetBotAiBudgetInput }>;

export type SetBotAiBudgetMutation = {
  readonly setBotAiBudget: {
    readonly bot: {
      readonly id: string;
      readonly aiBudget: {
        readonly calls: number | null;
        readonly cost: number | null;
        readonly tokens: number | null;
      };
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetBotChannelMutationVariables = Exact<{
  channel: UpdateBotInput;
  settings: EditFlowInput;
}>;

export type SetBotChannelMutation = {
  readonly updateBot: {
    readonly bot: { readonly id: string; readonly messengerCredentialsId: string | null } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
  readonly editFlow: {
    readonly bot: {
      readonly id: string;
      readonly revision: number;
      readonly hasUnpublishedChanges: boolean;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetBotPublishPolicyMutationVariables = Exact<{ input: SetBotPublishPolicyInput }>;

export type SetBotPublishPolicyMutation = {
  readonly setBotPublishPolicy: {
    readonly bot: { readonly id: string; readonly publishPolicy: PublishPolicy | null } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetBreakpointsMutationVariables = Exact<{ input: SetBreakpointsInput }>;

export type SetBreakpointsMutation = {
  readonly setBreakpoints: {
    readonly breakpoints: unknown;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetPausedVariablesMutationVariables = Exact<{ input: SetPausedVariablesInput }>;

export type SetPausedVariablesMutation = {
  readonly setPausedVariables: {
    readonly variables: ReadonlyArray<{ readonly name: string; readonly value: unknown }> | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetPublishPolicyMutationVariables = Exact<{ input: SetWorkspacePublishPolicyInput }>;

export type SetPublishPolicyMutation = {
  readonly setWorkspacePublishPolicy: {
    readonly workspace: { readonly id: string; readonly publishPolicy: PublishPolicy } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetReplayMutationVariables = Exact<{ input: SetBotReplayInput }>;

export type SetReplayMutation = {
  readonly setBotReplay: {
    readonly bot: { readonly id: string; readonly replayShare: number } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetSegmentsMutationVariables = Exact<{ input: SetBotSegmentsInput }>;

export type SetSegmentsMutation = {
  readonly setBotSegments: {
    readonly bot: {
      readonly id: string;
      readonly segments: ReadonlyArray<{
        readonly source: SegmentSource;
        readonly variableId: string | null;
        readonly name: string;
      }>;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetSplitMutationVariables = Exact<{ input: SetBotSplitInput }>;

export type SetSplitMutation = {
  readonly setBotSplit: {
    readonly bot: { readonly id: string } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetStageMutationVariables = Exact<{ input: SetBotStageInput }>;

export type SetStageMutation = {
  readonly setBotStage: {
    readonly stage: { readonly name: string; readonly url: string | null } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetTestScheduleMutationVariables = Exact<{ input: SetBotTestScheduleInput }>;

export type SetTestScheduleMutation = {
  readonly setBotTestSchedule: {
    readonly bot: {
      readonly id: string;
      readonly testSchedule: {
        readonly every: TestInterval;
        readonly nextAt: string;
        readonly isFailing: boolean;
        readonly ranAt: string | null;
        readonly lastRun: {
          readonly passed: number;
          readonly failed: number;
          readonly notRun: number;
          readonly failedNames: ReadonlyArray<string>;
        } | null;
      } | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetTracingMutationVariables = Exact<{ input: SetBotTracingInput }>;

export type SetTracingMutation = {
  readonly setBotTracing: {
    readonly bot: { readonly id: string; readonly traceShare: number } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SetTranslationsMutationVariables = Exact<{ input: SetTranslationsInput }>;

export type SetTranslationsMutation = {
  readonly setTranslations: {
    readonly bot: {
      readonly id: string;
      readonly revision: number;
      readonly hasUnpublishedChanges: boolean;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type ShareBotMutationVariables = Exact<{ input: InviteCollaboratorInput }>;

export type ShareBotMutation = {
  readonly inviteCollaborator: {
    readonly link: string | null;
    readonly collaborator: {
      readonly id: string;
      readonly user: {
        readonly id: string;
        readonly name: string | null;
        readonly email: string | null;
      };
    } | null;
    readonly invitation: { readonly id: string; readonly email: string } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SharingQueryVariables = Exact<{ botId: string }>;

export type SharingQuery = {
  readonly bot: {
    readonly id: string;
    readonly name: string;
    readonly viewerAccess: CollaborationType;
    readonly workspace: { readonly id: string; readonly viewerRole: WorkspaceRole | null };
    readonly collaborators: ReadonlyArray<{
      readonly id: string;
      readonly type: CollaborationType;
      readonly user: {
        readonly id: string;
        readonly name: string | null;
        readonly email: string | null;
      };
    }> | null;
    readonly collaboratorInvitations: ReadonlyArray<{
      readonly id: string;
      readonly email: string;
      readonly type: CollaborationType | null;
      readonly expiresAt: string;
    }> | null;
  } | null;
};

export type ShowPresenceMutationVariables = Exact<{ input: ShowPresenceInput }>;

export type ShowPresenceMutation = {
  readonly showPresence: {
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type SignInsQueryVariables = Exact<{ [key: string]: never }>;

export type SignInsQuery = {
  readonly viewer: {
    readonly user: {
      readonly id: string;
      readonly name: string | null;
      readonly email: string | null;
    };
    readonly signIns: ReadonlyArray<{
      readonly id: string;
      readonly client: string;
      readonly createdAt: string;
      readonly lastUsedAt: string;
      readonly scopes: ReadonlyArray<TokenScope> | null;
      readonly isCurrent: boolean;
    }>;
  } | null;
};

export type SignedInQueryVariables = Exact<{ [key: string]: never }>;

export type SignedInQuery = {
  readonly viewer: {
    readonly user: {
      readonly id: string;
      readonly name: string | null;
      readonly email: string | null;
    };
  } | null;
};

export type StageChatFileMutationVariables = Exact<{ input: CreateStagedUploadInput }>;

export type StageChatFileMutation = {
  readonly createStagedUpload: {
    readonly stagedUpload: {
      readonly url: string;
      readonly formData: unknown;
      readonly fileUrl: string;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type StageNamesQueryVariables = Exact<{ botId: string }>;

export type StageNamesQuery = {
  readonly bot: {
    readonly id: string;
    readonly stages: ReadonlyArray<{ readonly name: string }>;
  } | null;
};

export type StepChatMutationVariables = Exact<{ input: StepChatInput }>;

export type StepChatMutation = {
  readonly stepChat: {
    readonly reply: { readonly sessionId: string; readonly turn: number } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type StopSplitMutationVariables = Exact<{ input: StopBotSplitInput }>;

export type StopSplitMutation = {
  readonly stopBotSplit: {
    readonly bot: {
      readonly id: string;
      readonly name: string;
      readonly icon: string | null;
      readonly publicId: string | null;
      readonly hasUnpublishedChanges: boolean;
      readonly updatedAt: string;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type TakeOverMutationVariables = Exact<{ input: SetSessionStatusInput }>;

export type TakeOverMutation = {
  readonly setSessionStatus: {
    readonly status: ChatStatus | null;
    readonly turn: number | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type TestCredentialsMutationVariables = Exact<{ input: TestCredentialsInput }>;

export type TestCredentialsMutation = {
  readonly testCredentials: {
    readonly isWorking: boolean | null;
    readonly message: string | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type TestHttpRequestMutationVariables = Exact<{ input: TestHttpRequestInput }>;

export type TestHttpRequestMutation = {
  readonly testHttpRequest: {
    readonly statusCode: number | null;
    readonly data: unknown;
    readonly error: string | null;
    readonly failure: RequestFailure | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type ThemeTemplatesQueryVariables = Exact<{ botId: string }>;

export type ThemeTemplatesQuery = {
  readonly bot: {
    readonly id: string;
    readonly workspace: {
      readonly id: string;
      readonly viewerRole: WorkspaceRole | null;
      readonly themeTemplates: ReadonlyArray<{
        readonly id: string;
        readonly name: string;
        readonly theme: unknown;
      }> | null;
    };
  } | null;
};

export type TokensQueryVariables = Exact<{ [key: string]: never }>;

export type TokensQuery = {
  readonly viewer: {
    readonly user: { readonly id: string };
    readonly apiTokens: ReadonlyArray<{
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly scopes: ReadonlyArray<TokenScope> | null;
      readonly lastUsedAt: string | null;
      readonly expiresAt: string | null;
    }>;
  } | null;
};

export type TranslationFileQueryVariables = Exact<{
  botId: string;
  language: string;
  format: TranslationFormat;
}>;

export type TranslationFileQuery = {
  readonly bot: {
    readonly id: string;
    readonly name: string;
    readonly translationFile: string;
  } | null;
};

export type TranslationsQueryVariables = Exact<{
  botId: string;
  language: string;
  status?: ReadonlyArray<TextStatus> | TextStatus | null | undefined;
  after?: string | null | undefined;
}>;

export type TranslationsQuery = {
  readonly bot: {
    readonly id: string;
    readonly translations: {
      readonly nextCursor: string | null;
      readonly nodes: ReadonlyArray<{
        readonly path: string;
        readonly title: string;
        readonly groupId: string | null;
        readonly blockId: string | null;
        readonly source: string;
        readonly text: string | null;
        readonly status: TextStatus;
        readonly state: TranslationState | null;
        readonly faults: ReadonlyArray<string>;
      }>;
    };
  } | null;
};

export type TryWebhookMutationVariables = Exact<{ input: WebhookInput }>;

export type TryWebhookMutation = {
  readonly sendTestWebhook: {
    readonly webhookDelivery: {
      readonly id: string;
      readonly status: WebhookDeliveryStatus;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type UnpublishBotMutationVariables = Exact<{ botId: string }>;

export type UnpublishBotMutation = {
  readonly unpublishBot: {
    readonly bot: {
      readonly id: string;
      readonly name: string;
      readonly icon: string | null;
      readonly publicId: string | null;
      readonly hasUnpublishedChanges: boolean;
      readonly updatedAt: string;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type UpdateChatMutationVariables = Exact<{ input: UpdateChatInput }>;

export type UpdateChatMutation = {
  readonly updateChat: {
    readonly chat: {
      readonly id: string;
      readonly revision: number;
      readonly status: InboxStatus;
      readonly claim: number;
      readonly channel: ChatChannel;
      readonly queue: string | null;
      readonly tags: ReadonlyArray<string>;
      readonly waitingSince: string | null;
      readonly waitsUntil: string | null;
      readonly activeAt: string;
      readonly unread: number;
      readonly last: {
        readonly text: string;
        readonly role: TranscriptRole;
        readonly agent: { readonly userId: string; readonly name: string | null } | null;
      } | null;
      readonly assignee: { readonly id: string; readonly name: string | null } | null;
      readonly bot: { readonly id: string; readonly name: string } | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type UpdateCredentialsMutationVariables = Exact<{ input: UpdateCredentialsInput }>;

export type UpdateCredentialsMutation = {
  readonly updateCredentials: {
    readonly credentials: { readonly id: string; readonly name: string } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type UpdateFolderMutationVariables = Exact<{ input: UpdateFolderInput }>;

export type UpdateFolderMutation = {
  readonly updateFolder: {
    readonly folder: {
      readonly id: string;
      readonly name: string;
      readonly parentFolderId: string | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type UpdateViewerMutationVariables = Exact<{ input: UpdateViewerInput }>;

export type UpdateViewerMutation = {
  readonly updateViewer: {
    readonly user: { readonly id: string; readonly name: string | null } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type UpdateWebhookMutationVariables = Exact<{ input: UpdateWebhookInput }>;

export type UpdateWebhookMutation = {
  readonly updateWebhook: {
    readonly webhook: {
      readonly id: string;
      readonly url: string;
      readonly eventTypes: ReadonlyArray<WebhookEventType>;
      readonly isEnabled: boolean;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type UpdateWorkspaceMutationVariables = Exact<{ input: UpdateWorkspaceInput }>;

export type UpdateWorkspaceMutation = {
  readonly updateWorkspace: {
    readonly workspace: {
      readonly id: string;
      readonly name: string;
      readonly icon: string | null;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type UploadFileMutationVariables = Exact<{ input: CreateFileUploadInput }>;

export type UploadFileMutation = {
  readonly createFileUpload: {
    readonly stagedUpload: {
      readonly url: string;
      readonly formData: unknown;
      readonly fileUrl: string;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type VerifyDomainMutationVariables = Exact<{ input: CustomDomainInput }>;

export type VerifyDomainMutation = {
  readonly verifyCustomDomain: {
    readonly customDomain: {
      readonly id: string;
      readonly name: string;
      readonly status: DomainStatus;
      readonly checkedAt: string | null;
      readonly records: ReadonlyArray<{
        readonly type: string;
        readonly name: string;
        readonly value: string;
      }>;
    } | null;
    readonly userErrors: ReadonlyArray<{
      readonly code: FailureCode;
      readonly reason: FailureReason;
      readonly message: string;
      readonly path: ReadonlyArray<string> | null;
    }>;
  };
};

export type VersionsQueryVariables = Exact<{ botId: string; after?: string | null | undefined }>;

export type VersionsQuery = {
  readonly bot: {
    readonly id: string;
    readonly versions: {
      readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly number: number;
        readonly label: string | null;
        readonly overrideReason: string | null;
        readonly isLive: boolean;
        readonly createdAt: string;
        readonly author: { readonly id: string; readonly name: string | null } | null;
      }>;
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  } | null;
};

export type WatchBotSubscriptionVariables = Exact<{
  botId: string;
  afterRevision?: number | null | undefined;
}>;

export type WatchBotSubscription = {
  readonly botChanged: {
    readonly kind: BotChangeKind;
    readonly revision: number;
    readonly edits: readonly FlowEdit[] | null;
    readonly clientMutationId: string | null;
    readonly author: { readonly id: string; readonly name: string | null } | null;
  };
};

export type WatchChatViewersSubscriptionVariables = Exact<{
  sessionId: string;
  clientId?: string | null | undefined;
}>;

export type WatchChatViewersSubscription = {
  readonly chatViewers: ReadonlyArray<{
    readonly clientId: string;
    readonly user: { readonly id: string; readonly name: string | null } | null;
  }>;
};

export type WatchEditorsSubscriptionVariables = Exact<{
  botId: string;
  clientId?: string | null | undefined;
}>;

export type WatchEditorsSubscription = {
  readonly editorsOf: ReadonlyArray<{
    readonly clientId: string;
    readonly groupId: string | null;
    readonly blockId: string | null;
    readonly field: string | null;
    readonly pointer: { readonly x: number; readonly y: number } | null;
    readonly user: { readonly id: string; readonly name: string | null } | null;
  }>;
};

export type WatchExplorationSubscriptionVariables = Exact<{ input: ExploreFlowInput }>;

export type WatchExplorationSubscription = {
  readonly flowExplored: {
    readonly turns: number;
    readonly chats: number;
    readonly end: ExplorationEnd | null;
    readonly coverage: {
      readonly blocks: {
        readonly covered: number;
        readonly total: number;
        readonly missingIds: ReadonlyArray<string>;
      };
      readonly outcomes: { readonly covered: number; readonly total: number };
    };
    readonly coverageWithTests: {
      readonly blocks: { readonly covered: number; readonly missingIds: ReadonlyArray<string> };
    } | null;
    readonly failures: ReadonlyArray<{
      readonly code: ExplorationFault;
      readonly message: string;
      readonly groupId: string | null;
      readonly blockId: string | null;
      readonly isSampled: boolean;
      readonly transcript: ReadonlyArray<string>;
      readonly test: unknown;
    }>;
    readonly notReached: ReadonlyArray<{ readonly groupId: string; readonly message: string }>;
  };
};

export type WatchExportSubscriptionVariables = Exact<{ jobId: string }>;

export type WatchExportSubscription = {
  readonly jobProgress: {
    readonly id: string;
    readonly status: JobStatus;
    readonly progress: number;
    readonly rows: number;
    readonly total: number;
    readonly fileUrl: string | null;
    readonly error: string | null;
  };
};

export type WatchFunnelSubscriptionVariables = Exact<{
  botId: string;
  timeFilter?: TimeFilter | null | undefined;
  timeZone?: string | null | undefined;
  versionId?: string | null | undefined;
}>;

export type WatchFunnelSubscription = {
  readonly blockStatsChanged: {
    readonly isWhole: boolean;
    readonly blocks: ReadonlyArray<{
      readonly blockId: string;
      readonly reached: number;
      readonly answered: number;
      readonly left: number;
    }>;
    readonly edges: ReadonlyArray<{ readonly edgeId: string; readonly total: number }>;
  };
};

export type WatchInboxSubscriptionVariables = Exact<{
  workspaceId: string;
  filter?: ChatsFilter | null | undefined;
}>;

export type WatchInboxSubscription = {
  readonly chatsChanged: {
    readonly mustReload: boolean;
    readonly removedIds: ReadonlyArray<string>;
    readonly changed: ReadonlyArray<{
      readonly id: string;
      readonly revision: number;
      readonly status: InboxStatus;
      readonly claim: number;
      readonly channel: ChatChannel;
      readonly queue: string | null;
      readonly tags: ReadonlyArray<string>;
      readonly waitingSince: string | null;
      readonly waitsUntil: string | null;
      readonly activeAt: string;
      readonly unread: number;
      readonly last: {
        readonly text: string;
        readonly role: TranscriptRole;
        readonly agent: { readonly userId: string; readonly name: string | null } | null;
      } | null;
      readonly assignee: { readonly id: string; readonly name: string | null } | null;
      readonly bot: { readonly id: string; readonly name: string } | null;
    }>;
  };
};

export type WatchResultsSubscriptionVariables = Exact<{
  botId: string;
  resultId?: string | null | undefined;
  search?: string | null | undefined;
  timeFilter?: TimeFilter | null | undefined;
  timeZone?: string | null | undefined;
  hasStarted?: boolean | null | undefined;
  isCompleted?: boolean | null | undefined;
  from?: string | null | undefined;
  until?: string | null | undefined;
  variables?: ReadonlyArray<VariableMatchInput> | VariableMatchInput | null | undefined;
  answers?: ReadonlyArray<AnswerMatchInput> | AnswerMatchInput | null | undefined;
  restsAtBlockId?: string | null | undefined;
  reachedBlockId?: string | null | undefined;
  versionId?: string | null | undefined;
  segment?: SegmentMatchInput | null | undefined;
}>;

export type WatchResultsSubscription = {
  readonly resultChanged: {
    readonly removedIds: ReadonlyArray<string>;
    readonly mustReload: boolean;
    readonly changed: ReadonlyArray<{
      readonly id: string;
      readonly createdAt: string;
      readonly isCompleted: boolean;
      readonly answers: ReadonlyArray<{ readonly blockId: string; readonly content: string }>;
      readonly variables: ReadonlyArray<{
        readonly variableId: string;
        readonly name: string;
        readonly value: unknown;
      }>;
    }>;
    readonly stats: {
      readonly totalViews: number;
      readonly totalStarts: number;
      readonly totalCompleted: number;
    };
  };
};

export type WatchTraceSubscriptionVariables = Exact<{ sessionId: string; after?: number }>;

export type WatchTraceSubscription = {
  readonly chatTrace: {
    readonly turn: number;
    readonly at: string;
    readonly entries: ReadonlyArray<{
      readonly entryId: string;
      readonly kind: TraceKind;
      readonly at: string;
      readonly groupId: string | null;
      readonly blockId: string | null;
      readonly botId: string | null;
      readonly call: TraceCall | null;
      readonly way: TraceWay | null;
      readonly logs: ReadonlyArray<string>;
      readonly edges: ReadonlyArray<{ readonly edgeId: string }>;
      readonly changes: ReadonlyArray<{
        readonly kind: TraceChangeKind;
        readonly name: string;
        readonly from: unknown;
        readonly to: unknown;
      }>;
      readonly conditions: ReadonlyArray<{
        readonly itemId: string;
        readonly holds: boolean;
        readonly comparisons: ReadonlyArray<{
          readonly left: unknown;
          readonly operator: string;
          readonly right: unknown;
          readonly holds: boolean;
        }>;
      }>;
      readonly effect: {
        readonly kind: string;
        readonly isOk: boolean;
        readonly duration: number;
        readonly error: string | null;
        readonly request: string | null;
        readonly result: string | null;
        readonly printed: ReadonlyArray<string>;
        readonly use: { readonly tokens: number; readonly cost: number } | null;
      } | null;
      readonly limits: { readonly blocks: number; readonly turnTook: number | null } | null;
    }>;
  };
};

export type WaysToVersionsQueryVariables = Exact<{ botId: string }>;

export type WaysToVersionsQuery = {
  readonly bot: {
    readonly id: string;
    readonly stages: ReadonlyArray<{
      readonly name: string;
      readonly url: string | null;
      readonly variables: unknown;
      readonly credentials: ReadonlyArray<{
        readonly credentialsId: string;
        readonly replacementId: string;
      }>;
      readonly version: {
        readonly id: string;
        readonly number: number;
        readonly label: string | null;
      };
      readonly changes: ReadonlyArray<{
        readonly kind: FlowChangeKind;
        readonly partId: string | null;
        readonly groupId: string | null;
        readonly name: string | null;
        readonly before: unknown;
        readonly after: unknown;
      }>;
      readonly stats: { readonly totalViews: number; readonly totalCompleted: number };
    }>;
    readonly splits: ReadonlyArray<{
      readonly createdAt: string;
      readonly endedAt: string | null;
      readonly phases: ReadonlyArray<{
        readonly number: number;
        readonly createdAt: string;
        readonly isRatioSuspect: boolean;
        readonly arms: ReadonlyArray<{
          readonly weight: number;
          readonly version: {
            readonly id: string;
            readonly number: number;
            readonly label: string | null;
          };
          readonly stats: {
            readonly totalViews: number;
            readonly totalStarts: number;
            readonly totalCompleted: number;
          };
          readonly completionRate: {
            readonly value: number;
            readonly low: number;
            readonly high: number;
            readonly anytimeLow: number;
            readonly anytimeHigh: number;
          } | null;
        }>;
      }>;
    }>;
  } | null;
};

export type WebhooksQueryVariables = Exact<{ workspaceId: string }>;

export type WebhooksQuery = {
  readonly workspace: {
    readonly id: string;
    readonly webhooks: ReadonlyArray<{
      readonly id: string;
      readonly url: string;
      readonly eventTypes: ReadonlyArray<WebhookEventType>;
      readonly isEnabled: boolean;
      readonly goneAt: string | null;
      readonly bot: { readonly id: string; readonly name: string } | null;
    }> | null;
  } | null;
};

export type WorkspaceRulesQueryVariables = Exact<{ workspaceId: string }>;

export type WorkspaceRulesQuery = {
  readonly workspace: {
    readonly id: string;
    readonly viewerRole: WorkspaceRole | null;
    readonly publishPolicy: PublishPolicy;
    readonly aiBudget: {
      readonly calls: number | null;
      readonly cost: number | null;
      readonly tokens: number | null;
    } | null;
    readonly aiUsageByMonth: ReadonlyArray<{
      readonly month: string;
      readonly calls: number;
      readonly cost: number;
      readonly tokens: number;
    }> | null;
    readonly aiUsage: {
      readonly month: string;
      readonly calls: number;
      readonly cost: number;
      readonly tokens: number;
    } | null;
  } | null;
};

export type WorkspacesQueryVariables = Exact<{ after?: string | null | undefined }>;

export type WorkspacesQuery = {
  readonly viewer: {
    readonly workspaces: {
      readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly name: string;
        readonly icon: string | null;
        readonly viewerRole: WorkspaceRole | null;
      }>;
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  } | null;
};

/** What is known of a chat: its bot and version, where it waits, and what was answered so far. */
export const AboutChat =
  'query AboutChat($sessionId: ID!) { chat(sessionId: $sessionId) { ...InboxRow createdAt bot { id resultColumns { ...Column } } version { id number label } result { ...ResultRow } } } fragment InboxRow on Chat { id revision status claim channel queue tags waitingSince waitsUntil activeAt unread last { text role agent { userId name } } assignee { id name } bot { id name } } fragment Column on ResultColumn { columnId label isVisible isPinned width blockIds blockType variableIds } fragment ResultRow on Result { id createdAt isCompleted answers { blockId content } variables { variableId name value } }' as TypedDocument<
    AboutChatQuery,
    AboutChatQueryVariables
  >;

/** Notes something about a chat, for agents only. */
export const AddChatNote =
  'mutation AddChatNote($input: AddChatNoteInput!) { addChatNote(input: $input) { chat { ...InboxRow } userErrors { ...Fault } } } fragment InboxRow on Chat { id revision status claim channel queue tags waitingSince waitsUntil activeAt unread last { text role agent { userId name } } assignee { id name } bot { id name } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    AddChatNoteMutation,
    AddChatNoteMutationVariables
  >;

/** Adds a domain to the list of a workspace. */
export const AddDomain =
  'mutation AddDomain($input: AddCustomDomainInput!) { addCustomDomain(input: $input) { customDomain { id name status checkedAt records { type name value } } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    AddDomainMutation,
    AddDomainMutationVariables
  >;

/** What AI took this month, and may take at most: a bot, and its workspace. */
export const AiSpending =
  'query AiSpending($botId: ID!) { bot(id: $botId) { id aiUsage { ...AiTaken } aiBudget { ...AiLimits } workspace { id aiUsage { ...AiTaken } aiBudget { ...AiLimits } } } } fragment AiTaken on AiUsage { month calls cost tokens } fragment AiLimits on AiBudget { calls cost tokens }' as TypedDocument<
    AiSpendingQuery,
    AiSpendingQueryVariables
  >;

/** All folders of a workspace, to choose where something is moved, or to find those that hold bots. */
export const AllFolders =
  'query AllFolders($workspaceId: ID!) { workspace(id: $workspaceId) { id allFolders { id name parentFolderId botsCount } } }' as TypedDocument<
    AllFoldersQuery,
    AllFoldersQueryVariables
  >;

/** Answers a visitor in place of the bot. */
export const AnswerChat =
  'mutation AnswerChat($input: PostAgentMessageInput!) { postAgentMessage(input: $input) { turn lastSeq userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    AnswerChatMutation,
    AnswerChatMutationVariables
  >;

/** Archives a bot: it takes no chats any more, until it is restored. */
export const ArchiveBot =
  'mutation ArchiveBot($input: BotInput!) { deleteBot(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    ArchiveBotMutation,
    ArchiveBotMutationVariables
  >;

/** Gives a chat to an agent, or with null to nobody. */
export const AssignChat =
  'mutation AssignChat($input: AssignChatInput!) { assignChat(input: $input) { chat { ...InboxRow } userErrors { ...Fault } } } fragment InboxRow on Chat { id revision status claim channel queue tags waitingSince waitsUntil activeAt unread last { text role agent { userId name } } assignee { id name } bot { id name } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    AssignChatMutation,
    AssignChatMutationVariables
  >;

/** Who changed what in a workspace, newest first. */
export const AuditLog =
  'query AuditLog($workspaceId: ID!, $kind: AuditKind, $first: PageLimit, $after: String) { workspace(id: $workspaceId) { id auditLog(kind: $kind, first: $first, after: $after) { nodes { createdAt action kind subjectId subjectName before after actor { id name } } nextCursor } } }' as TypedDocument<
    AuditLogQuery,
    AuditLogQueryVariables
  >;

/** The forms of some kinds of blocks, such as those in a flow, so that each is there at once when it is shown. */
export const BlockForms =
  'query BlockForms($types: [ShortText!]!) { blockTypes(types: $types) { type fields { ...FormField } } } fragment FormField on FieldDescription { path title help control language choices { value label help } default min max maxLength unit isRequired isSecret isDeprecated takesVariables ownNames variableUse credentialsType listedBy needsSecrets showsWhen { path in } textWhen { path in } }' as TypedDocument<
    BlockFormsQuery,
    BlockFormsQueryVariables
  >;

/** The kinds of blocks as an editor shows them in a palette and on a canvas. Their forms are much larger: BlockForms reads them. */
export const BlockTypes =
  'query BlockTypes { descriptionsVersion blockTypes { type label help category icon searchWords initial responsePath usesAi canvasFields { path control choices { value label } textWhen { path in } } isDeprecated } }' as TypedDocument<
    BlockTypesQuery,
    BlockTypesQueryVariables
  >;

/** The forms of what a bot looks like, and of its settings. */
export const BotForms =
  'query BotForms { descriptionsVersion themeFields { ...FormField } settingFields { ...FormField } } fragment FormField on FieldDescription { path title help control language choices { value label help } default min max maxLength unit isRequired isSecret isDeprecated takesVariables ownNames variableUse credentialsType listedBy needsSecrets showsWhen { path in } textWhen { path in } }' as TypedDocument<
    BotFormsQuery,
    BotFormsQueryVariables
  >;

/** What is wrong with a draft now, how a chat comes there, and what mends it. */
export const BotIssues =
  'query BotIssues($botId: ID!) { bot(id: $botId) { id revision issues { level code subject message groupId blockId edgeId itemId path fixes { title isSafe edits revision } } } }' as TypedDocument<
    BotIssuesQuery,
    BotIssuesQueryVariables
  >;

/** What a small picture of a draft shows, in a list of bots: where its groups are, and which of them edges join. */
export const BotMiniature =
  'query BotMiniature($botId: ID!) { bot(id: $botId) { id miniature { groups edges } } }' as TypedDocument<
    BotMiniatureQuery,
    BotMiniatureQueryVariables
  >;

/** What holds for one bot: what publishing does about errors, what AI may take and took this month, and what is kept of its chats. */
export const BotRules =
  'query BotRules($botId: ID!) { bot(id: $botId) { id publishPolicy traceShare replayShare aiBudget { ...AiLimits } aiUsage { ...AiTaken } workspace { id viewerRole publishPolicy } } } fragment AiLimits on AiBudget { calls cost tokens } fragment AiTaken on AiUsage { month calls cost tokens }' as TypedDocument<
    BotRulesQuery,
    BotRulesQueryVariables
  >;

/** The written tests of a bot, and when they run on what is live. */
export const BotTests =
  'query BotTests($botId: ID!) { bot(id: $botId) { id publishedVersionId testSchedule { ...TestSchedule } tests { id name updatedAt } } } fragment TestSchedule on BotTestSchedule { every nextAt isFailing ranAt lastRun { passed failed notRun failedNames } }' as TypedDocument<
    BotTestsQuery,
    BotTestsQueryVariables
  >;

/** A page of the bots of a workspace, of those in a folder, or of those that a search finds. */
export const Bots =
  'query Bots($workspaceId: ID!, $folderId: ID, $search: ShortText, $isArchived: Boolean! = false, $orderBy: BotOrder! = CREATED_AT_DESC, $first: PageLimit, $after: String) { workspace(id: $workspaceId) { id bots( folderId: $folderId search: $search isArchived: $isArchived orderBy: $orderBy first: $first after: $after ) { totalCount nodes { ...BotCard viewerAccess } pageInfo { hasNextPage endCursor } } } } fragment BotCard on Bot { id name icon publicId hasUnpublishedChanges updatedAt }' as TypedDocument<
    BotsQuery,
    BotsQueryVariables
  >;

/** Begins a preview that is as a chat was after one of its turns, to answer in another way. */
export const BranchChat =
  'mutation BranchChat($input: BranchChatInput!) { branchChat(input: $input) { reply { sessionId raw } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    BranchChatMutation,
    BranchChatMutationVariables
  >;

/** Cancels an export. */
export const CancelExport =
  'mutation CancelExport($input: CancelExportInput!) { cancelExport(input: $input) { job { id status } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    CancelExportMutation,
    CancelExportMutationVariables
  >;

/** The texts that agents send again and again. */
export const CannedReplies =
  'query CannedReplies($workspaceId: ID!) { workspace(id: $workspaceId) { id cannedReplies { id shortcut text } } }' as TypedDocument<
    CannedRepliesQuery,
    CannedRepliesQueryVariables
  >;

/** Gives a member another role. */
export const ChangeRole =
  'mutation ChangeRole($input: UpdateMemberInput!) { updateMember(input: $input) { member { id role user { id } } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    ChangeRoleMutation,
    ChangeRoleMutationVariables
  >;

/** Changes what a person may do with a bot that is shared with them. */
export const ChangeShare =
  'mutation ChangeShare($input: UpdateCollaboratorInput!) { updateCollaborator(input: $input) { collaborator { id type } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    ChangeShareMutation,
    ChangeShareMutationVariables
  >;

/** One messenger: what it is connected with, what is known of it, and which bots answer there when. */
export const Channel =
  'query Channel($credentialsId: ID!) { node(id: $credentialsId) { ... on Credentials { id name members { path value } messengerChannel { ...ChannelState } usedByBots { id name revision publicId isClosed hasUnpublishedChanges viewerAccess messengerCredentialsId flow { settings { messengerChannel { isEnabled startCondition { comparisons { comparisonOperator value } } } } } } } } } fragment ChannelState on MessengerChannel { webhookUrl verifiedAt lastMessageAt faultAt faultKind fault }' as TypedDocument<
    ChannelQuery,
    ChannelQueryVariables
  >;

/** The messengers of a workspace: which bots name them, and what is known of each. */
export const Channels =
  'query Channels($workspaceId: ID!) { workspace(id: $workspaceId) { id viewerRole credentials(type: "messenger") { id name messengerChannel { ...ChannelState } usedByBots { id name } } } } fragment ChannelState on MessengerChannel { webhookUrl verifiedAt lastMessageAt faultAt faultKind fault }' as TypedDocument<
    ChannelsQuery,
    ChannelsQueryVariables
  >;

/** The groups at which the bot of a chat can go on. */
export const ChatGroups =
  'query ChatGroups($sessionId: ID!) { chat(sessionId: $sessionId) { id version { id ...VersionGroups } } } fragment VersionGroups on BotVersion { flow { groups { groupId title position { x y } } } }' as TypedDocument<
    ChatGroupsQuery,
    ChatGroupsQueryVariables
  >;

/** What agents noted about a chat for each other, oldest first. */
export const ChatNotes =
  'query ChatNotes($sessionId: ID!) { chat(sessionId: $sessionId) { id notes { noteId text createdAt author { userId name } } } }' as TypedDocument<
    ChatNotesQuery,
    ChatNotesQueryVariables
  >;

/** Claims a chat for the caller; `takeOver` names the claim of another agent. */
export const ClaimChat =
  'mutation ClaimChat($input: ClaimChatInput!) { claimChat(input: $input) { chat { ...InboxRow } userErrors { ...Fault } } } fragment InboxRow on Chat { id revision status claim channel queue tags waitingSince waitsUntil activeAt unread last { text role agent { userId name } } assignee { id name } bot { id name } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    ClaimChatMutation,
    ClaimChatMutationVariables
  >;

/** Closes a chat. */
export const CloseChat =
  'mutation CloseChat($input: ClaimedChatInput!) { closeChat(input: $input) { chat { ...InboxRow } userErrors { ...Fault } } } fragment InboxRow on Chat { id revision status claim channel queue tags waitingSince waitsUntil activeAt unread last { text role agent { userId name } } assignee { id name } bot { id name } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    CloseChatMutation,
    CloseChatMutationVariables
  >;

/** What a version changed, against another or the one before it. */
export const CompareVersions =
  'query CompareVersions($botId: ID!, $versionId: ID!, $against: ID) { bot(id: $botId) { id versionById(id: $versionId) { id diff(against: $against) { kind partId groupId name before after } } } }' as TypedDocument<
    CompareVersionsQuery,
    CompareVersionsQueryVariables
  >;

/** Where a person connects an account of a service, in place of keys; null where the server connects none. */
export const ConnectAccount =
  'query ConnectAccount($workspaceId: ID!, $type: ShortText!) { workspace(id: $workspaceId) { id connectAccountUrl(type: $type) } }' as TypedDocument<
    ConnectAccountQuery,
    ConnectAccountQueryVariables
  >;

/** Makes a new bot in a workspace; without groups it is empty. */
export const CreateBot =
  'mutation CreateBot($input: CreateBotInput!) { createBot(input: $input) { bot { ...BotCard } userErrors { ...Fault } } } fragment BotCard on Bot { id name icon publicId hasUnpublishedChanges updatedAt } fragment Fault on UserError { code reason message path }' as TypedDocument<
    CreateBotMutation,
    CreateBotMutationVariables
  >;

/** Makes a folder in a workspace, or in another folder. */
export const CreateFolder =
  'mutation CreateFolder($input: CreateFolderInput!) { createFolder(input: $input) { folder { id name botsCount } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    CreateFolderMutation,
    CreateFolderMutationVariables
  >;

/** A token for a program, which is shown once. */
export const CreateToken =
  'mutation CreateToken($input: CreateApiTokenInput!) { createApiToken(input: $input) { secret apiToken { id name scopes expiresAt } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    CreateTokenMutation,
    CreateTokenMutationVariables
  >;

/** Tells an address of what happens; the secret that signs requests is shown once. */
export const CreateWebhook =
  'mutation CreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { id url eventTypes isEnabled } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    CreateWebhookMutation,
    CreateWebhookMutationVariables
  >;

/** Makes a workspace, of which one is then the owner. */
export const CreateWorkspace =
  'mutation CreateWorkspace($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { workspace { id name } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    CreateWorkspaceMutation,
    CreateWorkspaceMutationVariables
  >;

/** The types of credentials, with the form of each. */
export const CredentialTypes =
  'query CredentialTypes { credentialTypes { type label help icon isDeprecated draftsTranslations fields { ...FormField } } } fragment FormField on FieldDescription { path title help control language choices { value label help } default min max maxLength unit isRequired isSecret isDeprecated takesVariables ownNames variableUse credentialsType listedBy needsSecrets showsWhen { path in } textWhen { path in } }' as TypedDocument<
    CredentialTypesQuery,
    CredentialTypesQueryVariables
  >;

/** The credentials of a workspace, and the bots that use them. */
export const Credentials =
  'query Credentials($workspaceId: ID!) { workspace(id: $workspaceId) { id credentials { id type name lastUsedAt usedByBots { id name } } } }' as TypedDocument<
    CredentialsQuery,
    CredentialsQueryVariables
  >;

/** What became of the results of a bot by day, and how its blocks were reached and answered. */
export const DailyCounts =
  'query DailyCounts($botId: ID!, $blockIds: [ID!]!, $timeFilter: TimeFilter, $timeZone: TimeZone, $versionId: ID) { bot(id: $botId) { id stats(timeFilter: $timeFilter, timeZone: $timeZone, versionId: $versionId) { totalViews totalStarts totalCompleted completionRate series { day views starts completions } } blockStats(timeFilter: $timeFilter, timeZone: $timeZone, versionId: $versionId) { series(blockIds: $blockIds) { day blocks { blockId reached answered } } answerTimes { blockId median p90 } } } }' as TypedDocument<
    DailyCountsQuery,
    DailyCountsQueryVariables
  >;

/** Deletes a canned reply. */
export const DeleteCannedReply =
  'mutation DeleteCannedReply($input: DeleteCannedReplyInput!) { deleteCannedReply(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    DeleteCannedReplyMutation,
    DeleteCannedReplyMutationVariables
  >;

/** Deletes credentials. */
export const DeleteCredentials =
  'mutation DeleteCredentials($input: DeleteCredentialsInput!) { deleteCredentials(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    DeleteCredentialsMutation,
    DeleteCredentialsMutationVariables
  >;

/** Deletes a folder; what is in it moves to where it was. */
export const DeleteFolder =
  'mutation DeleteFolder($input: DeleteFolderInput!) { deleteFolder(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    DeleteFolderMutation,
    DeleteFolderMutationVariables
  >;

/** Erases results of a bot; they stay counted. */
export const DeleteResults =
  'mutation DeleteResults($input: DeleteResultsInput!) { deleteResults(input: $input) { deletedCount userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    DeleteResultsMutation,
    DeleteResultsMutationVariables
  >;

/** Deletes a view of a bot's results. */
export const DeleteResultsView =
  'mutation DeleteResultsView($input: DeleteResultsViewInput!) { deleteResultsView(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    DeleteResultsViewMutation,
    DeleteResultsViewMutationVariables
  >;

/** Deletes a stage of a bot; its version stays. */
export const DeleteStage =
  'mutation DeleteStage($input: StageInput!) { deleteBotStage(input: $input) { bot { id } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    DeleteStageMutation,
    DeleteStageMutationVariables
  >;

/** Deletes a written test of a bot. */
export const DeleteTest =
  'mutation DeleteTest($input: DeleteBotTestInput!) { deleteBotTest(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    DeleteTestMutation,
    DeleteTestMutationVariables
  >;

/** Deletes a look; bots that were given it keep theirs. */
export const DeleteThemeTemplate =
  'mutation DeleteThemeTemplate($input: DeleteThemeTemplateInput!) { deleteThemeTemplate(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    DeleteThemeTemplateMutation,
    DeleteThemeTemplateMutationVariables
  >;

/** Deletes a webhook. */
export const DeleteWebhook =
  'mutation DeleteWebhook($input: WebhookInput!) { deleteWebhook(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    DeleteWebhookMutation,
    DeleteWebhookMutationVariables
  >;

/** Deletes a workspace with its bots and their results, for good. */
export const DeleteWorkspace =
  'mutation DeleteWorkspace($input: DeleteWorkspaceInput!) { deleteWorkspace(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    DeleteWorkspaceMutation,
    DeleteWorkspaceMutationVariables
  >;

/** What was sent to a webhook, newest first. */
export const Deliveries =
  'query Deliveries($webhookId: ID!, $after: String) { node(id: $webhookId) { id ... on Webhook { deliveries(first: 20, after: $after) { nodes { id eventType status createdAt attempts statusCode error response } nextCursor } } } }' as TypedDocument<
    DeliveriesQuery,
    DeliveriesQueryVariables
  >;

/** The domains of a workspace, and what proves each. */
export const Domains =
  'query Domains($workspaceId: ID!) { workspace(id: $workspaceId) { id customDomains { id name status checkedAt heldSince unprovenSince lostAt records { type name value } } } }' as TypedDocument<
    DomainsQuery,
    DomainsQueryVariables
  >;

/** What changed since the live version, to draw it on a canvas: also where the groups that were removed have been. */
export const DraftChanges =
  'query DraftChanges($botId: ID!) { bot(id: $botId) { id unpublishedChanges { kind partId groupId } publishedVersion { id ...VersionGroups } } } fragment VersionGroups on BotVersion { flow { groups { groupId title position { x y } } } }' as TypedDocument<
    DraftChangesQuery,
    DraftChangesQueryVariables
  >;

/** Lets a model translate the next texts, which are stored as drafts; called again with `next` until that is empty. */
export const DraftTranslations =
  'mutation DraftTranslations($input: DraftTranslationsInput!) { draftTranslations(input: $input) { drafted refused { path faults } left next error bot { id revision hasUnpublishedChanges } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    DraftTranslationsMutation,
    DraftTranslationsMutationVariables
  >;

/** The variables of a draft, what each holds, and where it is set, read and shown. */
export const DraftVariables =
  'query DraftVariables($botId: ID!) { bot(id: $botId) { id draftVariables { variableId name placeCount valueTypes places { use groupId blockId path } } } }' as TypedDocument<
    DraftVariablesQuery,
    DraftVariablesQueryVariables
  >;

/** Copies a bot, also into another folder or workspace. */
export const DuplicateBot =
  'mutation DuplicateBot($input: DuplicateBotInput!) { duplicateBot(input: $input) { bot { ...BotCard } userErrors { ...Fault } } } fragment BotCard on Bot { id name icon publicId hasUnpublishedChanges updatedAt } fragment Fault on UserError { code reason message path }' as TypedDocument<
    DuplicateBotMutation,
    DuplicateBotMutationVariables
  >;

/** Changes parts of a flow: adds, moves, connects, and undoes with the inverse edits of an answer. */
export const EditFlow =
  'mutation EditFlow($input: EditFlowInput!) { editFlow(input: $input) { clientMutationId revision edits inverse conflicts { change { kind partId groupId name before after } by { revision author { id name } } } bot { id revision hasUnpublishedChanges } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    EditFlowMutation,
    EditFlowMutationVariables
  >;

/** Ends the share that a person has in a bot. */
export const EndShare =
  'mutation EndShare($input: RemoveCollaboratorInput!) { removeCollaborator(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    EndShareMutation,
    EndShareMutationVariables
  >;

/** The file of a bot, which can be imported here and elsewhere. */
export const ExportBot =
  'query ExportBot($botId: ID!) { bot(id: $botId) { id name raw } }' as TypedDocument<
    ExportBotQuery,
    ExportBotQueryVariables
  >;

/** Begins to write results into a file. */
export const ExportResults =
  'mutation ExportResults($input: ResultsExportInput!) { startResultsExport(input: $input) { job { id status progress } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    ExportResultsMutation,
    ExportResultsMutationVariables
  >;

/** All that results of a bot hold, of the first bot after a cursor: of an archived one as well. */
export const ExportVisitor =
  'query ExportVisitor($workspaceId: ID!, $isArchived: Boolean!, $after: String, $resultIds: [ID!]!, $count: PageLimit!) { workspace(id: $workspaceId) { id bots(first: 1, after: $after, isArchived: $isArchived, orderBy: CREATED_AT_ASC) { nodes { id results(ids: $resultIds, first: $count, hasStarted: null) { nodes { ...ResultRow ...ResultHistory } } } } } } fragment ResultRow on Result { id createdAt isCompleted answers { blockId content } variables { variableId name value } } fragment ResultHistory on Result { transcript { role type text mediaUrl at } logs { logId status description createdAt } }' as TypedDocument<
    ExportVisitorQuery,
    ExportVisitorQueryVariables
  >;

/** The newest exports of the results of a bot, and how far they are. */
export const Exports =
  'query Exports($botId: ID!) { bot(id: $botId) { id exports(first: 5) { nodes { id status progress rows total } } } }' as TypedDocument<
    ExportsQuery,
    ExportsQueryVariables
  >;

/** What a member of a block can be, as its service lists it: models, voices, sheets, columns. */
export const FieldOptions =
  'query FieldOptions($workspaceId: ID!, $type: ShortText!, $path: ShortText!, $credentialsId: ID!, $values: JSON) { fieldOptions( workspaceId: $workspaceId type: $type path: $path credentialsId: $credentialsId values: $values first: 200 ) { options { value label price { prompt completion } } error } }' as TypedDocument<
    FieldOptionsQuery,
    FieldOptionsQueryVariables
  >;

/** How a chat comes to a group or block of the draft, found by trying. */
export const FindChat =
  'mutation FindChat($input: FindChatToInput!) { findChatTo(input: $input) { chat { isSampled transcript test } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    FindChatMutation,
    FindChatMutationVariables
  >;

/** Results that hold a text of a visitor, of a page of the bots of a workspace. More of one bot: `first: 1` after the cursor before it, with `resultsAfter`. */
export const FindVisitor =
  'query FindVisitor($workspaceId: ID!, $search: ShortText!, $isArchived: Boolean!, $first: PageLimit!, $after: String, $resultsFirst: PageLimit!, $resultsAfter: String) { workspace(id: $workspaceId) { id bots( first: $first after: $after isArchived: $isArchived orderBy: CREATED_AT_ASC ) { totalCount edges { cursor node { id name viewerAccess results( first: $resultsFirst after: $resultsAfter search: $search hasStarted: null withStages: true ) { nodes { ...ResultRow } pageInfo { hasNextPage endCursor } } } } pageInfo { hasNextPage endCursor } } } } fragment ResultRow on Result { id createdAt isCompleted answers { blockId content } variables { variableId name value } }' as TypedDocument<
    FindVisitorQuery,
    FindVisitorQueryVariables
  >;

/** The folders of a workspace, or of a folder. */
export const Folders =
  'query Folders($workspaceId: ID!, $parentFolderId: ID) { workspace(id: $workspaceId) { id folders(parentFolderId: $parentFolderId) { id name botsCount } } }' as TypedDocument<
    FoldersQuery,
    FoldersQueryVariables
  >;

/** What the forms of a bot let people choose from, besides the parts of its flow. */
export const FormLists =
  'query FormLists($botId: ID!) { bot(id: $botId) { id workspace { id credentials { id type name } bots(first: 100) { nodes { id name } } } } }' as TypedDocument<
    FormListsQuery,
    FormListsQueryVariables
  >;

/** How many chats came to each block and edge, and how many were left there. */
export const Funnel =
  'query Funnel($botId: ID!, $timeFilter: TimeFilter, $timeZone: TimeZone = "UTC", $versionId: ID) { bot(id: $botId) { id blockStats(timeFilter: $timeFilter, timeZone: $timeZone, versionId: $versionId) { blocks { blockId reached answered left } edges { edgeId total } } } }' as TypedDocument<
    FunnelQuery,
    FunnelQueryVariables
  >;

/** What is stored of credentials, without their secrets: to change them. */
export const HeldCredentials =
  'query HeldCredentials($credentialsId: ID!) { node(id: $credentialsId) { ... on Credentials { id type name reconnectAccountUrl members { path isSecret ending value } } } }' as TypedDocument<
    HeldCredentialsQuery,
    HeldCredentialsQueryVariables
  >;

/** Makes a bot of an exported file. */
export const ImportBot =
  'mutation ImportBot($input: ImportBotInput!) { importBot(input: $input) { bot { ...BotCard } userErrors { ...Fault } } } fragment BotCard on Bot { id name icon publicId hasUnpublishedChanges updatedAt } fragment Fault on UserError { code reason message path }' as TypedDocument<
    ImportBotMutation,
    ImportBotMutationVariables
  >;

/** Stores the translations of a file that translators filled in, and says which texts it did not find. */
export const ImportTranslations =
  'mutation ImportTranslations($input: ImportTranslationsInput!) { importTranslations(input: $input) { imported skipped bot { id revision hasUnpublishedChanges } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    ImportTranslationsMutation,
    ImportTranslationsMutationVariables
  >;

/** The chats in which a person took part, a page at a time. */
export const Inbox =
  'query Inbox($workspaceId: ID!, $filter: ChatsFilter, $orderBy: ChatsOrder, $first: PageLimit, $after: String) { workspace(id: $workspaceId) { id chats(filter: $filter, orderBy: $orderBy, first: $first, after: $after) { nodes { ...InboxRow } nextCursor } } } fragment InboxRow on Chat { id revision status claim channel queue tags waitingSince waitsUntil activeAt unread last { text role agent { userId name } } assignee { id name } bot { id name } }' as TypedDocument<
    InboxQuery,
    InboxQueryVariables
  >;

/** Invites a person to a workspace; the link is to be sent to them. */
export const InviteMember =
  'mutation InviteMember($input: InviteMemberInput!) { inviteMember(input: $input) { link invitation { id email role expiresAt } member { id role user { id name email } } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    InviteMemberMutation,
    InviteMemberMutationVariables
  >;

/** The languages of a bot, and how far each is. */
export const Languages =
  'query Languages($botId: ID!) { bot(id: $botId) { id viewerAccess languages { language isBase texts missing stale faulty } } }' as TypedDocument<
    LanguagesQuery,
    LanguagesQueryVariables
  >;

/** The flow of a bot that another bot leads to. */
export const LinkedFlow =
  'query LinkedFlow($botId: ID!) { bot(id: $botId) { id name draft } }' as TypedDocument<
    LinkedFlowQuery,
    LinkedFlowQueryVariables
  >;

/** The people of a workspace, and who is invited. */
export const Members =
  'query Members($workspaceId: ID!) { workspace(id: $workspaceId) { id viewerRole members { id role user { id name email } } invitations { id email role expiresAt } } }' as TypedDocument<
    MembersQuery,
    MembersQueryVariables
  >;

/** How many of the open chats could go on in the draft, and why the others could not. */
export const MovePlan =
  'query MovePlan($botId: ID!) { movePlan(botId: $botId) { open unaffected moving reasons { code message chats } nextCursor } }' as TypedDocument<
    MovePlanQuery,
    MovePlanQueryVariables
  >;

/** What a person changed last, with the edits that undo each: for undo and redo after a reload, and to know what of it arrived. */
export const MyChanges =
  'query MyChanges($botId: ID!) { bot(id: $botId) { id changes(first: 50, mine: true) { nodes { revision clientMutationId kind undoes inverse createdAt } } } viewer { user { id } } }' as TypedDocument<
    MyChangesQuery,
    MyChangesQueryVariables
  >;

/** One result: what was said, its files, and what was logged. */
export const OneResult =
  'query OneResult($botId: ID!, $resultId: ID!) { bot(id: $botId) { id result(id: $resultId) { ...ResultRow sessionId version { id number } files { fileId name url } ...ResultHistory } } } fragment ResultRow on Result { id createdAt isCompleted answers { blockId content } variables { variableId name value } } fragment ResultHistory on Result { transcript { role type text mediaUrl at } logs { logId status description createdAt } }' as TypedDocument<
    OneResultQuery,
    OneResultQueryVariables
  >;

/** A workspace, and what the person may do in it. */
export const OneWorkspace =
  'query OneWorkspace($workspaceId: ID!) { workspace(id: $workspaceId) { id name icon viewerRole } }' as TypedDocument<
    OneWorkspaceQuery,
    OneWorkspaceQueryVariables
  >;

/** What an editor needs to begin: the flow, and what the person may do. What is wrong with it is read by BotIssues: that takes longer. */
export const OpenEditor =
  'query OpenEditor($botId: ID!) { bot(id: $botId) { ...BotCard revision viewerAccess draft } } fragment BotCard on Bot { id name icon publicId hasUnpublishedChanges updatedAt }' as TypedDocument<
    OpenEditorQuery,
    OpenEditorQueryVariables
  >;

/** Begins a chat of the draft, beside the editor. */
export const Preview =
  'mutation Preview($input: StartPreviewChatInput!) { startPreviewChat(input: $input) { reply { sessionId raw } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    PreviewMutation,
    PreviewMutationVariables
  >;

/** Makes new chats run the version of a stage. */
export const PromoteStage =
  'mutation PromoteStage($input: PromoteStageInput!) { promoteStage(input: $input) { version { id isLive } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    PromoteStageMutation,
    PromoteStageMutationVariables
  >;

/** Makes new chats run the draft as it is. */
export const PublishBot =
  'mutation PublishBot($input: PublishBotInput!) { publishBot(input: $input) { bot { ...BotCard } version { id number label } userErrors { ...Fault } } } fragment BotCard on Bot { id name icon publicId hasUnpublishedChanges updatedAt } fragment Fault on UserError { code reason message path }' as TypedDocument<
    PublishBotMutation,
    PublishBotMutationVariables
  >;

/** What publishing the draft would change, what stands in its way, and what is live. */
export const Publishing =
  'query Publishing($botId: ID!) { bot(id: $botId) { id publicId customDomain workspace { id customDomains { id name status } } hasUnpublishedChanges publishPolicy inFlightPolicy inFlightMessage viewerAccess unpublishedChanges { kind partId groupId name before after } issues { level code subject message groupId blockId edgeId itemId path } tests { id } publishedVersion { id number label createdAt author { id name } } } }' as TypedDocument<
    PublishingQuery,
    PublishingQueryVariables
  >;

/** What happened in a chat after a turn, where its turn pauses, and what its variables hold. */
export const ReadTrace =
  'query ReadTrace($sessionId: ID!, $after: Int! = 0) { chatTrace(sessionId: $sessionId, after: $after) { isTraced lastTurn breakpoints branchedFrom { turn } variables { name value } paused { turn reply pause { number blockId groupId call } entries { ...TraceShown } } turns { turn at entries { ...TraceShown } } } } fragment TraceShown on TraceEntry { entryId kind at groupId blockId botId call way logs edges { edgeId } changes { kind name from to } conditions { itemId holds comparisons { left operator right holds } } effect { kind isOk duration error request result printed use { tokens cost } } limits { blocks turnTook } }' as TypedDocument<
    ReadTraceQuery,
    ReadTraceQueryVariables
  >;

/** What anybody changed last in a flow: who changed the part that an undo would change back. */
export const RecentChanges =
  'query RecentChanges($botId: ID!) { bot(id: $botId) { id changes(first: 50) { nodes { revision edits author { id name } } } } }' as TypedDocument<
    RecentChangesQuery,
    RecentChangesQueryVariables
  >;

/** Makes a test of a preview or of a result, to be shown, changed and saved. */
export const RecordTest =
  'mutation RecordTest($input: RecordBotTestInput!) { recordBotTest(input: $input) { test notes userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RecordTestMutation,
    RecordTestMutationVariables
  >;

/** Gives a chat back to its bot. */
export const ReleaseChat =
  'mutation ReleaseChat($input: ReleaseChatInput!) { releaseChat(input: $input) { chat { ...InboxRow } userErrors { ...Fault } } } fragment InboxRow on Chat { id revision status claim channel queue tags waitingSince waitsUntil activeAt unread last { text role agent { userId name } } assignee { id name } bot { id name } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    ReleaseChatMutation,
    ReleaseChatMutationVariables
  >;

/** Takes a domain off the list; its bots no longer answer there. */
export const RemoveDomain =
  'mutation RemoveDomain($input: CustomDomainInput!) { removeCustomDomain(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RemoveDomainMutation,
    RemoveDomainMutationVariables
  >;

/** Removes a language with all its translations. */
export const RemoveLanguage =
  'mutation RemoveLanguage($input: RemoveLanguageInput!) { removeLanguage(input: $input) { bot { id revision hasUnpublishedChanges } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RemoveLanguageMutation,
    RemoveLanguageMutationVariables
  >;

/** Takes a person out of a workspace. */
export const RemoveMember =
  'mutation RemoveMember($input: RemoveMemberInput!) { removeMember(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RemoveMemberMutation,
    RemoveMemberMutationVariables
  >;

/** Gives a bot another name. */
export const RenameBot =
  'mutation RenameBot($botId: ID!, $bot: BotPatch!) { updateBot(input: {botId: $botId, bot: $bot}) { bot { ...BotCard revision } userErrors { ...Fault } } } fragment BotCard on Bot { id name icon publicId hasUnpublishedChanges updatedAt } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RenameBotMutation,
    RenameBotMutationVariables
  >;

/** Lets a closed chat go on, with a person who answers. */
export const ReopenChat =
  'mutation ReopenChat($input: InboxChatInput!) { reopenChat(input: $input) { chat { ...InboxRow } userErrors { ...Fault } } } fragment InboxRow on Chat { id revision status claim channel queue tags waitingSince waitsUntil activeAt unread last { text role agent { userId name } } assignee { id name } bot { id name } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    ReopenChatMutation,
    ReopenChatMutationVariables
  >;

/** Sends an event once more. */
export const ResendDelivery =
  'mutation ResendDelivery($input: RedeliverWebhookDeliveryInput!) { redeliverWebhookDelivery(input: $input) { webhookDelivery { id status } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    ResendDeliveryMutation,
    ResendDeliveryMutationVariables
  >;

/** Takes a bot out of the archive. */
export const RestoreBot =
  'mutation RestoreBot($input: BotInput!) { restoreBot(input: $input) { bot { ...BotCard } userErrors { ...Fault } } } fragment BotCard on Bot { id name icon publicId hasUnpublishedChanges updatedAt } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RestoreBotMutation,
    RestoreBotMutationVariables
  >;

/** Makes the draft what a version was; chats stay as they are. */
export const RestoreVersion =
  'mutation RestoreVersion($input: RestoreVersionInput!) { restoreVersion(input: $input) { bot { ...BotCard revision draft } userErrors { ...Fault } } } fragment BotCard on Bot { id name icon publicId hasUnpublishedChanges updatedAt } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RestoreVersionMutation,
    RestoreVersionMutationVariables
  >;

/** A page of the results of a bot that match, and the columns of their table, by a view or else the bot's own. */
export const Results =
  'query Results($botId: ID!, $search: ShortText, $timeFilter: TimeFilter, $timeZone: TimeZone = "UTC", $hasStarted: Boolean = true, $isCompleted: Boolean, $from: DateTime, $until: DateTime, $variables: [VariableMatchInput!], $answers: [AnswerMatchInput!], $restsAtBlockId: ID, $reachedBlockId: ID, $versionId: ID, $segment: SegmentMatchInput, $after: String, $resultsViewId: ID) { bot(id: $botId) { id resultColumns(resultsViewId: $resultsViewId) { ...Column } results( first: 50 after: $after search: $search timeFilter: $timeFilter timeZone: $timeZone hasStarted: $hasStarted isCompleted: $isCompleted from: $from until: $until variables: $variables answers: $answers restsAtBlockId: $restsAtBlockId reachedBlockId: $reachedBlockId versionId: $versionId segment: $segment ) { nodes { ...ResultRow } pageInfo { hasNextPage endCursor } } } } fragment Column on ResultColumn { columnId label isVisible isPinned width blockIds blockType variableIds } fragment ResultRow on Result { id createdAt isCompleted answers { blockId content } variables { variableId name value } }' as TypedDocument<
    ResultsQuery,
    ResultsQueryVariables
  >;

/** The views of a bot's results: one's own and shared ones. */
export const ResultsViews =
  'query ResultsViews($botId: ID!) { bot(id: $botId) { id resultsViews { ...ResultsViewShown } } } fragment ResultsViewShown on ResultsView { id name columns filters isShared isOwn }' as TypedDocument<
    ResultsViewsQuery,
    ResultsViewsQueryVariables
  >;

/** How long the server keeps data, and how much its files take. */
export const Retention =
  'query Retention($workspaceId: ID!) { workspace(id: $workspaceId) { id storageUsed retention { sessionIdleDays chatLogDays auditLogDays chatTraceDays chatReplayDays } } }' as TypedDocument<
    RetentionQuery,
    RetentionQueryVariables
  >;

/** Takes an invitation back; its link no longer works. */
export const RevokeInvitation =
  'mutation RevokeInvitation($input: RevokeInvitationInput!) { revokeInvitation(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RevokeInvitationMutation,
    RevokeInvitationMutationVariables
  >;

/** Signs the person out of a dashboard or program at once. */
export const RevokeSignIn =
  'mutation RevokeSignIn($input: RevokeSignInInput!) { revokeSignIn(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RevokeSignInMutation,
    RevokeSignInMutationVariables
  >;

/** Ends a token. */
export const RevokeToken =
  'mutation RevokeToken($input: RevokeApiTokenInput!) { revokeApiToken(input: $input) { deletedId userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RevokeTokenMutation,
    RevokeTokenMutationVariables
  >;

/** Makes new chats run an earlier version; the draft stays. */
export const RollBack =
  'mutation RollBack($botId: ID!, $versionId: ID!) { rollbackBot(input: {botId: $botId, versionId: $versionId}) { bot { ...BotCard } version { id isLive } userErrors { ...Fault } } } fragment BotCard on Bot { id name icon publicId hasUnpublishedChanges updatedAt } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RollBackMutation,
    RollBackMutationVariables
  >;

/** Gives a webhook a new secret, which is shown once; the one before counts for a day more. */
export const RotateSecret =
  'mutation RotateSecret($input: WebhookInput!) { rotateWebhookSecret(input: $input) { secret userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RotateSecretMutation,
    RotateSecretMutationVariables
  >;

/** Runs the written tests of a bot on its draft. */
export const RunBotTests =
  'mutation RunBotTests($input: RunBotTestsInput!) { runBotTests(input: $input) { run { passed failed notRun coverage { blocks { covered total missingIds } } results { name outcome step message diff transcript } } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    RunBotTestsMutation,
    RunBotTestsMutationVariables
  >;

/** Saves a canned reply; without an id, a new one. */
export const SaveCannedReply =
  'mutation SaveCannedReply($input: SaveCannedReplyInput!) { saveCannedReply(input: $input) { cannedReply { id shortcut text } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SaveCannedReplyMutation,
    SaveCannedReplyMutationVariables
  >;

/** Saves credentials; without an id, new ones. */
export const SaveCredentials =
  'mutation SaveCredentials($input: SaveCredentialsInput!) { saveCredentials(input: $input) { credentials { id type name } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SaveCredentialsMutation,
    SaveCredentialsMutationVariables
  >;

/** Save a view of a bot's results; the bot stays as it is. */
export const SaveResultsView =
  'mutation SaveResultsView($input: SaveResultsViewInput!) { saveResultsView(input: $input) { bot { id resultsViews { ...ResultsViewShown } } resultsView { id } userErrors { ...Fault } } } fragment ResultsViewShown on ResultsView { id name columns filters isShared isOwn } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SaveResultsViewMutation,
    SaveResultsViewMutationVariables
  >;

/** Keeps a written test, and shows the tests that there are then. */
export const SaveTest =
  'mutation SaveTest($input: SaveBotTestInput!) { saveBotTest(input: $input) { bot { id tests { id name updatedAt } } botTest { id } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SaveTestMutation,
    SaveTestMutationVariables
  >;

/** Keeps a look for the bots of a workspace, or changes one. */
export const SaveThemeTemplate =
  'mutation SaveThemeTemplate($input: SaveThemeTemplateInput!) { saveThemeTemplate(input: $input) { themeTemplate { id name theme } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SaveThemeTemplateMutation,
    SaveThemeTemplateMutationVariables
  >;

/** What became of the results of a bot by source or variable. */
export const Segments =
  'query Segments($botId: ID!, $timeFilter: TimeFilter, $timeZone: TimeZone, $versionId: ID) { bot(id: $botId) { id segments { source variableId name countedSince values(timeFilter: $timeFilter, timeZone: $timeZone, versionId: $versionId) { value isOther totalViews totalStarts totalCompleted completionRate } } } }' as TypedDocument<
    SegmentsQuery,
    SegmentsQueryVariables
  >;

/** Limits what the AI blocks of a workspace take in a month. */
export const SetAiBudget =
  'mutation SetAiBudget($input: SetWorkspaceAiBudgetInput!) { setWorkspaceAiBudget(input: $input) { workspace { id aiBudget { ...AiLimits } } userErrors { ...Fault } } } fragment AiLimits on AiBudget { calls cost tokens } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetAiBudgetMutation,
    SetAiBudgetMutationVariables
  >;

/** Limits what the AI blocks of one bot take in a month. */
export const SetBotAiBudget =
  'mutation SetBotAiBudget($input: SetBotAiBudgetInput!) { setBotAiBudget(input: $input) { bot { id aiBudget { ...AiLimits } } userErrors { ...Fault } } } fragment AiLimits on AiBudget { calls cost tokens } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetBotAiBudgetMutation,
    SetBotAiBudgetMutationVariables
  >;

/** Lets a bot answer in a messenger, or not, from the next time it is published. */
export const SetBotChannel =
  'mutation SetBotChannel($channel: UpdateBotInput!, $settings: EditFlowInput!) { updateBot(input: $channel) { bot { id messengerCredentialsId } userErrors { ...Fault } } editFlow(input: $settings) { bot { id revision hasUnpublishedChanges } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetBotChannelMutation,
    SetBotChannelMutationVariables
  >;

/** Says what publishing one bot does about errors; null is as its workspace says. */
export const SetBotPublishPolicy =
  'mutation SetBotPublishPolicy($input: SetBotPublishPolicyInput!) { setBotPublishPolicy(input: $input) { bot { id publishPolicy } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetBotPublishPolicyMutation,
    SetBotPublishPolicyMutationVariables
  >;

/** Where the turns of a preview pause from now on. */
export const SetBreakpoints =
  'mutation SetBreakpoints($input: SetBreakpointsInput!) { setBreakpoints(input: $input) { breakpoints userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetBreakpointsMutation,
    SetBreakpointsMutationVariables
  >;

/** Changes variables in the middle of a turn that is paused. */
export const SetPausedVariables =
  'mutation SetPausedVariables($input: SetPausedVariablesInput!) { setPausedVariables(input: $input) { variables { name value } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetPausedVariablesMutation,
    SetPausedVariablesMutationVariables
  >;

/** Says what publishing does about errors, for the bots without a policy of their own. */
export const SetPublishPolicy =
  'mutation SetPublishPolicy($input: SetWorkspacePublishPolicyInput!) { setWorkspacePublishPolicy(input: $input) { workspace { id publishPolicy } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetPublishPolicyMutation,
    SetPublishPolicyMutationVariables
  >;

/** Says of which part of its chats a bot keeps what a replay with another flow needs. */
export const SetReplay =
  'mutation SetReplay($input: SetBotReplayInput!) { setBotReplay(input: $input) { bot { id replayShare } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetReplayMutation,
    SetReplayMutationVariables
  >;

/** Sets by what the results of a bot are counted apart. */
export const SetSegments =
  'mutation SetSegments($input: SetBotSegmentsInput!) { setBotSegments(input: $input) { bot { id segments { source variableId name } } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetSegmentsMutation,
    SetSegmentsMutationVariables
  >;

/** Divides live traffic over versions. */
export const SetSplit =
  'mutation SetSplit($input: SetBotSplitInput!) { setBotSplit(input: $input) { bot { id } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetSplitMutation,
    SetSplitMutationVariables
  >;

/** Makes a stage of a bot, or sets what it runs: the draft where no version is named. */
export const SetStage =
  'mutation SetStage($input: SetBotStageInput!) { setBotStage(input: $input) { stage { name url } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetStageMutation,
    SetStageMutationVariables
  >;

/** Sets how often the tests of a bot run on what is live. */
export const SetTestSchedule =
  'mutation SetTestSchedule($input: SetBotTestScheduleInput!) { setBotTestSchedule(input: $input) { bot { id testSchedule { ...TestSchedule } } userErrors { ...Fault } } } fragment TestSchedule on BotTestSchedule { every nextAt isFailing ranAt lastRun { passed failed notRun failedNames } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetTestScheduleMutation,
    SetTestScheduleMutationVariables
  >;

/** Says of which part of its chats a bot keeps what happened inside. */
export const SetTracing =
  'mutation SetTracing($input: SetBotTracingInput!) { setBotTracing(input: $input) { bot { id traceShare } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetTracingMutation,
    SetTracingMutationVariables
  >;

/** Stores translations; also adds a language. */
export const SetTranslations =
  'mutation SetTranslations($input: SetTranslationsInput!) { setTranslations(input: $input) { bot { id revision hasUnpublishedChanges } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    SetTranslationsMutation,
    SetTranslationsMutationVariables
  >;

/** Shares a bot with a person, or invites one who is not known yet. The link of the invitation is shown here only. */
export const ShareBot =
  'mutation ShareBot($input: InviteCollaboratorInput!) { inviteCollaborator(input: $input) { collaborator { id user { id name email } } invitation { id email } link userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    ShareBotMutation,
    ShareBotMutationVariables
  >;

/** With whom a bot is shared, who is invited to it, and what the person may do; the lists are for those who may share it. */
export const Sharing =
  'query Sharing($botId: ID!) { bot(id: $botId) { id name viewerAccess workspace { id viewerRole } collaborators { id type user { id name email } } collaboratorInvitations { id email type expiresAt } } }' as TypedDocument<
    SharingQuery,
    SharingQueryVariables
  >;

/** Shows the others what a person looks at. */
export const ShowPresence =
  'mutation ShowPresence($input: ShowPresenceInput!) { showPresence(input: $input) { userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    ShowPresenceMutation,
    ShowPresenceMutationVariables
  >;

/** The person, and the dashboards and programs that they are signed in to. */
export const SignIns =
  'query SignIns { viewer { user { id name email } signIns { id client createdAt lastUsedAt scopes isCurrent } } }' as TypedDocument<
    SignInsQuery,
    SignInsQueryVariables
  >;

/** Who is signed in; null is nobody. */
export const SignedIn = 'query SignedIn { viewer { user { id name email } } }' as TypedDocument<
  SignedInQuery,
  SignedInQueryVariables
>;

/** Prepares the upload of a file for a chat, which an answer then names. */
export const StageChatFile =
  'mutation StageChatFile($input: CreateStagedUploadInput!) { createStagedUpload(input: $input) { stagedUpload { url formData fileUrl } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    StageChatFileMutation,
    StageChatFileMutationVariables
  >;

/** The names of the stages of a bot, to try its draft as one of them. */
export const StageNames =
  'query StageNames($botId: ID!) { bot(id: $botId) { id stages { name } } }' as TypedDocument<
    StageNamesQuery,
    StageNamesQueryVariables
  >;

/** Lets a turn that is paused go on. */
export const StepChat =
  'mutation StepChat($input: StepChatInput!) { stepChat(input: $input) { reply { sessionId turn } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    StepChatMutation,
    StepChatMutationVariables
  >;

/** Ends a split of live traffic, with the version that is live then. */
export const StopSplit =
  'mutation StopSplit($input: StopBotSplitInput!) { stopBotSplit(input: $input) { bot { ...BotCard } userErrors { ...Fault } } } fragment BotCard on Bot { id name icon publicId hasUnpublishedChanges updatedAt } fragment Fault on UserError { code reason message path }' as TypedDocument<
    StopSplitMutation,
    StopSplitMutationVariables
  >;

/** Takes a chat over from its bot, gives it back, or closes it. */
export const TakeOver =
  'mutation TakeOver($input: SetSessionStatusInput!) { setSessionStatus(input: $input) { status turn userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    TakeOverMutation,
    TakeOverMutationVariables
  >;

/** Tries credentials with a request that changes nothing at their service. */
export const TestCredentials =
  'mutation TestCredentials($input: TestCredentialsInput!) { testCredentials(input: $input) { isWorking message userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    TestCredentialsMutation,
    TestCredentialsMutationVariables
  >;

/** Sends the request of a block of the draft once, and shows the response. */
export const TestHttpRequest =
  'mutation TestHttpRequest($input: TestHttpRequestInput!) { testHttpRequest(input: $input) { statusCode data error failure userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    TestHttpRequestMutation,
    TestHttpRequestMutationVariables
  >;

/** The looks that a workspace keeps for its bots; null for guests. */
export const ThemeTemplates =
  'query ThemeTemplates($botId: ID!) { bot(id: $botId) { id workspace { id viewerRole themeTemplates { id name theme } } } }' as TypedDocument<
    ThemeTemplatesQuery,
    ThemeTemplatesQueryVariables
  >;

/** The tokens of the person who is signed in. */
export const Tokens =
  'query Tokens { viewer { user { id } apiTokens { id name prefix scopes lastUsedAt expiresAt } } }' as TypedDocument<
    TokensQuery,
    TokensQueryVariables
  >;

/** The texts of a bot as a file for translators. */
export const TranslationFile =
  'query TranslationFile($botId: ID!, $language: LanguageTag!, $format: TranslationFormat!) { bot(id: $botId) { id name translationFile(language: $language, format: $format) } }' as TypedDocument<
    TranslationFileQuery,
    TranslationFileQueryVariables
  >;

/** A page of the texts of a bot with their translations into a language. */
export const Translations =
  'query Translations($botId: ID!, $language: LanguageTag!, $status: [TextStatus!], $after: String) { bot(id: $botId) { id translations(language: $language, status: $status, first: 50, after: $after) { nodes { path title groupId blockId source text status state faults } nextCursor } } }' as TypedDocument<
    TranslationsQuery,
    TranslationsQueryVariables
  >;

/** Sends an event to try a webhook. */
export const TryWebhook =
  'mutation TryWebhook($input: WebhookInput!) { sendTestWebhook(input: $input) { webhookDelivery { id status } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    TryWebhookMutation,
    TryWebhookMutationVariables
  >;

/** Takes a bot off the air: nobody can start a chat with it any more. */
export const UnpublishBot =
  'mutation UnpublishBot($botId: ID!) { unpublishBot(input: {botId: $botId}) { bot { ...BotCard } userErrors { ...Fault } } } fragment BotCard on Bot { id name icon publicId hasUnpublishedChanges updatedAt } fragment Fault on UserError { code reason message path }' as TypedDocument<
    UnpublishBotMutation,
    UnpublishBotMutationVariables
  >;

/** Tags a chat, moves it to another queue, or marks it as read. */
export const UpdateChat =
  'mutation UpdateChat($input: UpdateChatInput!) { updateChat(input: $input) { chat { ...InboxRow } userErrors { ...Fault } } } fragment InboxRow on Chat { id revision status claim channel queue tags waitingSince waitsUntil activeAt unread last { text role agent { userId name } } assignee { id name } bot { id name } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    UpdateChatMutation,
    UpdateChatMutationVariables
  >;

/** Changes some members of credentials: absent ones stay, secrets included. */
export const UpdateCredentials =
  'mutation UpdateCredentials($input: UpdateCredentialsInput!) { updateCredentials(input: $input) { credentials { id name } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    UpdateCredentialsMutation,
    UpdateCredentialsMutationVariables
  >;

/** Renames a folder, or moves it into another one. */
export const UpdateFolder =
  'mutation UpdateFolder($input: UpdateFolderInput!) { updateFolder(input: $input) { folder { id name parentFolderId } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    UpdateFolderMutation,
    UpdateFolderMutationVariables
  >;

/** Changes what the person is called. */
export const UpdateViewer =
  'mutation UpdateViewer($input: UpdateViewerInput!) { updateViewer(input: $input) { user { id name } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    UpdateViewerMutation,
    UpdateViewerMutationVariables
  >;

/** Switches a webhook on or off, or changes what it receives. */
export const UpdateWebhook =
  'mutation UpdateWebhook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { id url eventTypes isEnabled } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    UpdateWebhookMutation,
    UpdateWebhookMutationVariables
  >;

/** Gives a workspace another name or icon. */
export const UpdateWorkspace =
  'mutation UpdateWorkspace($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { workspace { id name icon } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    UpdateWorkspaceMutation,
    UpdateWorkspaceMutationVariables
  >;

/** Prepares the upload of a file for a bot, such as a picture of a bubble. */
export const UploadFile =
  'mutation UploadFile($input: CreateFileUploadInput!) { createFileUpload(input: $input) { stagedUpload { url formData fileUrl } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    UploadFileMutation,
    UploadFileMutationVariables
  >;

/** Looks a domain up, and stores what was found. */
export const VerifyDomain =
  'mutation VerifyDomain($input: CustomDomainInput!) { verifyCustomDomain(input: $input) { customDomain { id name status checkedAt records { type name value } } userErrors { ...Fault } } } fragment Fault on UserError { code reason message path }' as TypedDocument<
    VerifyDomainMutation,
    VerifyDomainMutationVariables
  >;

/** A page of the versions of a bot, the newest first. */
export const Versions =
  'query Versions($botId: ID!, $after: String) { bot(id: $botId) { id versions(first: 20, after: $after) { nodes { id number label overrideReason isLive createdAt author { id name } } pageInfo { hasNextPage endCursor } } } }' as TypedDocument<
    VersionsQuery,
    VersionsQueryVariables
  >;

/** What others do to a bot while it is open: their edits give the draft that is stored. */
export const WatchBot =
  'subscription WatchBot($botId: ID!, $afterRevision: Int) { botChanged(botId: $botId, afterRevision: $afterRevision) { kind revision edits clientMutationId author { id name } } }' as TypedDocument<
    WatchBotSubscription,
    WatchBotSubscriptionVariables
  >;

/** Which agents have a chat open; whoever watches with a `clientId` is shown to the others. */
export const WatchChatViewers =
  'subscription WatchChatViewers($sessionId: ID!, $clientId: ID) { chatViewers(sessionId: $sessionId, clientId: $clientId) { clientId user { id name } } }' as TypedDocument<
    WatchChatViewersSubscription,
    WatchChatViewersSubscriptionVariables
  >;

/** Who else has a bot open, and what they look at; whoever watches with a `clientId` is shown to the others. */
export const WatchEditors =
  'subscription WatchEditors($botId: ID!, $clientId: ID) { editorsOf(botId: $botId, clientId: $clientId) { clientId groupId blockId field pointer { x y } user { id name } } }' as TypedDocument<
    WatchEditorsSubscription,
    WatchEditorsSubscriptionVariables
  >;

/** Tries ways through the draft, and shows how far that came and what went wrong. */
export const WatchExploration =
  'subscription WatchExploration($input: ExploreFlowInput!) { flowExplored(input: $input) { turns chats end coverage { blocks { covered total missingIds } outcomes { covered total } } coverageWithTests { blocks { covered missingIds } } failures { code message groupId blockId isSampled transcript test } notReached { groupId message } } }' as TypedDocument<
    WatchExplorationSubscription,
    WatchExplorationSubscriptionVariables
  >;

/** How far an export is, until its file can be fetched. */
export const WatchExport =
  'subscription WatchExport($jobId: ID!) { jobProgress(jobId: $jobId) { id status progress rows total fileUrl error } }' as TypedDocument<
    WatchExportSubscription,
    WatchExportSubscriptionVariables
  >;

/** The counts of blocks and edges: all at once, then those that change. */
export const WatchFunnel =
  'subscription WatchFunnel($botId: ID!, $timeFilter: TimeFilter, $timeZone: TimeZone = "UTC", $versionId: ID) { blockStatsChanged( botId: $botId timeFilter: $timeFilter timeZone: $timeZone versionId: $versionId ) { isWhole blocks { blockId reached answered left } edges { edgeId total } } }' as TypedDocument<
    WatchFunnelSubscription,
    WatchFunnelSubscriptionVariables
  >;

/** The chats of the inbox that match, as they come, change and leave. */
export const WatchInbox =
  'subscription WatchInbox($workspaceId: ID!, $filter: ChatsFilter) { chatsChanged(workspaceId: $workspaceId, filter: $filter) { mustReload changed { ...InboxRow } removedIds } } fragment InboxRow on Chat { id revision status claim channel queue tags waitingSince waitsUntil activeAt unread last { text role agent { userId name } } assignee { id name } bot { id name } }' as TypedDocument<
    WatchInboxSubscription,
    WatchInboxSubscriptionVariables
  >;

/** The results that match as they come and go on, and the counts of the bot. */
export const WatchResults =
  'subscription WatchResults($botId: ID!, $resultId: ID, $search: ShortText, $timeFilter: TimeFilter, $timeZone: TimeZone = "UTC", $hasStarted: Boolean = true, $isCompleted: Boolean, $from: DateTime, $until: DateTime, $variables: [VariableMatchInput!], $answers: [AnswerMatchInput!], $restsAtBlockId: ID, $reachedBlockId: ID, $versionId: ID, $segment: SegmentMatchInput) { resultChanged( botId: $botId resultId: $resultId search: $search timeFilter: $timeFilter timeZone: $timeZone hasStarted: $hasStarted isCompleted: $isCompleted from: $from until: $until variables: $variables answers: $answers restsAtBlockId: $restsAtBlockId reachedBlockId: $reachedBlockId versionId: $versionId segment: $segment ) { changed { ...ResultRow } removedIds mustReload stats { totalViews totalStarts totalCompleted } } } fragment ResultRow on Result { id createdAt isCompleted answers { blockId content } variables { variableId name value } }' as TypedDocument<
    WatchResultsSubscription,
    WatchResultsSubscriptionVariables
  >;

/** What happens in the turns of a chat: those after a turn that are stored, then as they come. */
export const WatchTrace =
  'subscription WatchTrace($sessionId: ID!, $after: Int! = 0) { chatTrace(sessionId: $sessionId, after: $after) { turn at entries { ...TraceShown } } } fragment TraceShown on TraceEntry { entryId kind at groupId blockId botId call way logs edges { edgeId } changes { kind name from to } conditions { itemId holds comparisons { left operator right holds } } effect { kind isOk duration error request result printed use { tokens cost } } limits { blocks turnTook } }' as TypedDocument<
    WatchTraceSubscription,
    WatchTraceSubscriptionVariables
  >;

/** The stages of a bot, and the splits of its live traffic with their figures. */
export const WaysToVersions =
  'query WaysToVersions($botId: ID!) { bot(id: $botId) { id stages { name url variables credentials { credentialsId replacementId } version { id number label } changes { kind partId groupId name before after } stats { totalViews totalCompleted } } splits { createdAt endedAt phases { number createdAt isRatioSuspect arms { weight version { id number label } stats { totalViews totalStarts totalCompleted } completionRate { value low high anytimeLow anytimeHigh } } } } } }' as TypedDocument<
    WaysToVersionsQuery,
    WaysToVersionsQueryVariables
  >;

/** The webhooks of a workspace. */
export const Webhooks =
  'query Webhooks($workspaceId: ID!) { workspace(id: $workspaceId) { id webhooks { id url eventTypes isEnabled goneAt bot { id name } } } }' as TypedDocument<
    WebhooksQuery,
    WebhooksQueryVariables
  >;

/** What holds for all bots of a workspace: what publishing does about errors, and what AI may take and took this month. */
export const WorkspaceRules =
  'query WorkspaceRules($workspaceId: ID!) { workspace(id: $workspaceId) { id viewerRole publishPolicy aiBudget { ...AiLimits } aiUsageByMonth { ...AiTaken } aiUsage { ...AiTaken } } } fragment AiLimits on AiBudget { calls cost tokens } fragment AiTaken on AiUsage { month calls cost tokens }' as TypedDocument<
    WorkspaceRulesQuery,
    WorkspaceRulesQueryVariables
  >;

/** The workspaces to choose from. */
export const Workspaces =
  'query Workspaces($after: String) { viewer { workspaces(first: 50, after: $after) { nodes { id name icon viewerRole } pageInfo { hasNextPage endCursor } } } }' as TypedDocument<
    WorkspacesQuery,
    WorkspacesQueryVariables
  >;
