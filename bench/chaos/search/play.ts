import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startServer, type BenchServer } from '../../server.js';
import { listen, makeFolder, type Later } from '../../stage.js';
import { memberOf, partOf, request } from '../request.js';
import { wait } from '../times.js';
import type { Case } from './cases.js';

/**
 * The cost of a request for the server's main thread, in milliseconds of processor time: the longest hold of the event
 * loop, and the total.
 */
export interface Cost {
  readonly what: string;
  readonly status: number;
  readonly held: number;
  readonly total: number;
}

/** A server whose main thread is measured. */
export interface Watched {
  readonly server: BenchServer;
  /** Sends a request, and waits until the server has finished all work it caused. */
  send(what: string, sent: Sent): Promise<{ cost: Cost; text: string }>;
  /** An address that answers with what it is sent. */
  readonly echo: string;
}

/** A request to a path of REST; a GET without a body. */
interface Sent {
  readonly path: string;
  readonly body?: object;
  readonly method?: string;
}

const probe = fileURLToPath(new URL('probe.mjs', import.meta.url));

/** Starts a server with the probe in it. */
export async function startWatched(databaseUrl: string, later: Later): Promise<Watched> {
  const file = join(makeFolder(later), 'held');
  writeFileSync(file, '');
  const echo = await startEcho(later);
  const server = await startServer(databaseUrl, ['--import', probe], {
    settings: { HELD_FILE: file, LOG_LEVEL: 'fatal', OUTBOUND_ALLOWED_HOSTS: echo },
  });
  later(async () => void (await server.stop()));
  const headers = { Authorization: `Bearer ${server.token}` };
  return {
    server,
    echo: `http://${echo}/echo`,
    async send(what, { path, ...sent }) {
      writeFileSync(file, '');
      const before = spentBy(server.pid);
      const { status, text } = await request({
        ...{ port: server.port, path: `/api/v1/${path}`, ...sent, headers, within: 120_000 },
      });
      await wait(SETTLES);
      const total = spentBy(server.pid) - before;
      const holds = readFileSync(file, 'utf8').split('\n').map(Number);
      return { cost: { what, status, total, held: Math.max(...holds) }, text };
    },
  };
}

/** A server that answers with what it is sent, headers included; returns its host and port. */
async function startEcho(later: Later): Promise<string> {
  const server = createServer({ maxHeaderSize: 4_000_000 }, (asked, answer) => {
    void buffer(asked).then((body) => {
      answer.setHeader('Content-Type', 'application/json');
      answer.end(asked.headers['content-length'] ? body : JSON.stringify(asked.headers));
    });
  });
  return `127.0.0.1:${await listen(server, later)}`;
}

/** How long work goes on after a reply, such as background writes and garbage collection. In milliseconds. */
const SETTLES = 15;

/** The processor time of a process's main thread, in milliseconds. */
function spentBy(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
}

/**
 * Plays a case: previews its bot, imports, publishes, changes and compares it, begins a chat and sends its messages.
 */
export async function play(watched: Watched, workspaceId: string, one: Case): Promise<Cost[]> {
  const costs: Cost[] = [];
  const send: Send = async (what, sent) => {
    const { cost, text } = await watched.send(what, sent);
    costs.push(cost);
    return text;
  };
  const { bot, prefilledVariables } = one;
  const imported = await send('import', { path: 'bots/import', body: { workspaceId, bot } });
  const botId = idIn(imported, 'bot');
  if (botId === undefined) return costs;
  const published = await send('publish', { path: `bots/${botId}/publish`, body: {} });
  const publicId = String(memberOf(published, 'publicId'));
  await changeIt(send, { botId, one });
  const preview = { path: `bots/${botId}/preview/startChat`, body: { bot, prefilledVariables } };
  await chat(send, one, await send('preview', preview));
  const start = { path: `bots/${publicId}/startChat`, body: { prefilledVariables } };
  await chat(send, one, await send('startChat', start));
  return costs;
}

type Send = (what: string, sent: Sent) => Promise<string>;

async function changeIt(send: Send, { botId, one }: { botId: string; one: Case }): Promise<void> {
  const [bot, versions] = [`bots/${botId}`, `bots/${botId}/versions`];
  const before = idIn(await send('versions', { path: versions }), 'versions');
  await send('patch', { path: bot, method: 'PATCH', body: { bot: one.patch } });
  await send('publish again', { path: `${bot}/publish`, body: {} });
  const after = idIn(await send('versions', { path: versions }), 'versions');
  await send('diff', { path: `${versions}/${after}/diff?against=${before}` });
  await send('read', { path: bot });
}

async function chat(send: Send, { messages }: Case, started: string): Promise<void> {
  const sessionId = memberOf(started, 'sessionId');
  if (typeof sessionId !== 'string') return;
  for (const message of messages) {
    await send('continueChat', { path: `sessions/${sessionId}/continueChat`, body: { message } });
  }
}

/** The id of a member, or of the first member of a list. */
function idIn(text: string, name: string): string | undefined {
  const [thing]: unknown[] = [memberOf(text, name)].flat();
  const id = partOf(thing, 'id');
  return id === undefined ? undefined : String(id);
}
