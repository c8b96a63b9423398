import { Writable } from 'node:stream';
import { beforeEach, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { createLog } from '../../src/log/log.js';
import { ACCOUNT, failure, lineOf, tell, told, useMeta } from '../support/metaServer.js';
import { ask, say, type FlowSketch } from '../support/flowOf.js';
import { messengerBots } from '../support/useChannel.js';
import { textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { until } from '../support/until.js';
import { restOf, useApp } from '../support/useApp.js';
import { json, useVendor } from '../support/vendorServer.js';

const lines: string[] = [];
const logged = new Writable({
  write(line: Buffer, _encoding, done) {
    lines.push(String(line));
    done();
  },
});
const meta = useMeta();
const settings = { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' };
const app = useApp(
  {
    ...settings,
    get VENDOR_ADDRESSES() {
      return `meta=${meta.url()}/v25.0`;
    },
  },
  {
    timeouts: { workEvery: 50 },
    log: createLog(readConfig({ LOG_LEVEL: 'debug', NODE_ENV: 'test' }), logged),
  },
);
const rest = restOf(app);
const { connect, answering } = messengerBots(app, rest);
const receiver = useVendor();

beforeEach(() => {
  meta.messages().length = 0;
  meta.calls.length = 0;
  meta.troubles.length = 0;
});

let count = 0;
const from = '33612345678';
const newId = () => `wamid.in.${(count += 1)}`;
const text = (body: string, id = newId()) => ({ from, id, type: 'text', text: { body } });
const pressed = (id: string, title: string, type = 'button_reply') => ({
  ...{ from, id: newId(), type: 'interactive' },
  interactive: { type, [type]: { id, title } },
});

/** The messages that the person has received, once there are so many. */
async function got(number: number): Promise<string[]> {
  await until(() => meta.messages().length >= number);
  return meta.messages().map(lineOf);
}

const drinks = (...titles: string[]) => ({
  type: 'choice input',
  items: titles.map((content, index) => ({ id: `drink${index + 1}`, content })),
  options: { variableId: 'vDrink' },
});
const shop: FlowSketch = {
  variables: { Name: null, Drink: null },
  groups: {
    Start: [
      say('Your name?'),
      ask('text input', 'Name'),
      say('Hi {{Name}}, what will it be?'),
      drinks('Tea', 'Milk'),
      say('{{Drink}} it is'),
    ],
  },
};

test('a person chats with a bot in WhatsApp, and presses a button', async () => {
  const { address, ...place } = await connect(ACCOUNT);
  await answering({ ...place, address }, shop);
  expect(await tell(address, told({ messages: [text('Hello')] }))).toBe(200);
  await got(1);
  const name = text('Zoë');
  await tell(address, told({ messages: [name] }));
  await got(2);
  await tell(address, told({ messages: [pressed('drink2', 'Milk')] }));
  expect(await got(3)).toEqual([
    'Your name?',
    'Hi Zoë, what will it be? [Tea] [Milk]',
    'Milk it is',
  ]);
  const typing = { typing_indicator: { type: 'text' } };
  expect(meta.calls.map(({ body }) => body)).toContainEqual({
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: name.id,
    ...typing,
  });
  expect(meta.messages()[0]).toMatchObject({ to: from, recipient_type: 'individual' });
});

test('more than three choices are a list, whose rows are cut and come back by their ids', async () => {
  const place = await connect(ACCOUNT);
  const long = 'A pot of green tea with a slice of lemon';
  await answering(place, {
    variables: { Drink: null },
    groups: {
      Start: [
        say('What?'),
        drinks('Tea', long, `${long}, and honey`, 'Milk'),
        say('{{Drink}} it is'),
      ],
    },
  });
  await tell(place.address, told({ messages: [text('Hello')] }));
  await got(1);
  await tell(
    place.address,
    told({ messages: [pressed('drink3', 'A pot of green tea wi… 2', 'list_reply')] }),
  );
  expect(await got(2)).toEqual([
    `What? [Tea] [A pot of green tea with…|${long}] [A pot of green tea wi… 2|${long}, and honey] [Milk]`,
    `${long}, and honey it is`,
  ]);
});

test('messages that come together are answered in order, and once each', async () => {
  const place = await connect(ACCOUNT);
  await answering(place, shop);
  const hello = text('Hello');
  const [first, second] = [told({ messages: [hello, text('Ada')] }), told({ messages: [hello] })];
  const whole = { ...first, entry: [...first.entry, ...second.entry] };
  await Promise.all([tell(place.address, whole), tell(place.address, second)]);
  await got(2);
  await tell(place.address, whole);
  await tell(place.address, told({ messages: [pressed('drink1', 'Tea')] }));
  expect(await got(3)).toEqual([
    'Your name?',
    'Hi Ada, what will it be? [Tea] [Milk]',
    'Tea it is',
  ]);
});

test('a location arrives as its latitude and longitude, and after a message that no input accepts the question is asked again', async () => {
  const place = await connect(ACCOUNT);
  await answering(place, {
    variables: { Where: null },
    groups: { Start: [say('Where?'), ask('text input', 'Where'), say('At {{Where}}')] },
  });
  const location = { latitude: 48.85, longitude: 2.35, name: 'Paris' };
  await tell(place.address, told({ messages: [text('Hello')] }));
  await got(1);
  const odd = [
    { from, id: newId(), type: 'reaction', reaction: { emoji: '👍' } },
    { from, id: newId(), type: 'contacts', contacts: [] },
    { id: newId(), type: 'text' },
    { ...text('An echo of what this number said'), from: '15550100001' },
  ];
  await tell(place.address, told({ messages: odd }));
  await got(2);
  await tell(
    place.address,
    told({ messages: [{ from, id: newId(), type: 'location', location }] }),
  );
  expect(await got(3)).toEqual(['Where?', 'Invalid message. Please, try again.', 'At 48.85, 2.35']);
});

test('Meta verifies our address by the verify token', async () => {
  const { address } = await connect(ACCOUNT);
  const asked = async (token: string, challenge = '1158201444') => {
    const query = {
      'hub.mode': 'subscribe',
      'hub.challenge': challenge,
      'hub.verify_token': token,
    };
    return fetch(`${address}?${new URLSearchParams(query)}`);
  };
  const answer = await asked(ACCOUNT.verifyToken);
  expect([answer.status, await answer.text()]).toEqual([200, '1158201444']);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect((await asked('another')).status).toBe(401);
  expect((await asked(ACCOUNT.verifyToken, '<b>')).status).toBe(401);
  const { verifyToken: _, appSecret: __, ...bare } = ACCOUNT;
  const other = await connect(bare);
  expect((await fetch(other.address)).status).toBe(401);
  expect(await tell(other.address, told({ messages: [text('Hello')] }), '')).toBe(401);
});

test('only what the app secret has signed is accepted, and only for the number of the credentials', async () => {
  const place = await connect(ACCOUNT);
  await answering(place, shop);
  expect(await tell(place.address, told({ messages: [text('Hello')] }), 'another')).toBe(401);
  expect(await tell(place.address, told({ messages: [text('Hello')] }, '15550000000'))).toBe(200);
  for (const strange of [7, null, {}, { entry: 7 }, { entry: [{ changes: [{ value: 7 }] }] }]) {
    expect(await tell(place.address, strange)).toBe(200);
  }
  await tell(place.address, told({ messages: [text('Hello')] }));
  expect(await got(1)).toEqual(['Your name?']);
});

test('after a limit, a lost connection or an outage a message is sent again, and after a refusal it is skipped', async () => {
  const place = await connect(ACCOUNT);
  await answering(place, { groups: { Start: [say('One'), say('Two')] } });
  const busy = failure(400, 130429, 'Rate limit hit');
  const refused = failure(400, 131026, 'Message undeliverable');
  meta.troubles.push(busy, 'break', { status: 503, body: '<html>' }, refused);
  await tell(place.address, told({ messages: [text('Hello')] }));
  expect(await got(1)).toEqual(['Two']);
  const sent = meta.calls
    .filter(({ body }) => body['type'] === 'text')
    .map(({ body }) => lineOf(body));
  expect(sent).toEqual(['One', 'One', 'One', 'One', 'Two']);
}, 60_000);

test('a photo is stored as an upload of the chat, and for a file that is gone the question is asked again', async () => {
  const place = await connect(ACCOUNT);
  const options = { variableId: 'vPhoto', visibility: 'Public' };
  await answering(place, {
    variables: { Photo: null },
    groups: { Start: [say('A photo?'), { type: 'file input', options }, say('Got {{Photo}}')] },
  });
  await tell(place.address, told({ messages: [text('Hello')] }));
  await got(1);
  const photo = (id: string) => ({
    ...{ from, id: newId(), type: 'image' },
    image: { id, mime_type: 'image/png', caption: 'Me' },
  });
  await tell(place.address, told({ messages: [photo('gone')] }));
  await got(2);
  const content = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  meta.files.set('m1', { type: 'image/png', content });
  await tell(place.address, told({ messages: [photo('m1')] }));
  const [, again, url = ''] = await got(3);
  expect(again).toBe('Invalid message. Please, try again.');
  const stored = await fetch(url.replace('Got ', ''));
  expect(Buffer.from(await stored.arrayBuffer())).toEqual(content);
});

test('a message that did not arrive is logged in its chat, and the notice is passed on', async () => {
  const place = await connect(ACCOUNT);
  receiver.answer(json({}, 503), json({}));
  const channel = { errorAndMarketingStatusWebhookForwardUrl: `${receiver.url()}/statuses` };
  const botId = await answering(place, shop, channel);
  await tell(place.address, told({ messages: [text('Hello')] }));
  await got(1);
  const status = { id: 'wamid.1', recipient_id: from, timestamp: '1' };
  const errors = [{ code: 131047, title: 'Re-engagement message' }];
  const failed = { ...status, status: 'failed', errors };
  const marketing = { ...status, status: 'read', pricing: { category: 'marketing' } };
  const statuses = [{ ...status, status: 'sent' }, failed, marketing, 7, {}];
  expect(await tell(place.address, told({ statuses }))).toBe(200);
  await tell(place.address, told({ statuses }));
  // The refused message arrives again.
  await until(() => receiver.requests.length >= 3);
  const passed = receiver.requests.map(({ body }) => textAt(body, 'status.status'));
  expect([...new Set(passed)].sort()).toEqual(['failed', 'read']);
  const waiting = async () => rowsOf(app().databaseUrl, 'select id from messenger_status');
  while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const { results } = await bodyOf(rest.listResults({ botId }));
  const { logs } = await bodyOf(rest.readLogs({ botId, resultId: textAt(results, '0.id') }));
  expect(JSON.stringify(logs)).toContain('error 131047: Re-engagement message');
});

test('a person without a visible number is answered by the id in its place', async () => {
  const place = await connect(ACCOUNT);
  const botId = await answering(place, shop);
  const [user_id, name] = ['FR.13491208655302741918', 'Anna'];
  const contacts = [{ user_id, profile: { name, username: '@anna' } }];
  const { from: _number, ...unnumbered } = text('Hello');
  const messages = [unnumbered, { ...unnumbered, from_user_id: user_id }];
  await tell(place.address, told({ messages, contacts }));
  expect(await got(1)).toEqual(['Your name?']);
  expect(meta.messages()).toMatchObject([{ recipient: user_id }]);
  expect(meta.messages()[0]).not.toHaveProperty('to');
  const known = `select contact from messenger_conversation where contact_id = '${user_id}'`;
  expect(await rowsOf(app().databaseUrl, known)).toEqual([{ contact: { name } }]);
  const errors = [{ code: 131026 }];
  await tell(
    place.address,
    told({ statuses: [{ recipient_user_id: user_id, status: 'failed', errors }] }),
  );
  const { results } = await bodyOf(rest.listResults({ botId }));
  const { logs } = await bodyOf(rest.readLogs({ botId, resultId: textAt(results, '0.id') }));
  expect(JSON.stringify(logs)).toContain('error 131026');
});

test('no secret of the credentials gets into the log', async () => {
  const token = 'EAAanother-canary';
  const place = await connect({ ...ACCOUNT, systemUserAccessToken: token });
  await answering(place, shop);
  lines.length = 0;
  await tell(place.address, told({ messages: [text('Hello')] }));
  await until(() => lines.some((line) => line.includes('is left out')));
  const whole = lines.join('');
  expect(whole).toContain('error 190');
  expect(whole).not.toContain('canary');
});
