import { createHmac } from 'node:crypto';
import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { createLog } from '../../src/log/log.js';
import { ask, say } from '../support/flowOf.js';
import { messengerBots } from '../support/useChannel.js';
import { DIALOG_ACCOUNT, told, useMeta } from '../support/metaServer.js';
import { until } from '../support/until.js';
import { restOf, useApp } from '../support/useApp.js';

const lines: string[] = [];
const logged = new Writable({
  write(line: Buffer, _encoding, done) {
    lines.push(String(line));
    done();
  },
});
const meta = useMeta();
const app = useApp(
  {
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    get VENDOR_ADDRESSES() {
      return `360dialog=${meta.url()}`;
    },
  },
  {
    timeouts: { workEvery: 50 },
    log: createLog(readConfig({ LOG_LEVEL: 'debug', NODE_ENV: 'test' }), logged),
  },
);
const { connect, answering } = messengerBots(app, restOf(app));

let count = 0;
const from = '33612345678';
const newId = () => `wamid.in.${(count += 1)}`;
const text = (body: string) => ({ from, id: newId(), type: 'text', text: { body } });
const got = async (number: number) => until(() => meta.messages().length >= number);

test('a number at 360dialog is answered, by the header that was set with the address or the signature of partners', async () => {
  const place = await connect(DIALOG_ACCOUNT);
  const asked = [say('Your name?'), ask('text input', 'Name'), say('Hi {{Name}}')];
  await answering(place, { variables: { Name: null }, groups: { Start: [...asked, ...asked] } });
  const secret = DIALOG_ACCOUNT.webhookSecret;
  const post = async (headersOf: (body: string) => Record<string, string>) => {
    const body = JSON.stringify(told({ messages: [text('Hello')] }));
    return (await fetch(place.address, { method: 'POST', headers: headersOf(body), body })).status;
  };
  const mac = (body: string, by: string = secret) => createHmac('sha256', by).update(body);
  const wrong = [
    () => ({}),
    () => ({ authorization: 'Bearer another' }),
    () => ({ authorization: `Basic ${secret}` }),
    () => ({ 'x-360dialog-signature': '00' }),
    (body: string) => ({ 'x-360dialog-signature': mac(body, 'another').digest('hex') }),
    (body: string) => ({ 'x-360dialog-signature': mac(`${body} `).digest('hex') }),
    // Signed, but in the header of Meta.
    (body: string) => ({ 'x-hub-signature-256': `sha256=${mac(body).digest('hex')}` }),
  ];
  expect(await Promise.all(wrong.map(post))).toEqual(wrong.map(() => 401));
  expect(meta.messages()).toEqual([]);
  const right = [
    () => ({ authorization: `Bearer ${secret}` }),
    () => ({ authorization: secret }),
    (body: string) => ({ 'x-360dialog-signature': mac(body).digest('hex') }),
  ];
  for (const headersOf of right) expect(await post(headersOf)).toBe(200);
  await got(4);
  expect(meta.calls.at(-1)?.path).toBe('/messages');
});

test('a photo is fetched through the host of 360dialog, and what it refuses is in the log', async () => {
  const place = await connect(DIALOG_ACCOUNT);
  const options = { variableId: 'vPhoto', visibility: 'Public' };
  await answering(place, {
    variables: { Photo: null },
    groups: { Start: [say('A photo?'), { type: 'file input', options }, say('Got {{Photo}}')] },
  });
  const headers = { authorization: `Bearer ${DIALOG_ACCOUNT.webhookSecret}` };
  const post = (message: object) => {
    const body = JSON.stringify(told({ messages: [message] }));
    return fetch(place.address, { method: 'POST', headers, body });
  };
  meta.messages().length = 0;
  await post(text('Hello'));
  await got(1);
  const content = Buffer.from('\x89PNG\r\n\x1a\n at 360', 'latin1');
  meta.files.set('d1', { type: 'image/png', content });
  lines.length = 0;
  const developer = 'The phone number is not registered';
  meta.troubles.push({
    status: 400,
    body: JSON.stringify({
      meta: { success: false, http_code: 400, developer_message: developer },
    }),
  });
  const photo = { from, id: newId(), type: 'image', image: { id: 'd1', mime_type: 'image/png' } };
  await post(photo);
  await until(() => lines.some((line) => line.includes(`it answered 400: ${developer}`)));
  expect(meta.calls.map(({ path }) => path)).toContain(
    '/whatsapp_business/attachments/?mid=d1&ext=1&hash=a',
  );
});
