import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer, type BenchServer } from '../../server.js';
import type { Later } from '../../stage.js';
import { memberOf, request } from '../request.js';
import { wait } from '../times.js';
import type { Case } from './cases.js';

/** What a request cost the server's main thread, in milliseconds of processor time: the longest hold, and all of it. */
export interface Cost {
  readonly what: string;
  readonly status: number;
  readonly held: number;
  readonly total: number;
}

/** A server whose main thread is watched. */
export interface Watched {
  readonly server: BenchServer;
  /** Sends a request, and waits until the server has done all that came of it. */
  send(what: string, path: string, body: object): Promise<{ cost: Cost; text: string }>;
}

const probe = fileURLToPath(new URL('probe.mjs', import.meta.url));

/** Starts a server with the probe in it. */
export async function startWatched(databaseUrl: string, later: Later): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-search-'));
  later(async () => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  const file = join(folder, 'held');
  writeFileSync(file, '');
  const server = await startServer(databaseUrl, ['--import', probe], {
    settings: { HELD_FILE: file, LOG_LEVEL: 'fatal' },
  });
  later(async () => void (await server.stop()));
  const headers = { Authorization: `Bearer ${server.token}` };
  return {
    server,
    async send(what, path, body) {
      writeFileSync(file, '');
      const before = spentBy(server.pid);
      const { status, text } = await request({
        ...{ port: server.port, path: `/api/v1/${path}`, body, headers, within: 120_000 },
      });
      await wait(SETTLES);
      const total = spentBy(server.pid) - before;
      const holds = readFileSync(file, 'utf8').split('\n').map(Number);
      return { cost: { what, status, total, held: Math.max(...holds) }, text };
    },
  };
}

/** What goes on after a reply: writes of the background, garbage. In milliseconds. */
const SETTLES = 15;

/** The processor time of a process's main thread, in milliseconds. */
function spentBy(pid: number): number {
  const file = openSync(`/proc/${pid}/task/${pid}/schedstat`, 'r');
  try {
    const room = Buffer.alloc(64);
    const length = readSync(file, room, 0, room.length, 0);
    return Number(room.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
  } finally {
    closeSync(file);
  }
}

/** Plays a case: imports and publishes its bot, begins a chat and sends its messages. Gives what each request cost. */
export async function play(watched: Watched, workspaceId: string, one: Case): Promise<Cost[]> {
  const costs: Cost[] = [];
  const send = async (what: string, path: string, body: object): Promise<string> => {
    const { cost, text } = await watched.send(what, path, body);
    costs.push(cost);
    return text;
  };
  const imported = await send('import', 'bots/import', { workspaceId, bot: one.bot });
  const botId = idIn(imported);
  if (botId === undefined) return costs;
  const published = await send('publish', `bots/${botId}/publish`, {});
  const publicId = String(memberOf(published, 'publicId'));
  const { prefilledVariables } = one;
  const started = await send('startChat', `bots/${publicId}/startChat`, { prefilledVariables });
  const sessionId = memberOf(started, 'sessionId');
  if (typeof sessionId !== 'string') return costs;
  for (const message of one.messages) {
    await send('continueChat', `sessions/${sessionId}/continueChat`, { message });
  }
  return costs;
}

function idIn(text: string): string | undefined {
  const bot = memberOf(text, 'bot');
  return typeof bot === 'object' && bot !== null ? String(Reflect.get(bot, 'id')) : undefined;
}
