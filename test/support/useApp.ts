import { afterAll, beforeAll } from '@jest/globals';
import type { AppOptions } from '../../src/app.js';
import { openStorage, type Storage, type Unit } from '../../src/storage/orm.js';
import { startTestApp, type TestApp } from './app.js';
import { textAt } from './parts.js';
import { bodyOf, openTransport, queryGraphql, type Transport } from './transports.js';

/** Starts one server for all tests of a file. Call it at the top level of the file, and the returned function within tests. */
export function useApp(
  settings: Readonly<Record<string, string>> = {},
  around: Partial<AppOptions> = {},
): () => TestApp {
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await startTestApp(settings, undefined, around);
  });
  afterAll(async () => app?.close());
  return () => {
    if (!app) throw new Error('The server is up only within a test');
    return app;
  };
}

/** Makes a workspace of the owner's, and returns its id. */
export async function makeWorkspace(transport: Transport): Promise<string> {
  const { workspace } = await bodyOf(transport.createWorkspace({ name: 'Acme' }));
  return workspace.id;
}

/** Makes a bot in a new workspace and publishes it. */
export async function makePublished(
  transport: Transport,
  bot: object,
): Promise<{ botId: string; publicId: string; workspaceId: string }> {
  const workspaceId = await makeWorkspace(transport);
  return { workspaceId, ...(await publishIn(transport, workspaceId, bot)) };
}

/** Makes a bot in a workspace and publishes it. */
export async function publishIn(
  transport: Transport,
  workspaceId: string,
  bot: object,
): Promise<{ botId: string; publicId: string }> {
  const { bot: made } = await bodyOf(transport.createBot({ workspaceId, bot }));
  const { publicId } = await bodyOf(transport.publishBot({ botId: made.id }));
  return { botId: made.id, publicId };
}

/** REST of a server, for the preparation of tests. */
export function restOf(app: () => TestApp): Transport {
  return openTransport('REST', () => app().url);
}

/** Makes a shared view of a bot's results for the owner, and returns its id. */
export async function makeSharedView(url: string, botId: string): Promise<string> {
  const query = `mutation ($botId: ID!) {
    saveResultsView(input: { botId: $botId, name: "Shared", isShared: true }) { resultsView { id } } }`;
  const { data } = await queryGraphql(url, { query, variables: { botId } });
  return textAt(data, 'saveResultsView.resultsView.id');
}

/** Makes a shared view of the inbox of a workspace for the owner, and returns its id. */
export async function makeChatsView(url: string, workspaceId: string): Promise<string> {
  const query = `mutation ($workspaceId: ID!) {
    saveChatsView(input: { workspaceId: $workspaceId, name: "Waiting", isShared: true }) { chatsView { id } } }`;
  const { data } = await queryGraphql(url, { query, variables: { workspaceId } });
  return textAt(data, 'saveChatsView.chatsView.id');
}

/** Opens units of work on the database of a server, beside that server; call it at the top level of a file. */
export function useUnits(app: () => TestApp): () => Unit {
  let storage: Storage | undefined;
  beforeAll(async () => {
    storage = await openStorage({ url: app().databaseUrl }, 2);
  });
  afterAll(async () => storage?.close());
  return () => {
    if (!storage) throw new Error('The database is up only within a test');
    return storage.openUnit();
  };
}
