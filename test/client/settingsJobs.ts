import { inWorkspace, type Job, job, type Things } from './dashboardJobs.js';

/** The id of what an operation made. */
const madeBy = ({ made }: Things, operation: string) => made.get(operation) ?? '';

const inDomain = ({ workspaceId }: Things) => ({
  input: { workspaceId, name: 'settings.example.com' },
});
const inWebhook = (things: Things) => ({ input: { webhookId: madeBy(things, 'CreateWebhook') } });

/** The jobs on the pages of the settings that change something, after those of the other screens. */
export const settingsJobs: readonly Job[] = [
  job('take an invitation back', 'RevokeInvitation', {
    variables: (things) => ({ input: { invitationId: madeBy(things, 'InviteMember') } }),
    shows: 'revokeInvitation.deletedId',
  }),
  job('remove a member', 'RemoveMember', {
    variables: ({ workspaceId, userId }) => ({ input: { workspaceId, userId } }),
    shows: 'removeMember.deletedId',
  }),
  job('revoke a token', 'RevokeToken', {
    variables: (things) => ({ input: { tokenId: madeBy(things, 'CreateToken') } }),
    shows: 'revokeApiToken.deletedId',
  }),
  job('delete credentials', 'DeleteCredentials', {
    variables: ({ workspaceId, credentialsId }) => ({ input: { workspaceId, credentialsId } }),
    shows: 'deleteCredentials.deletedId',
  }),
  job('add a domain', 'AddDomain', { variables: inDomain, shows: 'addCustomDomain.customDomain' }),
  job('verify a domain', 'VerifyDomain', {
    variables: inDomain,
    shows: 'verifyCustomDomain.customDomain.status',
  }),
  job('remove a domain', 'RemoveDomain', {
    variables: inDomain,
    shows: 'removeCustomDomain.deletedId',
  }),
  job('add a webhook', 'CreateWebhook', {
    variables: ({ workspaceId }) => ({
      input: {
        workspaceId,
        url: 'https://hooks.example/parley',
        eventTypes: ['BOT_PUBLISHED' as const],
      },
    }),
    shows: 'createWebhook.secret',
  }),
  job('see the webhooks', 'Webhooks', {
    variables: inWorkspace,
    shows: 'workspace.webhooks.0.url',
  }),
  job('try a webhook', 'TryWebhook', {
    variables: inWebhook,
    shows: 'sendTestWebhook.webhookDelivery.id',
  }),
  job('see what was sent to a webhook', 'Deliveries', {
    variables: (things) => ({ webhookId: madeBy(things, 'CreateWebhook') }),
    shows: 'node.deliveries.nodes.0.status',
  }),
  job('send an event once more', 'ResendDelivery', {
    variables: (things) => ({ input: { webhookDeliveryId: madeBy(things, 'TryWebhook') } }),
    shows: 'redeliverWebhookDelivery.webhookDelivery.id',
  }),
  job('give a webhook a new secret', 'RotateSecret', {
    variables: inWebhook,
    shows: 'rotateWebhookSecret.secret',
  }),
  job('switch a webhook off', 'UpdateWebhook', {
    variables: (things) => ({
      input: { webhookId: madeBy(things, 'CreateWebhook'), isEnabled: false },
    }),
    shows: 'updateWebhook.webhook.id',
  }),
  job('delete a webhook', 'DeleteWebhook', {
    variables: inWebhook,
    shows: 'deleteWebhook.deletedId',
  }),
  job('save a canned reply', 'SaveCannedReply', {
    variables: ({ workspaceId }) => ({ input: { workspaceId, shortcut: 'hello', text: 'Hello' } }),
    shows: 'saveCannedReply.cannedReply.id',
  }),
  job('see the canned replies', 'CannedReplies', {
    variables: inWorkspace,
    shows: 'workspace.cannedReplies.0.text',
  }),
  job('delete a canned reply', 'DeleteCannedReply', {
    variables: (things) => ({
      input: { workspaceId: things.workspaceId, cannedReplyId: madeBy(things, 'SaveCannedReply') },
    }),
    shows: 'deleteCannedReply.deletedId',
  }),
  job('delete a view of the results', 'DeleteResultsView', {
    variables: (things) => ({ input: { resultsViewId: madeBy(things, 'SaveResultsView') } }),
    shows: 'deleteResultsView.deletedId',
  }),
  job('limit what AI takes in a month', 'SetAiBudget', {
    variables: ({ workspaceId }) => ({ input: { workspaceId, cost: 20 } }),
    shows: 'setWorkspaceAiBudget.workspace.aiBudget.cost',
  }),
  job('let errors block publishing', 'SetPublishPolicy', {
    variables: ({ workspaceId }) => ({ input: { workspaceId, policy: 'BLOCK_ERRORS' as const } }),
    shows: 'setWorkspacePublishPolicy.workspace.publishPolicy',
  }),
  job('let errors block publishing one bot', 'SetBotPublishPolicy', {
    variables: ({ botId }) => ({ input: { botId, policy: 'BLOCK_ERRORS' as const } }),
    shows: 'setBotPublishPolicy.bot.publishPolicy',
  }),
  job('limit what AI takes in a month in one bot', 'SetBotAiBudget', {
    variables: ({ botId }) => ({ input: { botId, cost: 10 } }),
    shows: 'setBotAiBudget.bot.aiBudget.cost',
  }),
  job('trace some chats of a bot', 'SetTracing', {
    variables: ({ botId }) => ({ input: { botId, share: 0.1 } }),
    shows: 'setBotTracing.bot.traceShare',
  }),
  job('keep some chats of a bot for replays', 'SetReplay', {
    variables: ({ botId }) => ({ input: { botId, share: 0.1 } }),
    shows: 'setBotReplay.bot.replayShare',
  }),
  job('see what holds for one bot', 'BotRules', {
    variables: ({ botId }) => ({ botId }),
    shows: 'bot.workspace.viewerRole',
  }),
  job('delete a written test', 'DeleteTest', {
    variables: (things) => ({
      input: { botId: things.botId, botTestId: madeBy(things, 'SaveTest') },
    }),
    shows: 'deleteBotTest.deletedId',
  }),
  job('see what holds for all bots', 'WorkspaceRules', {
    variables: inWorkspace,
    shows: 'workspace.aiBudget.cost',
  }),
  job('connect a number of a messenger', 'SaveCredentials', {
    variables: ({ workspaceId }) => ({
      input: {
        workspaceId,
        credentials: {
          ...{ type: 'messenger', name: 'Our number' },
          data: { provider: '360dialog', apiKey: 'key', webhookSecret: 'secret' },
        },
      },
    }),
    shows: 'saveCredentials.credentials.id',
  }),
  job('see the messengers and what is known of them', 'Channels', {
    variables: inWorkspace,
    shows: 'workspace.credentials.0.messengerChannel.webhookUrl',
  }),
  job('let a bot answer in a messenger', 'SetBotChannel', {
    variables: (things) => ({
      channel: {
        botId: things.botId,
        bot: { messengerCredentialsId: madeBy(things, 'SaveCredentials') },
      },
      settings: {
        botId: things.botId,
        edits: [{ setSettings: { patch: { messengerChannel: { isEnabled: true } } } }],
      },
    }),
    shows: 'editFlow.bot.revision',
  }),
  job('see who answers in a messenger', 'Channel', {
    variables: (things) => ({ credentialsId: madeBy(things, 'SaveCredentials') }),
    shows: 'node.usedByBots.0.flow.settings.messengerChannel.isEnabled',
  }),
  job('see how long data is kept', 'Retention', {
    variables: inWorkspace,
    shows: 'workspace.retention.auditLogDays',
  }),
  job('find what all bots have of a visitor', 'FindVisitor', {
    variables: ({ workspaceId }) => ({
      ...{ workspaceId, search: 'Ada', isArchived: false },
      ...{ first: 50, resultsFirst: 5 },
    }),
    shows: 'workspace.bots.edges.0.cursor',
  }),
  job('export what a bot has of a visitor', 'ExportVisitor', {
    variables: ({ workspaceId, resultId }) => ({
      ...{ workspaceId, isArchived: false, resultIds: [resultId], count: 1 },
    }),
    shows: 'workspace.bots.nodes.0.id',
  }),
  job('see what a workspace is called', 'OneWorkspace', {
    variables: inWorkspace,
    shows: 'workspace.viewerRole',
  }),
  job('rename a workspace', 'UpdateWorkspace', {
    variables: ({ workspaceId }) => ({ input: { workspaceId, name: 'Our company', icon: '🐙' } }),
    shows: 'updateWorkspace.workspace.icon',
  }),
  job('delete a workspace', 'DeleteWorkspace', {
    variables: (things) => ({ input: { workspaceId: madeBy(things, 'CreateWorkspace') } }),
    shows: 'deleteWorkspace.deletedId',
  }),
  job('see where I am signed in', 'SignIns', { shows: 'viewer.signIns.0.client' }),
  job('sign out of a dashboard', 'RevokeSignIn', {
    variables: ({ signInId }) => ({ input: { signInId } }),
    shows: 'revokeSignIn.deletedId',
  }),
  job('change my name', 'UpdateViewer', {
    variables: () => ({ input: { name: 'Ada Lovelace' } }),
    shows: 'updateViewer.user.name',
  }),
  job('rename a folder', 'UpdateFolder', {
    variables: ({ workspaceId, folderId }) => ({
      input: { workspaceId, folderId, folder: { name: 'Questions' } },
    }),
    shows: 'updateFolder.folder.name',
  }),
  job('delete a folder', 'DeleteFolder', {
    variables: ({ workspaceId, folderId }) => ({ input: { workspaceId, folderId } }),
    shows: 'deleteFolder.deletedId',
  }),
  job('share a bot with a person', 'ShareBot', {
    variables: ({ botId }) => ({
      input: { botId, email: 'cy@example.com', type: 'READ' as const },
    }),
    shows: 'inviteCollaborator.link',
  }),
  job('let a guest change a bot', 'ChangeShare', {
    variables: ({ botId, guestId: userId }) => ({
      input: { botId, userId, type: 'WRITE' as const },
    }),
    shows: 'updateCollaborator.collaborator.type',
  }),
  job('see with whom a bot is shared', 'Sharing', {
    variables: ({ botId }) => ({ botId }),
    shows: 'bot.collaborators.0.user.id',
  }),
  job('share a bot with a guest no longer', 'EndShare', {
    variables: ({ botId, guestId: userId }) => ({ input: { botId, userId } }),
    shows: 'removeCollaborator.deletedId',
  }),
  job('keep a look for the bots of a workspace', 'SaveThemeTemplate', {
    variables: ({ workspaceId }) => ({ input: { workspaceId, name: 'Night', theme: {} } }),
    shows: 'saveThemeTemplate.themeTemplate.theme',
  }),
  job('see the looks of a workspace', 'ThemeTemplates', {
    variables: ({ botId }) => ({ botId }),
    shows: 'bot.workspace.themeTemplates.0.name',
  }),
  job('delete a look', 'DeleteThemeTemplate', {
    variables: (things) => ({
      input: {
        workspaceId: things.workspaceId,
        themeTemplateId: madeBy(things, 'SaveThemeTemplate'),
      },
    }),
    shows: 'deleteThemeTemplate.deletedId',
  }),
];
