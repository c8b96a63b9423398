import * as operations from '@parley/client/dashboard';
import type { FlowEdit, TypedDocument } from '@parley/client';

/** The ids and values that the jobs of a dashboard use. */
export interface Things {
  readonly workspaceId: string;
  readonly folderId: string;
  readonly botId: string;
  /** A bot that is archived and restored. */
  readonly otherBotId: string;
  readonly publicId: string;
  readonly versionIds: readonly string[];
  readonly resultId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly credentialsId: string;
  readonly signInId: string;
  readonly guestId: string;
  /** The edits that undo the last edits, and after these the edits that redo them. */
  inverse: readonly FlowEdit[];
  /** The revision that those edits undo. */
  revision: number;
  /** The last preview. */
  previewId: string;
  /** The last export. */
  jobId: string;
  /** The id of what each operation made or gave last. */
  readonly made: Map<string, string>;
}

/** A job of a dashboard, and its operation. */
export interface Job {
  readonly job: string;
  readonly operation: keyof typeof operations;
  readonly document: string;
  variables(things: Things): Readonly<Record<string, unknown>>;
  /** A path in the data that has a value when the job is done. */
  readonly shows: string;
}

type Variables<Name extends keyof typeof operations> =
  (typeof operations)[Name] extends TypedDocument<unknown, infer V> ? V : never;

/** A job, with typed variables. */
export function job<Name extends keyof typeof operations>(
  what: string,
  operation: Name,
  done: { shows: string; variables?: (things: Things) => Variables<Name> },
): Job {
  const document: string = operations[operation];
  const { shows, variables = () => ({}) } = done;
  // GraphQL variables are a JSON object.
  return { job: what, operation, document, shows, variables } as Job;
}

const inBot = ({ botId }: Things) => ({ botId });
const inPreview = ({ previewId: sessionId }: Things) => ({ sessionId });
/** The variables of a job in the workspace. */
export const inWorkspace = ({ workspaceId }: Things) => ({ workspaceId });
const edit =
  (...edits: readonly FlowEdit[]) =>
  ({ botId }: Things) => ({ input: { botId, edits } });
const graphCoordinates = { x: 900, y: 40 };
const block = { id: 'bNew', type: 'text', content: { plainText: 'One more thing' } };
const group = { id: 'gNew', title: 'More', graphCoordinates, blocks: [block] };
const webhook = { url: 'http://127.0.0.1:9/' };
const request = { id: 'bRequest', type: 'Webhook', options: { webhook } };
const edge = { id: 'eNew', from: { blockId: 'Start.2' }, to: { groupId: 'gNew' } };

/** The jobs in an order in which a person may do them. */
export const jobs: readonly Job[] = [
  job('make a token for a program', 'CreateToken', {
    variables: () => ({ input: { name: 'Reports' } }),
    shows: 'createApiToken.secret',
  }),
  job('see who is signed in', 'SignedIn', { shows: 'viewer.user.id' }),
  job('choose a workspace', 'Workspaces', { shows: 'viewer.workspaces.nodes.0.name' }),
  job('see its folders', 'Folders', { variables: inWorkspace, shows: 'workspace.folders.0.id' }),
  job('choose a folder among all', 'AllFolders', {
    variables: inWorkspace,
    shows: 'workspace.allFolders.0.id',
  }),
  job('search its bots, a page at a time', 'Bots', {
    variables: ({ workspaceId }) => ({ workspaceId, search: 'bot', first: 20 }),
    shows: 'workspace.bots.nodes.19.name',
  }),
  job('see a picture of each', 'BotMiniature', {
    variables: inBot,
    shows: 'bot.miniature.groups.0.0',
  }),
  job('make a folder', 'CreateFolder', {
    variables: ({ workspaceId }) => ({ input: { workspaceId, folderName: 'Sales' } }),
    shows: 'createFolder.folder.id',
  }),
  job('make a workspace', 'CreateWorkspace', {
    variables: () => ({ input: { name: 'My company' } }),
    shows: 'createWorkspace.workspace.id',
  }),
  job('make an empty bot', 'CreateBot', {
    variables: ({ workspaceId }) => ({ input: { workspaceId, bot: { name: 'New bot' } } }),
    shows: 'createBot.bot.id',
  }),
  job('import a bot', 'ImportBot', {
    variables: ({ workspaceId }) => ({
      input: { workspaceId, bot: { version: '6', name: 'Brought', groups: [group], edges: [] } },
    }),
    shows: 'importBot.bot.id',
  }),
  job('export a bot', 'ExportBot', { variables: inBot, shows: 'bot.raw.groups.0' }),
  job('copy a bot', 'DuplicateBot', {
    variables: ({ botId }) => ({ input: { botId } }),
    shows: 'duplicateBot.bot.id',
  }),
  job('archive a bot', 'ArchiveBot', {
    variables: ({ otherBotId }) => ({ input: { botId: otherBotId } }),
    shows: 'deleteBot.deletedId',
  }),
  job('take a bot out of the archive', 'RestoreBot', {
    variables: ({ otherBotId }) => ({ input: { botId: otherBotId } }),
    shows: 'restoreBot.bot.id',
  }),
  job('open the editor', 'OpenEditor', { variables: inBot, shows: 'bot.draft.groups.0.blocks' }),
  job('know the kinds of blocks', 'BlockTypes', { shows: 'blockTypes.0.label' }),
  job('see the forms of the kinds of blocks in a flow', 'BlockForms', {
    variables: () => ({ types: ['text', 'text input'] }),
    shows: 'blockTypes.1.fields.0.path',
  }),
  job('see what is wrong with the draft', 'BotIssues', { variables: inBot, shows: 'bot.issues' }),
  job('see where each variable is used', 'DraftVariables', {
    variables: inBot,
    shows: 'bot.draftVariables.0.name',
  }),
  job('see what forms let me choose from', 'FormLists', {
    variables: inBot,
    shows: 'bot.workspace.credentials.0.name',
  }),
  job('see the forms of theme and settings', 'BotForms', { shows: 'themeFields.0.title' }),
  job('rename a bot', 'RenameBot', {
    variables: ({ botId }) => ({ botId, bot: { name: 'Interview bot' } }),
    shows: 'updateBot.bot.revision',
  }),
  job('add a group with a block', 'EditFlow', {
    variables: edit({ addGroup: { group } }),
    shows: 'editFlow.edits.0.addGroup',
  }),
  job('move a group', 'EditFlow', {
    variables: edit({ moveGroups: { groups: [{ groupId: 'gNew', x: 960, y: 80 }] } }),
    shows: 'editFlow.inverse.0.moveGroups',
  }),
  job('connect two blocks', 'EditFlow', {
    variables: edit({ connect: { edge } }),
    shows: 'editFlow.inverse.0',
  }),
  job('undo', 'EditFlow', {
    variables: ({ botId, inverse, revision }) => ({
      input: { botId, edits: inverse, undoes: revision },
    }),
    shows: 'editFlow.inverse.0',
  }),
  job('redo', 'EditFlow', {
    variables: ({ botId, inverse, revision }) => ({
      input: { botId, edits: inverse, undoes: revision },
    }),
    shows: 'editFlow.inverse.0',
  }),
  job('undo after a reload', 'MyChanges', {
    variables: inBot,
    shows: 'bot.changes.nodes.4.inverse.0',
  }),
  job('say who changed what an undo would change back', 'RecentChanges', {
    variables: inBot,
    shows: 'bot.changes.nodes.0.author.name',
  }),
  job('see what others change', 'WatchBot', {
    variables: ({ botId }) => ({ botId, afterRevision: 1 }),
    shows: 'botChanged.revision',
  }),
  job('add a block', 'EditFlow', {
    variables: edit({ addBlock: { groupId: 'gNew', block: request } }),
    shows: 'editFlow.inverse.0',
  }),
  job('send the request of a block', 'TestHttpRequest', {
    variables: ({ botId }) => ({ input: { botId, blockId: 'bRequest' } }),
    shows: 'testHttpRequest.error',
  }),
  job('see who else has the bot open', 'WatchEditors', {
    variables: ({ botId }) => ({ botId, clientId: 'mine' }),
    shows: 'editorsOf.0.clientId',
  }),
  job('show the others what I look at', 'ShowPresence', {
    variables: ({ botId }) => ({ input: { botId, clientId: 'mine', groupId: 'Start' } }),
    shows: 'showPresence.userErrors',
  }),
  job('see what publishing would change, and what forbids it', 'Publishing', {
    variables: inBot,
    shows: 'bot.publishedVersion.number',
  }),
  job('see on the canvas what publishing would change', 'DraftChanges', {
    variables: inBot,
    shows: 'bot.publishedVersion.flow.groups.0.position',
  }),
  job('see how many open chats could go on in the draft', 'MovePlan', {
    variables: inBot,
    shows: 'movePlan.open',
  }),
  job('publish', 'PublishBot', {
    variables: ({ botId }) => ({ input: { botId, label: 'Third' } }),
    shows: 'publishBot.version.number',
  }),
  job('see the versions', 'Versions', {
    variables: inBot,
    shows: 'bot.versions.nodes.2.createdAt',
  }),
  job('compare two versions', 'CompareVersions', {
    variables: ({ botId, versionIds: [against, versionId = ''] }) => ({
      ...{ botId, versionId, against: against ?? null },
    }),
    shows: 'bot.versionById.diff.0.kind',
  }),
  job('put the draft on a stage', 'SetStage', {
    variables: ({ botId }) => ({ input: { botId, stage: 'staging' } }),
    shows: 'setBotStage.stage.url',
  }),
  job('divide live traffic over versions', 'SetSplit', {
    variables: ({ botId, versionIds }) => ({
      input: { botId, arms: versionIds.slice(0, 2).map((versionId) => ({ versionId, weight: 1 })) },
    }),
    shows: 'setBotSplit.bot.id',
  }),
  job('see stages and the figures of a split', 'WaysToVersions', {
    variables: inBot,
    shows: 'bot.splits.0.phases.0.arms.0.version.number',
  }),
  job('end a split', 'StopSplit', {
    variables: ({ botId }) => ({ input: { botId } }),
    shows: 'stopBotSplit.bot.id',
  }),
  job('promote a stage', 'PromoteStage', {
    variables: ({ botId }) => ({ input: { botId, stage: 'staging' } }),
    shows: 'promoteStage.version.isLive',
  }),
  job('delete a stage', 'DeleteStage', {
    variables: ({ botId }) => ({ input: { botId, stage: 'staging' } }),
    shows: 'deleteBotStage.bot.id',
  }),
  job('roll back to a version', 'RollBack', {
    variables: ({ botId, versionIds: [versionId = ''] }) => ({ botId, versionId }),
    shows: 'rollbackBot.version.isLive',
  }),
  job('restore a version into the draft', 'RestoreVersion', {
    variables: ({ botId, versionIds: [versionId = ''] }) => ({ input: { botId, versionId } }),
    shows: 'restoreVersion.bot.draft.groups.0',
  }),
  job('try the draft beside the editor', 'Preview', {
    variables: ({ botId }) => ({
      input: { botId, breakpoints: [{ type: 'block', blockId: 'Start.2' }] },
    }),
    shows: 'startPreviewChat.reply.raw.messages.0',
  }),
  job('see what happened in a chat', 'ReadTrace', {
    variables: inPreview,
    shows: 'chatTrace.paused.entries.0.kind',
  }),
  job('change a variable in the middle of a turn', 'SetPausedVariables', {
    variables: ({ previewId: sessionId }) => ({ input: { sessionId, variables: { Age: '36' } } }),
    shows: 'setPausedVariables.variables.0.name',
  }),
  job('go on with a turn', 'StepChat', {
    variables: ({ previewId: sessionId }) => ({ input: { sessionId, to: 'BREAKPOINT' as const } }),
    shows: 'stepChat.reply.turn',
  }),
  job('set where turns pause', 'SetBreakpoints', {
    variables: ({ previewId: sessionId }) => ({ input: { sessionId, breakpoints: [] } }),
    shows: 'setBreakpoints.breakpoints',
  }),
  job('see what happens in a chat', 'WatchTrace', {
    variables: inPreview,
    shows: 'chatTrace.entries.0.kind',
  }),
  job('go back in a chat, to answer in another way', 'BranchChat', {
    variables: ({ previewId: sessionId }) => ({ input: { sessionId, turn: 1 } }),
    shows: 'branchChat.reply.raw',
  }),
  job('keep a test', 'SaveTest', {
    variables: ({ botId }) => ({
      input: {
        botId,
        test: {
          format: 1,
          name: 'Greets',
          now: '2026-05-01T12:00:00Z',
          seed: '1',
          steps: [{ say: 'Ada' }],
        },
      },
    }),
    shows: 'saveBotTest.bot.tests.0.name',
  }),
  job('see the written tests', 'BotTests', { variables: inBot, shows: 'bot.tests.0.name' }),
  job('run the written tests', 'RunBotTests', {
    variables: ({ botId }) => ({ input: { botId } }),
    shows: 'runBotTests.run.coverage.blocks.total',
  }),
  job('let the tests run each day', 'SetTestSchedule', {
    variables: ({ botId }) => ({ input: { botId, every: 'DAY' as const } }),
    shows: 'setBotTestSchedule.bot.testSchedule.nextAt',
  }),
  job('try all ways through the draft', 'WatchExploration', {
    variables: ({ botId }) => ({ input: { botId, turns: 100 } }),
    shows: 'flowExplored.coverage.blocks.total',
  }),
  job('see how a chat comes to a block', 'FindChat', {
    variables: ({ botId }) => ({ input: { botId, partId: 'Start.1', turns: 100 } }),
    shows: 'findChatTo.chat.test',
  }),
  job('see the results that match', 'Results', {
    variables: ({ botId }) => ({ botId, search: 'Ada', isCompleted: true }),
    shows: 'bot.results.nodes.0.answers.0.content',
  }),
  job('save a view of the results', 'SaveResultsView', {
    variables: ({ botId }) => ({
      input: {
        botId,
        name: 'Done',
        columns: { columnsWidth: { v1: 200 } },
        filters: { isCompleted: true },
      },
    }),
    shows: 'saveResultsView.bot.resultsViews.0.id',
  }),
  job('see the views of the results', 'ResultsViews', {
    variables: inBot,
    shows: 'bot.resultsViews.0.columns.columnsWidth',
  }),
  job('see the results that match as they come', 'WatchResults', {
    variables: ({ botId }) => ({ botId, search: 'Ada', isCompleted: true }),
    shows: 'resultChanged.stats.totalStarts',
  }),
  job('read one result', 'OneResult', {
    variables: ({ botId, resultId }) => ({ botId, resultId }),
    shows: 'bot.result.transcript.0.text',
  }),
  job('make a test of a result', 'RecordTest', {
    variables: ({ botId, resultId }) => ({ input: { botId, resultId } }),
    shows: 'recordBotTest.test.steps.0',
  }),
  job('see the funnel', 'Funnel', { variables: inBot, shows: 'bot.blockStats.blocks.0.reached' }),
  job('see the funnel as chats go on', 'WatchFunnel', {
    variables: inBot,
    shows: 'blockStatsChanged.blocks.0.reached',
  }),
  job('see what happened by day', 'DailyCounts', {
    variables: ({ botId }) => ({ botId, blockIds: ['Start.2'] }),
    shows: 'bot.blockStats.series.0.blocks.0.reached',
  }),
  job('count results by source', 'SetSegments', {
    variables: ({ botId }) => ({ input: { botId, segments: [{ source: 'CHANNEL' as const }] } }),
    shows: 'setBotSegments.bot.segments.0.name',
  }),
  job('see what happened by source', 'Segments', {
    variables: inBot,
    shows: 'bot.segments.0.name',
  }),
  job('see who changed what', 'AuditLog', {
    variables: ({ workspaceId }) => ({ workspaceId, first: 20 }),
    shows: 'workspace.auditLog.nodes.0.kind',
  }),
  job('see members and invitations', 'Members', {
    variables: inWorkspace,
    shows: 'workspace.members.1.user.id',
  }),
  job('invite a person', 'InviteMember', {
    variables: ({ workspaceId }) => ({
      input: { workspaceId, email: 'bo@example.com', role: 'MEMBER' as const },
    }),
    shows: 'inviteMember.link',
  }),
  job('give a member another role', 'ChangeRole', {
    variables: ({ workspaceId, userId }) => ({
      input: { workspaceId, userId, role: 'ADMIN' as const },
    }),
    shows: 'updateMember.member.role',
  }),
  job('see my tokens', 'Tokens', { shows: 'viewer.apiTokens.0.prefix' }),
  job('see the credentials and who uses them', 'Credentials', {
    variables: inWorkspace,
    shows: 'workspace.credentials.0.name',
  }),
  job('upload a picture for a bot', 'UploadFile', {
    variables: ({ botId }) => ({ input: { botId, fileName: 'logo.png', fileSize: 2_000 } }),
    shows: 'createFileUpload.stagedUpload.url',
  }),
  job('see what a service lists for a field', 'FieldOptions', {
    variables: ({ workspaceId, credentialsId }) => ({
      ...{ workspaceId, credentialsId, type: 'openai', path: 'options.model', values: {} },
    }),
    shows: 'fieldOptions.options',
  }),
  job('let a model draft translations', 'DraftTranslations', {
    variables: ({ botId, credentialsId }) => ({
      input: { botId, language: 'de', credentialsId, model: 'none' },
    }),
    shows: 'draftTranslations.bot.revision',
  }),
  job('see the forms of credentials', 'CredentialTypes', { shows: 'credentialTypes.0.label' }),
  job('save credentials', 'SaveCredentials', {
    variables: ({ workspaceId }) => ({
      input: {
        workspaceId,
        credentials: { type: 'groq', name: 'Quick', data: { apiKey: 'gsk-1' } },
      },
    }),
    shows: 'saveCredentials.credentials.id',
  }),
  job('see where to connect an account', 'ConnectAccount', {
    variables: ({ workspaceId }) => ({ workspaceId, type: 'gmail' }),
    shows: 'workspace.id',
  }),
  job('see what is stored of credentials', 'HeldCredentials', {
    variables: ({ credentialsId }) => ({ credentialsId }),
    shows: 'node.members.0.path',
  }),
  job('change some of the credentials', 'UpdateCredentials', {
    variables: ({ workspaceId, credentialsId }) => ({
      input: { workspaceId, credentialsId, name: 'Our account' },
    }),
    shows: 'updateCredentials.credentials.name',
  }),
  job('try credentials', 'TestCredentials', {
    variables: ({ workspaceId, credentialsId }) => ({ input: { workspaceId, credentialsId } }),
    shows: 'testCredentials.message',
  }),
  job('see the domains', 'Domains', {
    variables: inWorkspace,
    shows: 'workspace.customDomains.0.status',
  }),
  job('take a chat over', 'TakeOver', {
    variables: ({ sessionId }) => ({ input: { sessionId, status: 'PAUSED' as const } }),
    shows: 'setSessionStatus.status',
  }),
  job('answer in place of the bot', 'AnswerChat', {
    variables: ({ sessionId }) => ({ input: { sessionId, text: 'Hello, this is Grace' } }),
    shows: 'postAgentMessage.turn',
  }),
  job('erase results', 'DeleteResults', {
    variables: ({ botId }) => ({ input: { botId, resultIds: ['res_gone'] } }),
    shows: 'deleteResults.deletedCount',
  }),
  job('see the inbox', 'Inbox', {
    variables: ({ workspaceId }) => ({ workspaceId, filter: { statuses: ['PAUSED' as const] } }),
    shows: 'workspace.chats.nodes.0.last.text',
  }),
  job('see the inbox as chats come and go', 'WatchInbox', {
    variables: inWorkspace,
    shows: 'chatsChanged.mustReload',
  }),
  job('claim a chat', 'ClaimChat', {
    variables: ({ sessionId }) => ({ input: { sessionId } }),
    shows: 'claimChat.chat.assignee.id',
  }),
  job('give a chat to a colleague', 'AssignChat', {
    variables: ({ sessionId, userId }) => ({ input: { sessionId, assigneeId: userId } }),
    shows: 'assignChat.chat.assignee.id',
  }),
  job('note something about a chat', 'AddChatNote', {
    variables: ({ sessionId }) => ({ input: { sessionId, text: 'Wants an invoice' } }),
    shows: 'addChatNote.chat.id',
  }),
  job('see the notes of a chat', 'ChatNotes', {
    variables: ({ sessionId }) => ({ sessionId }),
    shows: 'chat.notes.0.text',
  }),
  job('see what is known of a chat', 'AboutChat', {
    variables: ({ sessionId }) => ({ sessionId }),
    shows: 'chat.result.answers.0.content',
  }),
  job('see where the bot of a chat can go on', 'ChatGroups', {
    variables: ({ sessionId }) => ({ sessionId }),
    shows: 'chat.version.flow.groups.0.title',
  }),
  job('see who else reads a chat', 'WatchChatViewers', {
    variables: ({ sessionId }) => ({ sessionId, clientId: 'a-window' }),
    shows: 'chatViewers.0.clientId',
  }),
  job('tag a chat', 'UpdateChat', {
    variables: ({ sessionId }) => ({ input: { sessionId, tags: ['vip'], queue: 'Sales' } }),
    shows: 'updateChat.chat.tags.0',
  }),
  job('send a file with an answer', 'StageChatFile', {
    variables: ({ sessionId }) => ({ input: { sessionId, fileName: 'plan.pdf', fileSize: 2_000 } }),
    shows: 'createStagedUpload.stagedUpload.url',
  }),
  job('give a chat back to its bot', 'ReleaseChat', {
    variables: ({ sessionId }) => ({ input: { sessionId } }),
    shows: 'releaseChat.chat.status',
  }),
  job('close a chat', 'CloseChat', {
    variables: ({ sessionId }) => ({ input: { sessionId } }),
    shows: 'closeChat.chat.status',
  }),
  job('open a chat again', 'ReopenChat', {
    variables: ({ sessionId }) => ({ input: { sessionId } }),
    shows: 'reopenChat.chat.status',
  }),
  job('export the results', 'ExportResults', {
    variables: ({ botId }) => ({ input: { botId, format: 'JSONL' as const } }),
    shows: 'startResultsExport.job.id',
  }),
  job('see how far the export is', 'WatchExport', {
    variables: ({ jobId }) => ({ jobId }),
    shows: 'jobProgress.fileUrl',
  }),
  job('see the newest exports', 'Exports', {
    variables: inBot,
    shows: 'bot.exports.nodes.0.status',
  }),
  job('cancel an export', 'CancelExport', {
    variables: ({ jobId }) => ({ input: { jobId } }),
    shows: 'cancelExport.job.status',
  }),
  job('take a bot off the air', 'UnpublishBot', { variables: inBot, shows: 'unpublishBot.bot.id' }),
  job('translate a text', 'SetTranslations', {
    variables: ({ botId }) => ({
      input: {
        ...{ botId, language: 'de', baseLanguage: 'en' },
        texts: [{ path: '/blocks/Start.1/content/richText', text: 'Hallo' }],
      },
    }),
    shows: 'setTranslations.bot.revision',
  }),
  job('see the languages of a bot', 'Languages', {
    variables: inBot,
    shows: 'bot.languages.1.missing',
  }),
  job('see what is translated', 'Translations', {
    variables: ({ botId }) => ({ botId, language: 'de' }),
    shows: 'bot.translations.nodes.0.text',
  }),
  job('take the texts as a file for translators', 'TranslationFile', {
    variables: ({ botId }) => ({ botId, language: 'de', format: 'CSV' as const }),
    shows: 'bot.translationFile',
  }),
  job('import the file of a translator', 'ImportTranslations', {
    variables: ({ botId }) => ({
      input: {
        ...{ botId, language: 'de', format: 'CSV' as const },
        content: 'path,source,text\n/none,Hello,Hallo\n',
      },
    }),
    shows: 'importTranslations.skipped.0',
  }),
  job('remove a language', 'RemoveLanguage', {
    variables: ({ botId }) => ({ input: { botId, language: 'de' } }),
    shows: 'removeLanguage.bot.revision',
  }),
];
