import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from 'graphql-ws';
import WebSocket from 'ws';
import { ask } from './ask.js';
import { startChat } from './chaos/request.js';
import { queryOn } from './database.js';
import { benchFlow } from './flow.js';
import { spreadOf } from './measure.js';
import { publishInWorkspace } from './publishBot.js';
import type { BenchServer } from './server.js';
import { openStage, type Later } from './stage.js';

/** The open chats of the inbox. */
const CHATS = 5_000;
/** The numbers of agents who watch it. */
const AGENTS = [0, 1, 200] as const;
/** Changes of one chat, one after the other. */
const CHANGES = 10;
/** Between the changes, in ms: longer than an inbox is paced. */
const PAUSE = 1_500;

const WATCH = `subscription ($workspaceId: ID!) {
  chatsChanged(workspaceId: $workspaceId, filter: { statuses: [OPEN, PAUSED] }) {
    mustReload changed { id status claim unread tags last { text role } } removedIds } }`;

/**
 * Agents watch an inbox with many open chats, of which one changes. Shows the reads of the inbox and the statements for each change, the
 * server's time, and after how long all agents have the event.
 */
export async function benchInbox(later: Later): Promise<void> {
  const { server, database } = await openStage(later);
  const { workspaceId, botId, publicId } = await publishInWorkspace(server, benchFlow);
  await queryOn(
    database.url,
    `insert into chat_desk (id, workspace_id, bot_id, channel, status, created_at, active_at, updated_at)
      select 'ses_bench_of_the_inbox_' || n, '${workspaceId}', '${botId}', 'WEB', 'PAUSED', now(), now(), now()
      from generate_series(1, ${CHATS}) as n`,
  );
  await queryOn(database.url, 'vacuum analyze chat_desk');
  const chat = await startChat(server.port, publicId);
  const change = () => ask(server, `/api/v1/sessions/${chat}/update`, { body: { isRead: true } });
  await change();
  for (const count of AGENTS) {
    const agents = await openAgents(server, workspaceId, count);
    await wait(PAUSE);
    const before = await spentOf(server, database.url);
    const delays: number[] = [];
    for (let nth = 0; nth < CHANGES; nth += 1) {
      const begun = performance.now();
      const received = agents.next();
      await change();
      await received;
      delays.push(performance.now() - begun);
      await wait(PAUSE);
    }
    const after = await spentOf(server, database.url);
    agents.close();
    const each = (member: keyof typeof after) =>
      ((after[member] - before[member]) / CHANGES).toFixed(1);
    console.log(
      `${count} agents: ${each('reads')} reads of the inbox and ${each('statements')} statements for each change, ${each('cpu')} ms of the server; all have it after ${spreadOf(delays)}`,
    );
  }
}

interface Spent {
  readonly reads: number;
  readonly statements: number;
  /** Processor time of the server, in ms. */
  readonly cpu: number;
}

async function spentOf(server: BenchServer, url: string): Promise<Spent> {
  const cpu = server.cpuTime() / 1_000;
  // PostgreSQL adds up what idle connections did after a second.
  await wait(PAUSE);
  const [row] = await queryOn(
    url,
    `select (select seq_scan + (select idx_scan from pg_stat_user_indexes where indexrelname = 'chat_desk_changed')
        from pg_stat_user_tables where relname = 'chat_desk')::int as reads,
      (select xact_commit from pg_stat_database where datname = current_database())::int as statements`,
  );
  return { reads: Number(row?.['reads']), statements: Number(row?.['statements']), cpu };
}

/** Agents with a socket each; `next` resolves when all have received another event. */
async function openAgents({ port, token }: BenchServer, workspaceId: string, count: number) {
  const clients: Client[] = [];
  const streams = Array.from({ length: count }, () => {
    const client = createClient({
      url: `ws://127.0.0.1:${port}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${token}` },
    });
    clients.push(client);
    return client.iterate({ query: WATCH, variables: { workspaceId } });
  });
  const next = () => Promise.all(streams.map((stream) => stream.next()));
  await next();
  return {
    next,
    close() {
      for (const client of clients) client.terminate();
    },
  };
}
