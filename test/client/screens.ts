import * as operations from '@parley/client/dashboard';

/** The ids of the records that the screens show. */
export interface Shown {
  readonly workspaceId: string;
  readonly folderId: string;
  readonly botId: string;
  readonly otherBotId: string;
  readonly versionId: string;
  readonly resultId: string;
}

/** A screen of a dashboard: an operation of examples/dashboard with its variables. */
export interface Screen {
  readonly name: string;
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The screens that a person may have open. */
export function screensOf(shown: Shown): readonly Screen[] {
  const { workspaceId, folderId, botId, otherBotId, versionId, resultId } = shown;
  const screens: Readonly<Record<string, readonly [string, object?]>> = {
    signedIn: [operations.SignedIn],
    workspaces: [operations.Workspaces],
    tokens: [operations.Tokens],
    folders: [operations.Folders, { workspaceId }],
    foldersWithin: [operations.Folders, { workspaceId, parentFolderId: folderId }],
    bots: [operations.Bots, { workspaceId, first: 20 }],
    botsWithin: [operations.Bots, { workspaceId, folderId, first: 20 }],
    botsFound: [operations.Bots, { workspaceId, search: 'bot', first: 20 }],
    members: [operations.Members, { workspaceId }],
    credentials: [operations.Credentials, { workspaceId }],
    domains: [operations.Domains, { workspaceId }],
    editor: [operations.OpenEditor, { botId }],
    otherEditor: [operations.OpenEditor, { botId: otherBotId }],
    changes: [operations.MyChanges, { botId }],
    versions: [operations.Versions, { botId }],
    comparison: [operations.CompareVersions, { botId, versionId }],
    results: [operations.Results, { botId }],
    completed: [operations.Results, { botId, isCompleted: true }],
    oneResult: [operations.OneResult, { botId, resultId }],
    views: [operations.ResultsViews, { botId }],
    funnel: [operations.Funnel, { botId }],
  };
  return Object.entries(screens).map(([name, [text, variables = {}]]) => ({
    ...{ name, text },
    variables: { ...variables },
  }));
}
