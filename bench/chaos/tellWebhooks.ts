import { randomBytes } from 'node:crypto';
import { createDatabase, queryOn } from '../database.js';
import { benchFlow } from '../flow.js';
import { publishInWorkspace } from '../publishBot.js';
import { childrenOf } from './children.js';
import { sentencesOf } from './faults.js';
import { callTo, insist, type Counter } from './insist.js';
import { workersOf } from './kills.js';
import { startPhoenix, type Phoenix } from './phoenix.js';
import { closeConnections, memberOf, request } from './request.js';
import { until, wait } from './times.js';
import type { Ground, Outcome, Trial } from './trial.js';
import {
  openUnsteadyReceiver,
  type ReceiverFigures,
  type UnsteadyReceiver,
} from './unsteadyReceiver.js';

/** The number of bots, each with a webhook in a workspace of its own, and of concurrent visitors. */
const [BOTS, VISITORS] = [8, 16] as const;

/** The longest time for all events to be recorded after the last answer, in milliseconds. */
const RECORDED_WITHIN = 900_000;

/** How often the progress is printed, in milliseconds. */
const SAYS_EVERY = 20_000;

/** Two servers, one of them of two processes, tell webhooks what visitors answer, while processes are killed. */
export const tellWebhooks: Trial = {
  name: 'webhooks',
  promise: 'kill -9 of servers, and a receiver that fails half of the time: every event, in order',
  async run(ground) {
    const { later, isQuick, chance } = ground;
    const database = await createDatabase();
    later(database.drop);
    const receiver = await openUnsteadyReceiver(later, chance);
    const settings = {
      OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${receiver.port}`,
      SECRET_KEY: randomBytes(32).toString('base64'),
    };
    const one = await startPhoenix(database.url, { settings }, later);
    const two = await startPhoenix(
      database.url,
      { settings: { ...settings, WORKERS: '2' } },
      later,
    );
    const bots = await Promise.all(
      Array.from({ length: BOTS }, () => publishWithWebhook(one, receiver)),
    );
    const counter = { ports: [one.port, two.port], chance, lastServed: 0, failures: new Map() };
    const told = { counter, bots, chats: isQuick ? 20 : 500, each: isQuick ? 10 : 20 };
    const events = told.chats * told.each;
    const { seen } = receiver;
    const timer = setInterval(() => {
      ground.say(`${seen.recorded} of ${events} events in ${seen.requests} requests`);
    }, SAYS_EVERY);
    const begun = performance.now();
    const [unserved, kills] = await Promise.all([
      visit(told),
      assault(ground, { one, two, seen, events, kills: isQuick ? 3 : 9 }),
    ]);
    await until(() => seen.recorded >= events, RECORDED_WITHIN);
    const seconds = Math.round((performance.now() - begun) / 1000);
    clearInterval(timer);
    const isNoted = () => isAllNoted(database.url);
    const unnoted = (await until(isNoted, NOTED_WITHIN)) ? 0 : 1;
    closeConnections();
    return outcomeOf({ seen, events, kills, seconds, unserved, unnoted });
  },
};

/** An event is sent again until the server has noted its acceptance; the longest wait for that, in milliseconds. */
const NOTED_WITHIN = 180_000;

async function isAllNoted(databaseUrl: string): Promise<boolean> {
  await wait(1_000);
  const waiting = `select from webhook_delivery where status <> 'DELIVERED' limit 1`;
  return (await queryOn(databaseUrl, waiting)).length === 0;
}

/** Makes a bot and a webhook that receives its answers; returns its public id. */
async function publishWithWebhook(server: Phoenix, receiver: UnsteadyReceiver): Promise<string> {
  const { workspaceId, publicId } = await publishInWorkspace(server.now(), benchFlow);
  const input = {
    workspaceId,
    url: `http://127.0.0.1:${receiver.port}/${publicId}`,
    eventTypes: ['RESULT_ANSWERED'],
  };
  const { text } = await request({
    port: server.port,
    path: '/graphql',
    headers: { Authorization: `Bearer ${server.now().token}` },
    body: { query: CREATE, variables: { input } },
  });
  const [secret] = /whsec_[^"]+/.exec(text) ?? [];
  if (secret === undefined) throw new Error(text.slice(0, 1_000));
  receiver.secrets.set(`/${publicId}`, secret);
  return publicId;
}

const CREATE = `mutation ($input: CreateWebhookInput!) {
  createWebhook(input: $input) { secret userErrors { message } } }`;

interface Visit {
  readonly counter: Counter;
  readonly bots: readonly string[];
  readonly chats: number;
  /** The number of answers in each chat. */
  readonly each: number;
}

/** Lets visitors chat, each chat from its beginning to its end; returns what was never served, as sentences. */
async function visit({ counter, bots, chats, each }: Visit): Promise<string[]> {
  const left = Array.from({ length: chats }, (_, chat) => chat).values();
  const chatOn = async (): Promise<void> => {
    for (const chat of left) {
      const publicId = bots[chat % bots.length] ?? '';
      const started = await insist(counter, callTo(`bots/${publicId}/startChat`, {}));
      const path = `sessions/${String(memberOf(started.text, 'sessionId'))}/continueChat`;
      for (let number = 0; number < each; number += 1) {
        await insist(counter, callTo(path, { message: `${chat} ${number}` }));
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: VISITORS }, chatOn));
  return ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
}

interface Assault {
  readonly one: Phoenix;
  readonly two: Phoenix;
  readonly seen: Readonly<ReceiverFigures>;
  readonly events: number;
  readonly kills: number;
}

/** Kills the first server, one process of the second, and all of the second in turn, while events are being sent. */
async function assault(
  { say }: Ground,
  { one, two, seen, events, kills }: Assault,
): Promise<string[]> {
  const killed: string[] = [];
  const ways = [
    ['a server', async () => killAgain(one)],
    ['a worker of two', () => killWorker(two)],
    ['both workers and their parent', async () => killAgain(two)],
  ] as const;
  for (let count = 0; count < kills; count += 1) {
    const due = (events * (count + 1)) / (kills + 1);
    if (!(await until(() => seen.recorded >= due, RECORDED_WITHIN))) break;
    const [what, kill] = ways[count % ways.length] ?? ways[0];
    await kill();
    killed.push(what);
    say(`killed ${what} after ${Math.floor(due)} events`);
  }
  return killed;
}

async function killAgain(server: Phoenix): Promise<void> {
  const workers = childrenOf(server.now().pid);
  await server.now().kill();
  await until(() => workers.every(({ pid }) => !isAlive(pid)), 10_000);
  await server.rise();
}

function killWorker(server: Phoenix): void {
  const [worker] = workersOf(server);
  if (worker === undefined) throw new Error('The server has no worker');
  process.kill(worker, 'SIGKILL');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

interface After {
  readonly seen: Readonly<ReceiverFigures>;
  readonly events: number;
  readonly kills: readonly string[];
  readonly seconds: number;
  readonly unserved: readonly string[];
  readonly unnoted: number;
}

function outcomeOf({ seen, events, kills, seconds, unserved, unnoted }: After): Outcome {
  const counts = new Map<string, number>();
  for (const what of kills) counts.set(what, (counts.get(what) ?? 0) + 1);
  const { requests, refused, brokenOff, unanswered, recorded, again } = seen;
  return {
    figures: {
      events,
      'recorded in order': recorded,
      lost: events - recorded,
      'too early': seen.tooEarly,
      unsigned: seen.unsigned,
      requests,
      failed: `${refused} with 500, ${brokenOff} broken off, ${unanswered} never answered`,
      'sent again after they were recorded': again,
      kills: [...counts].map(([what, count]) => `${count} × ${what}`).join(', '),
      seconds,
    },
    broken: [
      ...sentencesOf([
        [events - recorded, 'events are lost'],
        [seen.tooEarly, 'events came before the one that precedes them'],
        [seen.unsigned, 'requests were not signed with the secret of their webhook'],
        [unnoted, 'log of deliveries has some that are not noted as accepted'],
        [requests < 1.8 * events ? 1 : 0, 'receiver failed too seldom'],
      ]),
      ...unserved,
    ],
  };
}
