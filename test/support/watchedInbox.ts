import type { Client } from 'graphql-ws';
import { recordAt, recordsAt, partAt } from './parts.js';
import { queryGraphql, type Shown } from './transports.js';
import { openWatcher } from './watcher.js';

/** A chat as agents' lists show it. */
interface Listed extends Shown {
  readonly id: string;
}

const CHAT = 'id status claim revision unread tags waitingSince assignee { id } last { text role }';
const WATCH = `subscription ($workspaceId: ID!, $filter: ChatsFilter) {
  chatsChanged(workspaceId: $workspaceId, filter: $filter) { mustReload changed { ${CHAT} } removedIds } }`;
const LIST = `query ($workspaceId: ID!, $filter: ChatsFilter, $after: String) { workspace(id: $workspaceId) {
  chats(first: 100, after: $after, filter: $filter) { nodes { ${CHAT} } nextCursor } } }`;

/** A list of an inbox that an agent watches. */
export interface WatchedInbox {
  /** The list as the events left it, by id. */
  list(): readonly Listed[];
  /** The list as a query reads it now, by id. */
  read(): Promise<readonly Listed[]>;
  /** The events so far. */
  readonly events: readonly Shown[];
  /** Resolves with the reason for which the subscription ended. */
  readonly ended: Promise<unknown>;
  /** Resolves with the next event. */
  next(): Promise<Shown>;
  leave(): void;
}

/** Who watches an inbox, and where. */
interface Watcher {
  readonly url: string;
  readonly token: string;
  readonly workspaceId: string;
  readonly filter?: Shown;
}

const byId = (one: Listed, other: Listed): number => one.id.localeCompare(other.id);

const chatsIn = (data: unknown, path: string): Listed[] =>
  recordsAt(data, path).map((chat) => ({ ...chat, id: String(chat['id']) }));

/** Watches an inbox, and folds its events into a list, as docs/guide/live-results.md says. */
export function watchInbox({ url, token, workspaceId, filter }: Watcher): WatchedInbox {
  const client: Client = openWatcher(url, { authorization: `Bearer ${token}` });
  const chats = new Map<string, Listed>();
  const events: Shown[] = [];
  const waiting = new Set<(event: Shown) => void>();
  const read = async (): Promise<Listed[]> => {
    const listed: Listed[] = [];
    for (let after: unknown; after !== null;) {
      const variables = { workspaceId, filter, after };
      const { data } = await queryGraphql(url, { query: LIST, variables }, { token });
      listed.push(...chatsIn(data, 'workspace.chats.nodes'));
      after = partAt(data, 'workspace.chats.nextCursor') ?? null;
    }
    return listed.sort(byId);
  };
  const take = async (event: Shown): Promise<void> => {
    if (event['mustReload'] === true) {
      const listed = await read();
      chats.clear();
      for (const chat of listed) chats.set(chat.id, chat);
    }
    for (const chat of chatsIn(event, 'changed')) chats.set(chat.id, chat);
    for (const id of [partAt(event, 'removedIds')].flat()) chats.delete(String(id));
    events.push(event);
    for (const each of waiting) each(event);
    waiting.clear();
  };
  const follow = async (): Promise<unknown> => {
    try {
      const variables = { workspaceId, filter };
      for await (const { data, errors } of client.iterate({ query: WATCH, variables })) {
        if (errors) return partAt(errors, '0.extensions.reason');
        await take(recordAt(data, 'chatsChanged'));
      }
      return undefined;
    } catch (error) {
      return partAt(error, '0.extensions.reason') ?? error;
    }
  };
  return {
    list: () => [...chats.values()].sort(byId),
    read,
    events,
    ended: follow(),
    next: () => new Promise((resolve) => waiting.add(resolve)),
    leave: () => void client.terminate(),
  };
}
