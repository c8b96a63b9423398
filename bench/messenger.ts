import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { ask } from './ask.js';
import { request } from './chaos/request.js';
import { until } from './chaos/times.js';
import { benchFlow } from './flow.js';
import { spreadOf } from './measure.js';
import { importWithWorkspace } from './publishBot.js';
import type { BenchServer } from './server.js';
import { listen, openStage, type Later } from './stage.js';

/** How many people write to the number, and how many requests the messenger makes at a time. */
const [PEOPLE, AT_ONCE] = [1_000, 50] as const;
/** How long the last answer may take, in milliseconds. */
const ANSWERS_WITHIN = 300_000;

const ACCOUNT = {
  provider: 'meta',
  systemUserAccessToken: 'bench',
  phoneNumberId: '1',
  appSecret: 'the secret of the app',
};
/** The messages of each person, and the answers of the bench's flow. */
const SAID = ['Hello', 'Ada'] as const;
const ANSWERS = ['What is your name?', 'Nice to meet you, Ada. What can we do for you?'] as const;

/** The texts that a person received, with their times. */
type Got = { readonly text: string; readonly at: number }[];

/**
 * A thousand people write to one number at the same time, and answer its question. Shows how many messages a second the server
 * answers, and how long people wait; fails if a person gets a wrong or repeated text, or texts in another order.
 */
export async function benchMessenger(later: Later): Promise<void> {
  const people = Array.from({ length: PEOPLE }, (_, number) => `${number}`);
  const got = new Map(people.map((person): [string, Got] => [person, []]));
  const port = await openDouble(got, later);
  const settings = {
    SECRET_KEY: randomBytes(32).toString('base64'),
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    VENDOR_ADDRESSES: `meta=http://127.0.0.1:${port}`,
  };
  const { server } = await openStage(later, { settings });
  const path = await connect(server);
  const sentAt = new Map(people.map((person): [string, number[]] => [person, []]));
  const begun = performance.now();
  for (const [round, body] of SAID.entries()) {
    const left = people.values();
    const writeOn = async (): Promise<void> => {
      for (const from of left) {
        sentAt.get(from)?.push(performance.now());
        await send(server, path, { from, id: `${from}.${round}`, type: 'text', text: { body } });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, writeOn));
  }
  const hasAll = (): boolean => [...got.values()].every(({ length }) => length >= SAID.length);
  await until(hasAll, ANSWERS_WITHIN);
  const rate = (SAID.length * PEOPLE) / ((performance.now() - begun) / 1_000);
  const waits = people.flatMap((person) => {
    const texts = got.get(person) ?? [];
    const said = texts.map((one) => one.text);
    if (said.join('\n') !== ANSWERS.join('\n')) throw new Error(`${person} got ${said.join(', ')}`);
    return texts.map(({ at }, round) => at - (sentAt.get(person)?.[round] ?? NaN));
  });
  console.log(`${waits.length} messages of ${PEOPLE} people answered, each once and in order`);
  console.log(`${rate.toFixed(0)} messages/s; ${spreadOf(waits)}`);
}

/** Opens a fake of WhatsApp, which records the texts to each person; returns its port. */
async function openDouble(got: ReadonlyMap<string, Got>, later: Later): Promise<number> {
  const server = createServer((asked, response) => {
    void text(asked).then((body) => {
      const [, to = ''] = /"to":"(\w+)"/.exec(body) ?? [];
      // A request without a text marks a message as read.
      const [, said] = /"body":"([^"]*)"/.exec(body) ?? [];
      if (said !== undefined) got.get(to)?.push({ text: said, at: performance.now() });
      const reply = said === undefined ? { success: true } : { messages: [{ id: `wamid.${to}` }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
  });
  return listen(server, later);
}

/** Publishes a bot for a number; returns the path of its webhook. */
async function connect(server: BenchServer): Promise<string> {
  const { workspaceId, botId } = await importWithWorkspace(server, benchFlow);
  const credentials = { type: 'messenger', name: 'Bench', data: ACCOUNT };
  const saved = await ask(server, '/api/v1/credentials', { body: { workspaceId, credentials } });
  const { credentialsId } = z.object({ credentialsId: z.string() }).parse(await saved.json());
  const channel = { messengerChannel: { isEnabled: true }, typingEmulation: { enabled: false } };
  const bot = { messengerCredentialsId: credentialsId, settings: channel };
  await ask(server, `/api/v1/bots/${botId}`, { method: 'PATCH', body: { bot } });
  await ask(server, `/api/v1/bots/${botId}/publish`, { body: {} });
  return `/v1/workspaces/${workspaceId}/messenger/${credentialsId}/webhook`;
}

async function send({ port }: BenchServer, path: string, message: object): Promise<void> {
  const value = { metadata: { phone_number_id: ACCOUNT.phoneNumberId }, messages: [message] };
  const body = { entry: [{ changes: [{ value }] }] };
  const mac = createHmac('sha256', ACCOUNT.appSecret).update(JSON.stringify(body)).digest('hex');
  const headers = { 'x-hub-signature-256': `sha256=${mac}` };
  const { status } = await request({ port, path, headers, body });
  if (status !== 200) throw new Error(`the webhook answered ${status}`);
}
