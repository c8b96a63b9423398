import { createHmac } from 'node:crypto';
import { beforeEach } from '@jest/globals';
import { botOf } from './botOf.js';
import type { FlowSketch } from './flowOf.js';
import { partAt } from './parts.js';
import { bodyOf, openTransport, type Transport } from './transports.js';
import { until } from './until.js';
import { makeWorkspace } from './useApp.js';
import { useVendor, type VendorAnswer, type VendorServer } from './vendorServer.js';

/** The webhook secret of all channels in tests. */
export const channelSecret = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;

/** Accepts every message. */
export const taken: VendorAnswer = (response) => response.writeHead(204).end();

/** Changes to how a person's message is sent. */
interface Posting {
  /** The id of the message; by default a new one each time. */
  readonly id?: string;
  /** The secret that signs it. */
  readonly by?: string;
  readonly who?: string;
  /** When it is signed, in seconds since 1970. */
  readonly at?: number;
  /** Further members of the body. */
  readonly more?: object;
}

/** A plain webhook channel of a server, and the person at its other end. */
export interface TestChannel {
  readonly person: VendorServer;
  /** Makes a workspace with credentials of a channel, whose messages go to `url`, by default to the person. */
  connect(url?: string): Promise<Connected>;
  /** Publishes a bot that answers in this channel; returns its id. */
  answering(place: Connected, sketch: FlowSketch, channel?: object): Promise<string>;
  /** Sends a person's message; returns the status of the response. */
  post(address: string, message: unknown, posting?: Posting): Promise<number>;
  /** Resolves with the messages that the person has received, once there are so many. */
  got(number: number): Promise<string[]>;
}

/** One channel for all tests of a file; its bots send messages without typing delays. */
export function useChannel(app: () => { readonly url: string }): TestChannel {
  const person = useVendor();
  const bots = messengerBots(
    app,
    openTransport('REST', () => app().url),
  );
  beforeEach(() => person.answer(taken));
  return {
    person,
    connect: (url = `${person.url()}/inbox`) =>
      bots.connect({ provider: 'webhook', url, secret: channelSecret }),
    answering: bots.answering,
    post: (address, message, posting = {}) => post(address, { message }, posting),
    async got(number) {
      await until(() => person.requests.length >= number);
      return person.requests.map(({ body }) => lineOf(body));
    },
  };
}

let count = 0;

async function post(address: string, said: object, posting: Posting): Promise<number> {
  const { id = `m${(count += 1)}`, by = channelSecret, who = 'anna', more } = posting;
  const time = String(posting.at ?? Math.floor(Date.now() / 1_000));
  const body = JSON.stringify({ contact: { id: who, name: 'Anna' }, ...said, ...more });
  const key = Buffer.from(by.replace('whsec_', ''), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${mac}` };
  return (await fetch(address, { method: 'POST', headers, body })).status;
}

function lineOf(body: unknown): string {
  const buttons = partAt(body, 'message.buttons');
  const titles = Array.isArray(buttons) ? buttons.map((one) => `[${partAt(one, 'title')}]`) : [];
  return [partAt(body, 'message.text'), ...titles].join(' ');
}

/** The credentials of a messenger, and the address to which it sends people's messages. */
export interface Connected {
  readonly workspaceId: string;
  readonly credentialsId: string;
  readonly address: string;
}

/** Bots that answer in messengers. */
interface MessengerBots {
  /** Makes a workspace with credentials of a messenger. */
  connect(data: object): Promise<Connected>;
  /** Publishes a bot that answers in this messenger; returns its id. */
  answering(place: Connected, sketch: FlowSketch, channel?: object): Promise<string>;
}

/** No typing delays, unless the settings of a sketch say otherwise. */
const QUIET = { typingEmulation: { enabled: false } };

/** Makes bots that answer in messengers, on the server of a test file. */
export function messengerBots(app: () => { readonly url: string }, rest: Transport): MessengerBots {
  return {
    async connect(data) {
      const workspaceId = await makeWorkspace(rest);
      const credentials = { type: 'messenger', name: 'Ours', data };
      const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
      const path = `/api/v1/workspaces/${workspaceId}/messenger/${credentialsId}/webhook`;
      return { workspaceId, credentialsId, address: `${app().url}${path}` };
    },
    async answering({ workspaceId, credentialsId: messengerCredentialsId }, sketch, channel = {}) {
      const messengerChannel = { isEnabled: true, ...channel };
      const settings = { ...QUIET, ...sketch.settings, messengerChannel };
      const bot = botOf({ ...sketch, settings });
      const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
      const botId = made.id;
      await bodyOf(rest.updateBot({ botId, bot: { settings, messengerCredentialsId } }));
      await bodyOf(rest.publishBot({ botId }));
      return botId;
    },
  };
}
