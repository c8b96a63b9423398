import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview, listener } from '../support/botOf.js';
import { ask, type BlockSketch } from '../support/flowOf.js';
import { callsOfOriginal, said } from '../support/original.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);
const { call, startOf } = callsOfOriginal(app);

describe('a chat that the widget of the original remembers', () => {
  const settings = { general: { rememberUser: { isEnabled: true, storage: 'local' } } };

  test('goes on: the same result and the same time of publishing come back, and no answer is lost', async () => {
    const { publicId, botId } = await makePublished(rest, botOf(interview, { settings }));
    const first = (await startOf(publicId)).body;
    const { sessionId, resultId } = first;
    await call(`POST /v1/sessions/${String(sessionId)}/continueChat`, { message: 'Ada' });
    // A page that is opened again starts a chat, and shows the one that it remembers if the bot has not changed.
    const again = (await startOf(publicId, { resultId })).body;
    expect(again['resultId']).toBe(resultId);
    expect(partAt(again, 'typebot.publishedAt')).toMatch(/^\d{4}-.*T.*Z$/);
    expect(again['typebot']).toEqual(first['typebot']);
    const next = await call(`POST /v1/sessions/${String(sessionId)}/continueChat`, {
      message: '36',
    });
    expect(said(next)).toBe('Thanks Ada.');
    const { results } = await bodyOf(rest.listResults({ botId }));
    expect(results).toHaveLength(1);
    const answers = recordsAt(results, '0.answers');
    expect(answers.map(({ content }) => content)).toEqual(['Ada', '36']);
  });

  test('starts once, however often the same start is sent', async () => {
    const { publicId } = await makePublished(rest, botOf(interview, { settings }));
    const start = () =>
      call(`POST /v1/typebots/${publicId}/startChat`, {}, { 'idempotency-key': 'once' });
    expect((await start()).body).toEqual((await start()).body);
  });

  test('begins again once another version is published', async () => {
    const { publicId, botId } = await makePublished(rest, botOf(interview, { settings }));
    const before = partAt((await startOf(publicId)).body, 'typebot.publishedAt');
    await bodyOf(rest.updateBot({ botId, bot: botOf(listener) }));
    expect(partAt((await startOf(publicId)).body, 'typebot.publishedAt')).toBe(before);
    await bodyOf(rest.publishBot({ botId }));
    expect(partAt((await startOf(publicId)).body, 'typebot.publishedAt')).not.toBe(before);
  });
});

test('the theme of a bot of version 6.1 has the defaults of that version in the widget of the original', async () => {
  const workspaceId = await makeWorkspace(rest);
  const file = botOf(interview, { version: '6.1', theme: {} });
  const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: file }));
  const { publicId } = await bodyOf(rest.publishBot({ botId: bot.id }));
  expect((await startOf(publicId)).body).toMatchObject({ typebot: { version: '6.1' } });
});

test('the oldest widgets find every part of a bot that they read, and what is set stays', async () => {
  const members = { theme: { chat: { roundness: 'none' } }, settings: {} };
  const { publicId, botId } = await makePublished(rest, botOf(interview, members));
  const options = { labels: {} };
  const typebot = {
    theme: { general: {}, chat: { roundness: 'none' } },
    settings: { general: {}, metadata: {} },
  };
  for (const params of [{ typebot: publicId }, { typebot: botId, isPreview: true }]) {
    const { body } = await call('POST /v1/sendMessage', { startParams: params });
    expect(body).toMatchObject({ typebot, input: { options } });
    expect(partAt(body, 'typebot.settings')).not.toHaveProperty('typingEmulation');
    const { sessionId } = body;
    const turn = await call('POST /v1/sendMessage', { sessionId, message: 'Ada' });
    expect(turn.body).toMatchObject({ input: { options: { min: 18, ...options } } });
    const last = await call('POST /v1/sendMessage', { sessionId, message: '36' });
    expect(last.body).not.toHaveProperty('input');
  }
  expect(partAt((await startOf(publicId)).body, 'typebot.settings')).toEqual({});
});

describe('the widget of the original finds under the name it knows', () => {
  const variables = { X: null };
  /** The client-side actions of the first turn of a bot with these blocks. */
  async function actionsOf(...blocks: BlockSketch[]) {
    const groups = { Start: [...blocks, ask('text input', 'X')] };
    const { publicId } = await makePublished(rest, botOf({ variables, groups }));
    const { body } = await startOf(publicId);
    return recordsAt(body, 'clientSideActions');
  }

  test('counting with an analytics tool, with what it counts for', async () => {
    const options = { trackingId: 'G-1', action: 'Asked' };
    const [props, action] = await actionsOf({ type: 'Analytics', options });
    expect(props).toMatchObject({ startPropsToInject: { googleAnalyticsId: 'G-1' } });
    expect(action).toMatchObject({ googleAnalytics: options, analytics: options });
  });

  test('a tracking pixel, and the ids of all', async () => {
    const options = { pixelId: '9', eventType: 'Lead' };
    const [props, action] = await actionsOf({ type: 'Tracking pixel', options });
    expect(props).toMatchObject({ startPropsToInject: { pixelIds: ['9'] } });
    expect(action).toMatchObject({ pixel: options });
  });

  test('a support widget, which closes the chat by its own library', async () => {
    const [action] = await actionsOf({ type: 'Support widget', options: { websiteToken: 'tok' } });
    const script = String(partAt(action, 'chatwoot.scriptToExecute.content'));
    expect(script).toContain('window.Typebot.unmount');
    expect(script).not.toContain('window.Bot');
    expect(partAt(action, 'chatwoot.scriptToExecute.args')).toEqual(
      partAt(action, 'supportWidget.scriptToExecute.args'),
    );
  });

  test('a request that the page sends, as it was called before and since', async () => {
    const webhook = { url: 'https://api.example.com', method: 'GET' };
    const [action] = await actionsOf({
      type: 'Webhook',
      options: { isExecutedOnClient: true, webhook },
    });
    expect(action).toMatchObject({ webhookToExecute: webhook, httpRequestToExecute: webhook });
  });

  test('the part of a page that code draws', async () => {
    const options = { action: 'Book event', link: 'ada/30min' };
    const groups = { Start: [ask('text input', 'X'), { type: 'cal-com', options }] };
    const { publicId } = await makePublished(rest, botOf({ variables, groups }));
    const { sessionId } = (await startOf(publicId)).body;
    const turn = await call(`POST /v1/sessions/${String(sessionId)}/continueChat`, {
      message: 'a',
    });
    const code = String(partAt(turn.body, 'messages.0.content.initFunction.content'));
    const drawn: unknown[] = [];
    const Cal = (_what: string, where: object) => drawn.push(partAt(where, 'elementOrSelector'));
    const around = { window: { Cal }, baseUrl: '', link: '', layout: '', config: {} };
    for (const element of ['botElement', 'typebotElement'])
      runInNewContext(`(function (${element}) { ${code} })('${element}')`, around);
    expect(drawn).toEqual(['botElement', 'typebotElement']);
  });

  test('that it cannot wait for a webhook, which ends the chat there with a log', async () => {
    const { publicId } = await makePublished(rest, botOf(listener));
    const [action] = recordsAt((await startOf(publicId)).body, 'clientSideActions');
    const script = String(partAt(action, 'scriptToExecute.content'));
    expect(action).toMatchObject({ type: 'listenForWebhook', expectsDedicatedReply: true });
    const run = (): unknown => runInNewContext(`(() => { ${script} })()`);
    expect(run).toThrow('This widget cannot wait for a webhook of this server');
  });
});

describe('an address of the original', () => {
  const limited = useApp({ RATE_LIMITS: 'on' });
  const off = useApp({ ORIGINAL_PATHS: 'off' });

  test('has the rights, the limits and the headers of the endpoint that it stands for', async () => {
    const started = await callsOfOriginal(limited).startOf('none');
    expect([started.status, started.body['reason']]).toEqual([404, 'BOT_NOT_FOUND']);
    expect(started.headers.get('access-control-allow-origin')).toBe('*');
    expect(started.headers.get('ratelimit-limit')).not.toBeNull();
    const { botId } = await makePublished(rest, botOf(interview));
    for (const [token, status] of [
      [undefined, 401],
      ['nonsense', 401],
      [TOKEN, 200],
    ] as const) {
      const headers = token && { authorization: `Bearer ${token}` };
      expect((await call(`GET /v1/typebots/${botId}/results`, undefined, headers)).status).toBe(
        status,
      );
    }
  });

  test('refuses invalid requests like any other endpoint', async () => {
    const refused = async (address: string, sent?: object) => {
      const { status, body } = await call(address, sent);
      return [status, body['reason']];
    };
    expect(await refused('GET /v1/sendMessage')).toEqual([405, 'METHOD_NOT_SUPPORTED']);
    expect(await refused('POST /v1/sendMessage')).toEqual([404, 'BOT_NOT_FOUND']);
    expect(await refused('POST /v1/sendMessage', { startParams: 5 })).toEqual([
      404,
      'BOT_NOT_FOUND',
    ]);
    const lost = { sessionId: 'ses_1', message: 'a' };
    expect(await refused('POST /v1/sendMessage', lost)).toEqual([404, 'SESSION_NOT_FOUND']);
    const none = { startParams: { isPreview: true, typebot: {} } };
    expect(await refused('POST /v1/sendMessage', none)).toEqual([400, 'VALIDATION']);
    for (const id of [{ toString: 1 }, [], 5, '']) {
      const sent = { startParams: { typebot: { id } } };
      expect(await refused('POST /v1/sendMessage', sent)).toEqual([404, 'BOT_NOT_FOUND']);
    }
    expect((await refused('POST /v1/generate-upload-url', { filePathProps: 1 }))[0]).toBe(400);
  });

  test('does not exist where the operator has switched them off, and replies then have only our names', async () => {
    const started = await callsOfOriginal(off).startOf('none');
    expect([started.status, started.body['reason']]).toEqual([404, 'ROUTE_NOT_FOUND']);
    const own = restOf(off);
    const { publicId } = await makePublished(own, botOf(listener));
    const { clientSideActions } = await bodyOf(own.startChat({ publicId }));
    expect(clientSideActions).toEqual([{ type: 'listenForWebhook', expectsDedicatedReply: true }]);
  });
});

test('an endpoint of ours starts a chat in the words of the interface', async () => {
  const { publicId } = await makePublished(rest, botOf(interview));
  const started = await bodyOf(rest.startChat({ publicId }));
  expect(Object.keys(started).toSorted()).toEqual([
    'bot',
    'input',
    'messages',
    'resultId',
    'sessionId',
  ]);
  expect(Object.keys(recordAt(started, 'bot')).toSorted()).toEqual(['id', 'settings', 'theme']);
});
