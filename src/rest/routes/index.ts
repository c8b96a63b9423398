import type { Route } from '../route.js';
import { analyticsRoutes } from './analytics.js';
import { accountRoutes } from './account.js';
import { botTestRoutes, testScheduleRoutes } from './botTests.js';
import { botListRoutes } from './botLists.js';
import { botRoutes } from './bots.js';
import { cannedReplyRoutes } from './cannedReplies.js';
import { chatRoutes } from './chats.js';
import { clientStreamRoutes, sessionRoutes } from './sessions.js';
import { collaboratorRoutes } from './collaborators.js';
import { credentialsRoutes } from './credentials.js';
import { customDomainRoutes } from './customDomains.js';
import { debuggingRoutes } from './debugging.js';
import { explorationRoutes } from './explorations.js';
import { folderRoutes } from './folders.js';
import { inboxRoutes } from './inbox.js';
import { memberRoutes } from './members.js';
import { publishingRoutes } from './publishing.js';
import { replayRoutes } from './replays.js';
import { resultChatRoutes, resultRoutes } from './results.js';
import { splitRoutes } from './splits.js';
import { stageRoutes } from './stages.js';
import { themeTemplateRoutes } from './themeTemplates.js';
import { translationRoutes } from './translations.js';
import { webhookBlockRoutes, webhookCallRoutes } from './webhookBlocks.js';
import { uploadRoutes } from './uploads.js';
import { versionRoutes } from './versions.js';
import { workspaceRoutes } from './workspaces.js';

/** Every endpoint of the REST interface. */
export const routes: readonly Route[] = [
  ...chatRoutes,
  ...sessionRoutes,
  ...debuggingRoutes,
  ...inboxRoutes,
  ...uploadRoutes,
  ...webhookCallRoutes,
  ...webhookBlockRoutes,
  ...clientStreamRoutes,
  ...workspaceRoutes,
  ...botRoutes,
  ...publishingRoutes,
  ...botTestRoutes,
  ...testScheduleRoutes,
  ...botListRoutes,
  ...versionRoutes,
  ...stageRoutes,
  ...splitRoutes,
  ...translationRoutes,
  ...explorationRoutes,
  ...folderRoutes,
  ...themeTemplateRoutes,
  ...cannedReplyRoutes,
  ...customDomainRoutes,
  ...memberRoutes,
  ...collaboratorRoutes,
  ...credentialsRoutes,
  ...accountRoutes,
  ...resultRoutes,
  ...replayRoutes,
  ...resultChatRoutes,
  ...analyticsRoutes,
];
