import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { useModel } from '../support/modelServer.js';
import { recordAt } from '../support/parts.js';
import { useStripe } from '../support/stripeServer.js';
import { bodyOf, queryGraphql, type ReplyShown } from '../support/transports.js';
import { makePublished, restOf } from '../support/useApp.js';
import { openWatcher, watch } from '../support/watcher.js';

const KEY = 'sk-canary-of-openai';
const SECRET_KEY = 'sk_test_canary';
const model = useModel();
const stripe = useStripe();
const logged: string[] = [];
/** All replies of the server. */
const answered: string[] = [];
let app: TestApp;
beforeAll(async () => {
  stripe.keys.add(SECRET_KEY);
  const settings = {
    EXAMPLE_OPENAI_KEY: KEY,
    EXAMPLE_OPENAI_MODEL: 'small',
    EXAMPLE_STRIPE_SECRET_KEY: SECRET_KEY,
    EXAMPLE_STRIPE_PUBLIC_KEY: 'pk_test_shown',
    VENDOR_ADDRESSES: `openai=${model.url()},stripe=${stripe.url()}`,
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    RATE_LIMITS: 'on',
    RATE_LIMIT_RULES: 'exampleVisitor=3/h,exampleDay=7/day',
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'trace',
  };
  app = await startTestApp(settings, (line) => logged.push(line));
});
afterAll(() => app.close());

/** A visitor without a token, at one address. */
function visitor(address: string) {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const text = await (await fetch(`${app.url}/api/v1/${path}`, sent)).text();
    answered.push(text);
    return JSON.parse(text) as ReplyShown & { sessionId: string; message?: string };
  };
  const say = (sessionId: string, message: string) =>
    post(`sessions/${sessionId}/continueChat`, { message });
  return {
    say,
    start: (botId: string, body = {}) => post(`bots/${botId}/preview/startChat`, body),
    async play(botId: string, messages: readonly string[]) {
      const { sessionId } = await post(`bots/${botId}/preview/startChat`, {});
      const replies = [];
      for (const message of messages) replies.push(await say(sessionId, message));
      return { sessionId, last: replies.at(-1) };
    },
  };
}

const said = (reply: ReplyShown | undefined) =>
  reply?.messages.map(({ content }) => content['plainText']);

const PREFILLED = { Dialogue: ['x'.repeat(5_000), 'y', 'z', 'x'], Reply: 'x', Question: 'x' };

test('the AI chat of the front page streams the answer of the model, and limits the questions', async () => {
  const { start, say } = visitor('203.0.113.1');
  const { sessionId } = await start('example-ai-chat', { prefilledVariables: PREFILLED });
  const watcher = watch(openWatcher(app.url), sessionId);
  const reply = say(sessionId, `Why https://example.com/a.png ${'?'.repeat(5_000)}`);
  const call = await model.next();
  expect(call.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(call.body).toMatchObject({ model: 'small', max_tokens: 400, stream: true });
  const [system, question, ...more] = call.body['messages'] as { content: string }[];
  expect(system?.content).toMatch(/Parley/);
  expect(question?.content).toMatch(/^Why https: \/\/example.com\/a.png \?+$/);
  expect(question?.content).toHaveLength(1_001); // With the space that makes it no address.
  expect(more).toEqual([]);
  call.say('Because');
  while (!watcher.seen.some(({ kind }) => kind === 'delta')) {
    await watcher.until(watcher.seen.length + 1);
  }
  call.say(' of that.');
  call.end();
  expect(said(await reply)).toEqual(['Because of that.']);
  watcher.stop();

  const second = say(sessionId, 'And then?');
  const { body, say: speak, end } = await model.next();
  const contents = (body['messages'] as { content: string }[]).map(({ content }) => content);
  expect(contents.slice(2)).toEqual(['Because of that.', 'And then?']);
  speak('Nothing.');
  end();
  expect(said(await second)).toEqual(['Nothing.']);
});

test('a visitor reads that the model did not answer, and the operator why', async () => {
  const { start, say } = visitor('203.0.113.2');
  const { sessionId } = await start('example-ai-chat');
  const reply = say(sessionId, 'Why?');
  (await model.next()).refuse(401, JSON.stringify({ error: { message: `Bad key: ${KEY}` } }));
  expect(said(await reply)).toEqual(['The model does not answer now. Please try again later.']);
  expect((await reply).logs).toHaveLength(1);
  expect(JSON.stringify((await reply).logs)).not.toContain('Bad key');
  const line = logged.find((one) => one.includes('an example could not use its account'));
  expect(line).toContain('Bad key: ');
});

const ORDER = ['Mug', '2', 'Main Street 1', 'Pay 24 € (test mode)'];

test('an order of the front page is paid with the test keys', async () => {
  const { play, say } = visitor('203.0.113.3');
  const { sessionId, last } = await play('example-order', ORDER);
  expect(last?.input).toMatchObject({
    type: 'payment input',
    runtimeOptions: { publicKey: 'pk_test_shown', paymentIntentSecret: 'pi_1_secret_x' },
  });
  expect(stripe.calls.at(-1)).toMatchObject({
    key: SECRET_KEY,
    form: { amount: '2400', currency: 'eur' },
  });
  const refused = await say(sessionId, 'fail');
  expect(said(refused)).toEqual(['Payment failed. Please, try again.']);
  stripe.intents.set('pi_2', 'succeeded');
  expect(said(await say(sessionId, 'Success'))).toEqual(['Paid: a test, so no money moved.']);
});

test('only the operator reads why an order cannot be paid', async () => {
  stripe.troubles.push({ status: 401, body: JSON.stringify({ error: { message: SECRET_KEY } }) });
  const { last } = await visitor('203.0.113.4').play('example-order', ORDER);
  expect(last?.message).toBe('This does not work at the moment. Please try again later.');
});

test('nobody else reaches the accounts: neither with a flow of their own, nor with a bot', async () => {
  const asked = [model.count(), stripe.calls.length];
  const ai = { credentialsId: 'openai', action: 'Create chat completion', model: 'large' };
  const messages = [{ role: 'user', content: 'Hi' }];
  const groups = {
    Start: [ask('text input'), { type: 'openai', options: { ...ai, messages } }, say('Over')],
  };
  const flow = { ...botOf({ groups }), version: '6' };
  const { start, say: speak } = visitor('203.0.113.5');
  for (const botId of ['example-ai-chat', 'preview']) {
    const { sessionId } = await start(botId, { bot: { ...flow, id: 'example-ai-chat' } });
    expect(said(await speak(sessionId, 'Go'))).toEqual(['Over']);
  }
  const paying = botOf({
    groups: {
      Start: [
        ask('text input'),
        ask('payment input', undefined, { credentialsId: 'stripe', amount: '1' }),
      ],
    },
  });
  const { sessionId } = await start('example-order', { bot: { ...paying, version: '6' } });
  expect((await speak(sessionId, 'Go')).message).toMatch(/this preview is restricted/);

  const rest = restOf(() => app);
  const { publicId } = await makePublished(rest, botOf({ groups }));
  const chat = await bodyOf(rest.startChat({ publicId }));
  const { sessionId: published } = chat;
  expect(said(await bodyOf(rest.continueChat({ sessionId: published, message: 'Go' })))).toEqual([
    'Over',
  ]);
  expect([model.count(), stripe.calls.length]).toEqual(asked);
});

test('a visitor who asks too often reads when to come back, and so does everybody when the day is used up', async () => {
  const first = visitor('203.0.113.6');
  const { sessionId } = await first.start('example-ai-chat');
  const answer = async ({ say: speak }: typeof first, chat: string) => {
    const reply = speak(chat, 'Why?');
    (await model.next()).end();
    return reply;
  };
  for (let count = 0; count < 3; count += 1) await answer(first, sessionId);
  const before = model.count();
  expect(said(await first.say(sessionId, 'Why?'))).toEqual([
    'This is an example, which can be asked 3 times in 60 minutes by one visitor. Please come back in 60 minutes.',
  ]);
  // The model was asked six times today.
  const second = visitor('203.0.113.7');
  const { sessionId: other } = await second.start('example-ai-chat');
  expect(model.count()).toBe(before);
  await answer(second, other);
  expect(said(await second.say(other, 'Why?'))).toEqual([
    'This is an example, which can be asked 7 times in 24 hours by all visitors together. Please come back in 24 hours.',
  ]);
  expect(model.count()).toBe(before + 1);
  const { last } = await first.play('example-order', ORDER);
  expect(last?.message).toMatch(/^This is an example, .* Please come back in 60 minutes\.$/);
});

test('the front page says what its examples use; no key is in it, in a file, an answer or the log', async () => {
  const html = await (await fetch(app.url, { headers: { accept: 'text/html' } })).text();
  expect(html).toContain('data-example="ai-chat" data-bot="example-ai-chat"');
  expect(html).toContain('a model of OpenAI, which receives what you write');
  expect(html).toContain('data-example="quiz" aria-pressed');
  const file = await (await fetch(`${app.url}/examples/ai-chat.json`)).text();
  const query = '{ bot(id: "example-ai-chat") { id } }';
  const hidden = await queryGraphql(app.url, { query });
  expect(recordAt(hidden.data)['bot']).toBeNull();
  const all = [html, file, ...answered, ...logged].join('\n');
  expect(all).not.toContain('canary');
});
