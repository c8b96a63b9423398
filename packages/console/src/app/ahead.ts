import type { Flow } from '@parley/client';
import {
  AuditLog,
  BlockForms,
  BlockTypes,
  BotForms,
  BotIssues,
  Bots,
  BotTests,
  CannedReplies,
  Credentials,
  CredentialTypes,
  DailyCounts,
  Domains,
  DraftVariables,
  Folders,
  Languages,
  Members,
  OneResult,
  OneWorkspace,
  OpenEditor,
  Publishing,
  Results,
  ResultsViews,
  Retention,
  SignedIn,
  SignIns,
  Tokens,
  Versions,
  WaysToVersions,
  Webhooks,
  WorkspaceRules,
  Workspaces,
} from '@parley/client/dashboard';
import { figuresIn } from '../analytics/shown.js';
import { findBlock } from '../canvas/flowModel.js';
import { wantedBots } from '../home/BotList.js';
import { argumentsOf, filterIn } from '../results/resultFilter.js';
import { beginningIn, startAhead } from '../tryout/startTry.js';
import { timeZone } from '../ui/timeZone.js';
import { basePath, readAhead } from './server.js';

/** Reads what the screen at the address of the page shows first, while its code is loaded and the server says who is signed in. */
export function readFirst(): void {
  const [, kind, id = '', screen = '', part = ''] = location.pathname
    .slice(basePath.length)
    .split('/');
  readAhead(SignedIn, {});
  if (kind === 'b') {
    readAhead(OpenEditor, { botId: id }, ({ bot }) => readForm(bot?.draft));
    readAhead(BlockTypes, {});
    readAhead(BotIssues, { botId: id });
    OF_BOT[screen]?.(id, part);
  } else {
    readAhead(Workspaces, {});
    if (kind === 'w') OF_WORKSPACE[`${screen}/${part}`]?.(id);
  }
}

/** Reads the form of the block at the address. */
function readForm(flow: Flow | undefined): void {
  const at = new URLSearchParams(location.search).get('at');
  const found = at === null || !flow ? undefined : findBlock(flow, at);
  if (found) readAhead(BlockForms, { types: [String(found.block.type)] });
}

/** The screens of a bot by their names, with the id of the bot, and what follows in the address. */
const OF_BOT: Readonly<Record<string, (botId: string, part: string) => void>> = {
  theme: () => readAhead(BotForms, {}),
  settings: (botId) => {
    readAhead(BotForms, {});
    readAhead(DraftVariables, { botId });
  },
  try: (botId) => {
    const from = beginningIn(new URLSearchParams(location.search));
    startAhead({ botId, ...from, variables: {}, blockIds: [] });
  },
  languages: (botId) => readAhead(Languages, { botId }),
  tests: (botId) => readAhead(BotTests, { botId }),
  versions: (botId) => {
    readAhead(Versions, { botId });
    readAhead(Publishing, { botId });
    readAhead(WaysToVersions, { botId });
  },
  results: (botId, resultId) => {
    if (resultId !== '') return readAhead(OneResult, { botId, resultId });
    const { viewId: resultsViewId, ...filter } = filterIn(new URLSearchParams(location.search));
    readAhead(Results, { botId, after: null, ...argumentsOf(filter), resultsViewId });
    readAhead(ResultsViews, { botId });
  },
  analytics: (botId) => {
    const { timeFilter, versionId } = figuresIn(new URLSearchParams(location.search));
    const asked = { botId, timeFilter, versionId, timeZone: timeZone() };
    readAhead(DailyCounts, { ...asked, blockIds: [] });
    readAhead(Versions, { botId });
  },
};

/** The screens of a workspace by their names and pages. */
const OF_WORKSPACE: Readonly<Record<string, (workspaceId: string) => void>> = {
  '/': (workspaceId) => {
    readAhead(Bots, wantedBots(workspaceId));
    readAhead(Folders, { workspaceId, parentFolderId: null });
  },
  'settings/': (workspaceId) => readAhead(OneWorkspace, { workspaceId }),
  'settings/workspace': (workspaceId) => readAhead(OneWorkspace, { workspaceId }),
  'settings/members': (workspaceId) => readAhead(Members, { workspaceId }),
  'settings/credentials': (workspaceId) => {
    readAhead(Credentials, { workspaceId });
    readAhead(CredentialTypes, {});
  },
  'settings/domains': (workspaceId) => readAhead(Domains, { workspaceId }),
  'settings/webhooks': (workspaceId) => readAhead(Webhooks, { workspaceId }),
  'settings/replies': (workspaceId) => readAhead(CannedReplies, { workspaceId }),
  'settings/rules': (workspaceId) => readAhead(WorkspaceRules, { workspaceId }),
  'settings/data': (workspaceId) => readAhead(Retention, { workspaceId }),
  'settings/audit': (workspaceId) => readAhead(AuditLog, { workspaceId, first: 30, after: null }),
  'settings/tokens': () => readAhead(Tokens, {}),
  'settings/you': () => readAhead(SignIns, {}),
};
