import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { startChildServer, type ChildServer } from '../support/childServer.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { fc } from '../support/properties.js';
import { partAt } from '../support/parts.js';
import {
  bodyOf,
  openTransport,
  type Calling,
  type Outcome,
  type Shown,
  type Transport,
} from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makePublished } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { watchInbox } from '../support/watchedInbox.js';

/** Chats; those of them that everybody wants; what each agent does before and after a server is killed. */
const [CHATS, WANTED, ACTS] = [500, 12, 80] as const;

const KINDS = [
  'claim',
  'takeOver',
  'answer',
  'answer',
  'release',
  'close',
  'reopen',
  'tag',
  'visit',
  'visit',
] as const;

/** One thing that an agent does, or a visitor in their place. */
interface Act {
  readonly kind: (typeof KINDS)[number];
  readonly chat: number;
}

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    chat: fc.oneof(
      { arbitrary: fc.nat(WANTED - 1), weight: 3 },
      { arbitrary: fc.nat(CHATS - 1), weight: 1 },
    ),
  }),
  { minLength: ACTS, maxLength: ACTS },
);

/** Refusals that mean that somebody else was faster. */
const LATE = ['CHAT_HELD', 'SESSION_ENDED'];

interface Agent {
  readonly token: string;
  readonly id: string;
  /** The claims that the agent was given, by chat. */
  readonly claims: Map<string, number>;
}

let database: TestDatabase;
let dataDir: string;
let survivor: TestApp;
let killed: ChildServer;

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'parley-inbox-'));
  const settings = { DATABASE_URL: database.url, ADMIN_TOKEN: TOKEN, RATE_LIMITS: 'off' };
  [killed, survivor] = await Promise.all([
    startChildServer(dataDir, settings),
    startTestApp(settings),
  ]);
});
afterEach(async () => {
  await killed.end('SIGKILL');
  await survivor.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('three agents see one inbox, hold each chat alone and lose nothing, although a server is killed', async () => {
  const here = openTransport('REST', () => survivor.url);
  const there = openTransport('REST', () => killed.url);
  const { publicId, workspaceId } = await makePublished(here, botOf(parrot));
  const chats = await beginChats([here, there], publicId);
  const agents = await Promise.all([0, 1, 2].map(() => makeAgent(here, workspaceId)));
  const [ada, bob, cleo] = agents as [Agent, Agent, Agent];
  const at = (url: string, { token }: Agent, filter: object) =>
    watchInbox({ url, token, workspaceId, filter: { ...filter } });
  const lists = [
    at(survivor.url, ada, {}),
    at(survivor.url, bob, { assigneeId: bob.id, statuses: ['PAUSED'] }),
  ];
  const lost = at(killed.url, cleo, { isWaiting: true });
  const told: Told = { sent: new Map(), unknown: new Set(), holders: new Map() };
  const play = async (server: Transport, agent: Agent, seed: number): Promise<void> => {
    const [todo = []] = fc.sample(acts, { numRuns: 1, seed });
    for (const [nth, act] of todo.entries()) {
      const text = `${agent.id} ${seed} ${nth}`;
      await perform(
        { server, agent, told },
        { kind: act.kind, sessionId: chats[act.chat] ?? '', text },
      );
    }
  };
  // More than the others, so that the server is killed in the middle.
  const ending = play(there, cleo, 3).then(() => play(there, cleo, 7));
  await Promise.all([play(here, ada, 1), play(here, bob, 2)]);
  await killed.end('SIGKILL');
  await Promise.all([ending, lost.ended]);
  lists.push(at(survivor.url, cleo, { isWaiting: true }));
  await Promise.all([play(here, ada, 4), play(here, bob, 5), play(here, cleo, 6)]);

  for (const list of lists) {
    await eventually(async () => expect(list.list()).toEqual(await list.read()));
    list.leave();
  }
  expect(lists[0]?.list()).toHaveLength(CHATS);
  expect([...told.holders].filter(([, holders]) => new Set(holders).size > 1)).toEqual([]);
  await expectNothingLost(here, told);
});

/** The replies that the agents received. */
interface Told {
  /** The texts that were accepted, by chat. */
  readonly sent: Map<string, string[]>;
  /** Texts of which nobody knows whether they were written, because the server was killed. */
  readonly unknown: Set<string>;
  /** The agents that were given a claim, by chat and claim. */
  readonly holders: Map<string, string[]>;
}

interface Doing {
  readonly server: Transport;
  readonly agent: Agent;
  readonly told: Told;
}

async function perform(
  { server, agent, told }: Doing,
  { kind, sessionId, text }: { kind: Act['kind']; sessionId: string; text: string },
): Promise<void> {
  const claim = agent.claims.get(sessionId);
  const calling = { token: agent.token };
  try {
    const outcome = await callOf(server, kind, { sessionId, text, claim, calling });
    if (!outcome.ok) return expect(LATE).toContain(outcome.reason);
    if (kind === 'visit' || kind === 'answer') listIn(told.sent, sessionId).push(text);
    const chat = partAt(outcome.body, 'chat');
    if (partAt(chat, 'assignee.id') === agent.id) {
      agent.claims.set(sessionId, Number(partAt(chat, 'claim')));
      listIn(told.holders, `${sessionId} ${partAt(chat, 'claim')}`).push(agent.id);
    }
  } catch (error) {
    // The server was killed before it answered.
    if (!(error instanceof TypeError)) throw error;
    told.unknown.add(text);
  }
}

async function callOf(
  server: Transport,
  kind: Act['kind'],
  {
    sessionId,
    text,
    claim,
    calling,
  }: { sessionId: string; text: string; claim: number | undefined; calling: Calling },
): Promise<Outcome<unknown>> {
  const sent = { sessionId };
  switch (kind) {
    case 'claim':
      return server.claimChat(sent, calling);
    case 'takeOver': {
      const seen = await server.readChat(sent, calling);
      return server.claimChat({ ...sent, takeOver: seen.ok ? seen.body.chat.claim : 0 }, calling);
    }
    case 'answer':
      return server.postAgentMessage({ ...sent, text, claim }, calling);
    case 'release':
      return server.releaseChat({ ...sent, claim }, calling);
    case 'close':
      return server.closeChat({ ...sent, claim }, calling);
    case 'reopen':
      return server.reopenChat(sent, calling);
    case 'tag':
      return server.updateChat({ ...sent, tags: [text.slice(-3)] }, calling);
    case 'visit':
      return server.continueChat({ ...sent, message: text });
  }
}

function listIn(lists: Map<string, string[]>, key: string): string[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Begins the chats a few at a time, half of them at each server, and enters them in the inbox. */
async function beginChats(servers: readonly Transport[], publicId: string): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < CHATS) {
    const some = servers.flatMap((server) =>
      Array.from({ length: 10 }, async () => {
        const { sessionId } = await bodyOf(server.startChat({ publicId }));
        await bodyOf(server.setStatus({ sessionId, status: 'PAUSED' }));
        return sessionId;
      }),
    );
    ids.push(...(await Promise.all(some)));
  }
  return ids;
}

async function makeAgent(server: Transport, workspaceId: string): Promise<Agent> {
  const token = await saveUser(database.url, { workspaceId, role: 'MEMBER' });
  const { user } = await bodyOf(server.readMe({}, { token }));
  return { token, id: user.id, claims: new Map() };
}

/** The texts of all that was said are in the logs once; of those that nobody knows about, at most once. */
async function expectNothingLost(server: Transport, { sent, unknown }: Told): Promise<void> {
  for (const [sessionId, texts] of sent) {
    const { events } = await bodyOf(server.readEvents({ sessionId, limit: 256 }));
    const said = events.flatMap(saidBy).filter((text) => text.startsWith('usr_'));
    expect(said.filter((text) => !unknown.has(text)).sort()).toEqual(texts.sort());
    expect(new Set(said).size).toBe(said.length);
  }
}

/** What a visitor or an agent said with an event. */
function saidBy(event: Shown): string[] {
  if (event['kind'] === 'heard') return [String(event['text'])];
  return event['isFromAgent'] === true ? [String(partAt(event, 'message.content.plainText'))] : [];
}
