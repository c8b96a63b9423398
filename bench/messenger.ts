import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from './chaos/request.js';
import { createDatabase } from './database.js';
import { benchFlow } from './flow.js';
import { describeMachine, machineLine } from './machine.js';
import { importWithWorkspace } from './publishBot.js';
import { startServer, type BenchServer } from './server.js';
import type { Later } from './stage.js';

/** How many people write to the number, and how many requests the messenger makes at a time. */
const [PEOPLE, AT_ONCE] = [1_000, 50] as const;

const ACCOUNT = {
  provider: 'meta',
  systemUserAccessToken: 'bench',
  phoneNumberId: '1',
  appSecret: 'the secret of the app',
};

/** A double of WhatsApp: whom it was given which text, and when. */
interface Double {
  readonly port: number;
  readonly got: ReadonlyMap<string, readonly { readonly text: string; readonly at: number }[]>;
}

/**
 * A thousand people write to one number at the same time, and answer the question that they get. Shows how many messages a second
 * the server answers, and how long people wait; fails where somebody gets another text, twice, or in another order.
 */
export async function benchMessenger(later: Later): Promise<void> {
  console.log(machineLine(describeMachine()));
  const double = await openDouble(later);
  const database = await createDatabase();
  later(database.drop);
  const settings = {
    SECRET_KEY: randomBytes(32).toString('base64'),
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    VENDOR_ADDRESSES: `meta=http://127.0.0.1:${double.port}`,
  };
  const server = await startServer(database.url, [], { settings });
  later(async () => void (await server.stop()));
  const path = await connect(server);
  const sentAt = new Map<string, number[]>();
  const begun = performance.now();
  for (const [round, body] of ['Hello', 'Ada'].entries()) {
    await inTurn(PEOPLE, async (person) => {
      sentAt.set(`${person}`, [...(sentAt.get(`${person}`) ?? []), performance.now()]);
      await tell(server, path, { from: `${person}`, id: `${person}.${round}`, body });
    });
  }
  while (countOf(double) < 2 * PEOPLE) await new Promise((resolve) => setTimeout(resolve, 20));
  const seconds = (performance.now() - begun) / 1_000;
  report(double, sentAt, seconds);
}

function countOf({ got }: Double): number {
  return [...got.values()].reduce((sum, texts) => sum + texts.length, 0);
}

const WANTED = ['What is your name?', 'Nice to meet you, Ada. What can we do for you?'];

function report({ got }: Double, sentAt: ReadonlyMap<string, number[]>, seconds: number): void {
  const waits: number[] = [];
  for (const [person, times] of sentAt) {
    const texts = got.get(person) ?? [];
    const said = texts.map(({ text }) => text);
    if (said.join('\n') !== WANTED.join('\n')) throw new Error(`${person} got ${said.join(', ')}`);
    waits.push(...texts.map(({ at }, index) => at - (times[index] ?? 0)));
  }
  const ordered = waits.sort((one, other) => one - other);
  const share = (part: number) => Math.round(ordered[Math.floor(ordered.length * part)] ?? 0);
  const rate = Math.round((2 * PEOPLE) / seconds);
  console.log(`${2 * PEOPLE} messages of ${PEOPLE} people answered, each once and in order`);
  console.log(
    `${rate} messages/s; p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms`,
  );
}

async function openDouble(later: Later): Promise<Double> {
  const got = new Map<string, { text: string; at: number }[]>();
  const server = createServer((asked, response) => {
    let received = '';
    asked.setEncoding('utf8').on('data', (part: string) => (received += part));
    asked.on('end', () => {
      const { to, text } = messageIn(received);
      if (text !== undefined)
        got.set(to, [...(got.get(to) ?? []), { text, at: performance.now() }]);
      const said = text === undefined ? { success: true } : { messages: [{ id: `wamid.${to}` }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(async () => void server.close());
  // It listens on a port, so its address is not a path of a socket.
  return { port: (server.address() as AddressInfo).port, got };
}

/** Whom a message is for, and its text; without one it is a mark that a message was read. */
function messageIn(body: string): { to: string; text: string | undefined } {
  const [, to = ''] = /"to":"(\w+)"/.exec(body) ?? [];
  const [, text] = /"body":"([^"]*)"/.exec(body) ?? [];
  return { to, text };
}

/** Publishes a bot that answers at a number; gives the path of its webhook. */
async function connect(server: BenchServer): Promise<string> {
  const { workspaceId, botId } = await importWithWorkspace(server, benchFlow);
  const credentials = { type: 'messenger', name: 'Bench', data: ACCOUNT };
  const saved = await call(server, 'POST', 'credentials', { workspaceId, credentials });
  const [credentialsId = ''] = /crd_\w+/.exec(saved) ?? [];
  const channel = { messengerChannel: { isEnabled: true }, typingEmulation: { enabled: false } };
  const bot = { messengerCredentialsId: credentialsId, settings: channel };
  await call(server, 'PATCH', `bots/${botId}`, { bot });
  await call(server, 'POST', `bots/${botId}/publish`, {});
  return `/v1/workspaces/${workspaceId}/messenger/${credentialsId}/webhook`;
}

async function call({ port, token }: BenchServer, method: string, path: string, body: object) {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await request({ port, path: `/api/v1/${path}`, method, headers, body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.text;
}

async function tell(
  { port }: BenchServer,
  path: string,
  { from, id, body: text }: { from: string; id: string; body: string },
): Promise<void> {
  const message = { from, id, type: 'text', text: { body: text } };
  const value = { metadata: { phone_number_id: ACCOUNT.phoneNumberId }, messages: [message] };
  const body = { entry: [{ changes: [{ value }] }] };
  const mac = createHmac('sha256', ACCOUNT.appSecret).update(JSON.stringify(body)).digest('hex');
  const headers = { 'x-hub-signature-256': `sha256=${mac}` };
  const answer = await request({ port, path, headers, body });
  if (answer.status !== 200) throw new Error(`the webhook answered ${answer.status}`);
}

/** Does the work for each number below `count`, a few at a time. */
async function inTurn(count: number, work: (number: number) => Promise<void>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, number) => number).values();
  const lane = async () => {
    for (const number of numbers) await work(number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
