import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { ask } from './ask.js';
import { follow, transports as watching } from './chaos/follow.js';
import { benchFlow } from './flow.js';
import { publishInWorkspace, type PublishedBot } from './publishBot.js';
import type { BenchServer } from './server.js';
import type { Target } from './target.js';
import { openTransports } from './transports.js';

/** The number of concurrent actors of each kind, and their pauses, in milliseconds. */
const VISITORS = 32;
const [WATCHERS, WATCHES_FOR] = [200, 40_000] as const;
const [UPLOADERS, UPLOAD_EVERY] = [4, 4_000] as const;
const [READERS, PAGE_EVERY] = [3, 1_500] as const;
const EXPORT_EVERY = 120_000;
const PUBLISH_EVERY = 60_000;

/** A chat has at most this many turns; then its visitor leaves, and another comes. */
const MOST_TURNS = 30;
/** The size of an uploaded file, in bytes. */
const FILE = 20_000;

/** The counts of what was done so far. */
export type Done = Record<
  'turns' | 'chats' | 'watches' | 'uploads' | 'pages' | 'exports' | 'publications',
  number
>;

/** A load that goes on until it is stopped. */
export interface MixedLoad {
  readonly done: Done;
  /** Rejects with the first failure. */
  readonly failed: Promise<never>;
  /** Resolves when none of its requests is pending. */
  stop(): Promise<void>;
}

/** The state that all actors share. */
interface Scene {
  readonly server: BenchServer;
  readonly bot: PublishedBot;
  /** The bot that asks for files. */
  readonly filesId: string;
  /** The open chats, one for each visitor. */
  readonly chats: string[];
  readonly done: Done;
  /** Resolves after about this many milliseconds; with false once the load must stop. */
  pause(milliseconds: number): Promise<boolean>;
}

/**
 * Starts the usual load of a server: visitors over REST and GraphQL, watchers of chats over sockets and streams who disconnect
 * cleanly or not, uploads, pages of results and counts, exports, and an author who publishes.
 */
export async function beginMixedLoad(
  server: BenchServer,
  turnsASecond: number,
): Promise<MixedLoad> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const names = { turns: 0, chats: 0, watches: 0, uploads: 0, pages: 0 };
  const done: Done = { ...names, exports: 0, publications: 0 };
  const pause = async (milliseconds: number): Promise<boolean> => {
    const about = milliseconds * (0.5 + Math.random());
    await wait(about, undefined, { signal }).catch(() => undefined);
    return !signal.aborted;
  };
  const bot = await publishInWorkspace(server, benchFlow);
  const { publicId: filesId } = await publishInWorkspace(server, filesFlow);
  const scene: Scene = { server, bot, filesId, chats: [], done, pause };
  const ways = openTransports(server, bot.publicId);
  const visitors = many(VISITORS, (place) => {
    const way = ways[place % ways.length];
    return way ? visit(scene, way, place, (VISITORS / turnsASecond) * 1_000) : Promise.resolve();
  });
  const acts = [
    ...visitors,
    ...many(WATCHERS, (place) => watch(scene, place)),
    ...many(UPLOADERS, () => upload(scene)),
    ...many(READERS, () => readResults(scene)),
    exportResults(scene),
    publish(scene),
  ];
  const failed = new Promise<never>((_, reject) => {
    for (const act of acts) act.catch(reject);
  });
  return {
    done,
    failed,
    async stop() {
      stopping.abort();
      await Promise.all(acts);
    },
  };
}

function many<T>(count: number, begin: (place: number) => T): T[] {
  return Array.from({ length: count }, (_, place) => begin(place));
}

/** One visitor after another, each with a new connection and chat. */
async function visit(scene: Scene, way: Target, place: number, every: number): Promise<void> {
  let isGoingOn = await scene.pause(every);
  while (isGoingOn) {
    const caller = way.openCaller();
    await caller.start();
    scene.done.chats += 1;
    scene.chats[place] = caller.chat();
    const turns = Math.ceil(Math.random() * MOST_TURNS);
    for (let turn = 1; turn < turns && isGoingOn; turn += 1) {
      isGoingOn = await scene.pause(every);
      await caller.continue();
      scene.done.turns += 1;
    }
    scene.done.turns += 1;
    caller.close();
    isGoingOn = await scene.pause(every);
  }
}

/** Watches one chat after another, over a socket or a stream. */
async function watch({ server, chats, done, pause }: Scene, place: number): Promise<void> {
  const transport = watching[Number(place % 10 === 0)] ?? 'socket';
  while (await pause(WATCHES_FOR / 2)) {
    const sessionId = chats[Math.floor(Math.random() * chats.length)];
    if (sessionId === undefined) continue;
    let isSeen = false;
    const following = follow({ port: server.port, transport, sessionId, after: 0 }, () => {
      isSeen = true;
    });
    await pause(WATCHES_FOR);
    following.cut();
    done.watches += Number(isSeen);
  }
}

const started = z.object({ sessionId: z.string() });
const staged = z.object({
  presignedUrl: z.string(),
  formData: z.record(z.string(), z.string()),
  fileUrl: z.string(),
});

/** A chat in which a file is uploaded. */
async function upload({ server, filesId, done, pause }: Scene): Promise<void> {
  const post = async (path: string, body: object): Promise<unknown> =>
    (await ask(server, `/api/v1/${path}`, { body })).json();
  while (await pause(UPLOAD_EVERY)) {
    const { sessionId } = started.parse(await post(`bots/${filesId}/startChat`, {}));
    const file = { fileName: 'notes.txt', fileType: 'text/plain' };
    const reply = await post(`sessions/${sessionId}/uploads`, file);
    const { presignedUrl, formData, fileUrl } = staged.parse(reply);
    const form = new FormData();
    for (const [name, value] of Object.entries(formData)) form.append(name, value);
    form.append('file', new Blob(['x'.repeat(FILE)], { type: 'text/plain' }), 'notes.txt');
    const sent = await fetch(presignedUrl, { method: 'POST', body: form });
    if (!sent.ok) throw new Error(`The upload: ${sent.status} ${await sent.text()}`);
    await post(`sessions/${sessionId}/continueChat`, { message: fileUrl });
    done.uploads += 1;
    done.turns += 2;
  }
}

const page = z.object({
  results: z.array(z.object({ id: z.string() })),
  nextCursor: z.string().nullable(),
});

/** A person at the dashboard: three pages of results, a transcript, the counts, the list of bots. */
async function readResults({ server, bot, done, pause }: Scene): Promise<void> {
  const { workspaceId, botId } = bot;
  const get = async (path: string): Promise<unknown> => {
    done.pages += 1;
    return (await ask(server, `/api/v1/${path}`)).json();
  };
  while (await pause(PAGE_EVERY)) {
    let after = '';
    for (let number = 0; number < 3 && (await pause(PAGE_EVERY)); number += 1) {
      const listed = page.parse(await get(`bots/${botId}/results?limit=50${after}`));
      const [first] = listed.results;
      if (first) await get(`bots/${botId}/results/${first.id}/transcript`);
      if (listed.nextCursor === null) break;
      after = `&cursor=${encodeURIComponent(listed.nextCursor)}`;
    }
    await get(`bots/${botId}/analytics/stats`);
    await get(`bots/${botId}/analytics/inDepthData`);
    await get(`bots?workspaceId=${workspaceId}`);
  }
}

const job = z.object({ id: z.string(), status: z.string(), fileUrl: z.string().nullable() });
const begun = z.object({ data: z.object({ startResultsExport: z.object({ job }) }) });
const looked = z.object({ data: z.object({ node: job }) });
const JOB = 'id status fileUrl';

/** Exports all results from time to time, and downloads the file. */
async function exportResults({ server, bot, done, pause }: Scene): Promise<void> {
  const query = async (text: string, variables: object): Promise<unknown> =>
    (await ask(server, '/graphql', { body: { query: text, variables } })).json();
  while (await pause(EXPORT_EVERY)) {
    const order = `mutation ($id: ID!) { startResultsExport(input: { botId: $id }) { job { ${JOB} } } }`;
    let now = begun.parse(await query(order, { id: bot.botId })).data.startResultsExport.job;
    while (now.fileUrl === null && (await pause(500))) {
      if (now.status === 'FAILED') throw new Error('An export failed');
      const { id } = now;
      const look = `query ($id: ID!) { node(id: $id) { ... on ExportJob { ${JOB} } } }`;
      now = looked.parse(await query(look, { id })).data.node;
    }
    if (now.fileUrl === null) return;
    await (await fetch(now.fileUrl)).body?.pipeTo(new WritableStream());
    done.exports += 1;
  }
}

/** Changes the flow and publishes it; running chats keep their version. */
async function publish({ server, bot, done, pause }: Scene): Promise<void> {
  const path = `/api/v1/bots/${bot.botId}`;
  while (await pause(PUBLISH_EVERY)) {
    const [first, ...others] = benchFlow.groups;
    const groups = [{ ...first, title: `Of ${new Date().toISOString()}` }, ...others];
    await ask(server, path, { method: 'PATCH', body: { bot: { groups } } });
    await ask(server, `${path}/publish`, { body: {} });
    done.publications += 1;
  }
}

/** A flow that asks for files endlessly. */
const filesFlow = {
  ...benchFlow,
  name: 'Files',
  groups: [
    {
      ...benchFlow.groups[0],
      blocks: [{ id: 'file', type: 'file input', outgoingEdgeId: 'back' }],
    },
  ],
  edges: [
    { id: 'toFirst', from: { eventId: 'start' }, to: { groupId: 'first' } },
    { id: 'back', from: { blockId: 'file' }, to: { groupId: 'first' } },
  ],
};
