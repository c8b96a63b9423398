import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openUnleasedJournal } from '../../src/chat/effectJournal.js';
import type { ChatPorts } from '../../src/chat/ports.js';
import { run } from '../../src/chat/run.js';
import type { Flow } from '../../src/engine/flow/flow.js';
import type { OutsideEffect } from '../../src/engine/index.js';
import { createHttp } from '../../src/integrations/http.js';
import { createHandleEffect } from '../../src/integrations/index.js';
import { fakeTimeouts } from '../support/fakeStore.js';
import { newSession } from '../support/chat.js';
import { flowOf, say, type BlockSketch } from '../support/flowOf.js';
import { linesOf } from '../support/lines.js';
import { fc } from '../support/properties.js';
import { useSandboxes } from '../support/sandboxes.js';
import { readBody } from '../support/useServer.js';

const open = useSandboxes();

let server: Server;
let url = '';
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const sandbox = open({ workers: 1 });

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  url = `http://127.0.0.1:${address.port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function performer(): ReturnType<typeof createHandleEffect> {
  return createHandleEffect(sandbox, createHttp({ allowedHosts: ['127.0.0.1'] }));
}

/** Plays the first turn of a chat; only the database is a fake. */
async function played(
  flow: Flow,
  options: Parameters<typeof newSession>[1] = {},
): Promise<string[]> {
  const ports = portsOf(flow, performer());
  const session = newSession(flow, options);
  const journal = openUnleasedJournal(ports.now, 's');
  const place = { sessionId: 's', turn: 1, firstSeq: 1 };
  const turn = await run(ports, { ...place, session, input: { type: 'start' }, journal });
  return linesOf(turn.events);
}

/** The ports that a turn of one bot needs, without a database. */
function portsOf(flow: Flow, handleEffect: ChatPorts['handleEffect']): ChatPorts {
  const flows = { load: () => Promise.resolve(flow) };
  const secretTexts = () => Promise.resolve([]);
  const ports = { handleEffect, now: () => Date.now(), flows, timeouts: fakeTimeouts, secretTexts };
  return ports as unknown as ChatPorts; // Absent members are not used.
}

function requesting(webhook: object, options: object = {}): Flow {
  const responseVariableMapping = [
    { id: '1', bodyPath: 'statusCode', variableId: 'vStatus' },
    { id: '2', bodyPath: 'data.message ?? data', variableId: 'vData' },
  ];
  const block = { type: 'Webhook', options: { webhook, responseVariableMapping, ...options } };
  return flowOf({
    variables: { Status: null, Data: null },
    groups: { Start: [block, say('{{Status}} {{Data}}')] },
  });
}

function emailing(times: number): Flow {
  const email: BlockSketch = { type: 'Email', options: { recipients: ['a@example.com'] } };
  return flowOf({ groups: { Start: [...Array.from({ length: times }, () => email), say('on')] } });
}

describe('a request of a flow', () => {
  test('arrives at its server as it was written', async () => {
    const seen: unknown[] = [];
    answer = (request, response) => {
      const { method, headers, url: path } = request;
      readBody(request, (bytes) => {
        const body = bytes.toString();
        seen.push([method, path, headers['authorization'], headers['content-type'], body]);
        response.end('{"message":"Thanks"}');
      });
    };
    const webhook = {
      url: `${url}/path`,
      method: 'PUT',
      queryParams: [{ id: '1', key: 'q', value: 'x y' }],
      headers: [{ id: '1', key: 'Authorization', value: 'Basic ada:secret' }],
      body: '{"id":12345678901234567890}',
    };
    expect(await played(requesting(webhook, { isCustomBody: true }))).toEqual([
      'log: success: Webhook successfuly executed.',
      'bot: 200 Thanks',
    ]);
    expect(seen).toEqual([
      [
        'PUT',
        '/path?q=x%20y',
        'Basic YWRhOnNlY3JldA==',
        'application/json',
        '{"id":12345678901234567890}',
      ],
    ]);
  });

  test('that takes too long gives a 408', async () => {
    answer = () => {};
    expect(await played(requesting({ url }, { timeout: 1 }))).toEqual([
      'log: error: Webhook returned an error.',
      'bot: 408 the request took too long',
    ]);
  });

  test('that nobody answers gives a 500, and one that may not be sent a 400', async () => {
    answer = (request) => request.socket.destroy();
    expect((await played(requesting({ url })))[1]).toMatch(
      /^bot: 500 the host could not be reached/,
    );
    expect((await played(requesting({ url: 'http://169.254.169.254/' })))[1]).toBe(
      'bot: 400 the host has no address on the public internet',
    );
    expect((await played(requesting({ url: 'nowhere' })))[1]).toBe(
      'bot: 400 the address is not a URL',
    );
  });

  test('through a proxy is not sent without the credentials of the proxy', async () => {
    const lines = await played(requesting({ url }, { proxyCredentialsId: 'p' }));
    expect(lines[1]).toBe('bot: 400 The credentials of type "http proxy" are missing');
  });

  test('lets the flow go on, and treats an answer that is nested too deep as text', async () => {
    const depth = 100_000;
    answer = (_request, response) => response.end('['.repeat(depth) + ']'.repeat(depth));
    expect(await played(requesting({ url }))).toEqual([
      'log: success: Webhook successfuly executed.',
      // The text is in the answer and in the bot's message: twice 200 000 characters.
      'log: error: Values longer than 250000 characters in all were cut',
      expect.stringMatching(/^bot: 200 \[\[/),
    ]);
  });

  test('lets the flow go on, whatever the server answers', async () => {
    const status = fc.integer({ min: 200, max: 599 });
    const body = fc.oneof(fc.string({ unit: 'binary' }), fc.json({ maxDepth: 3 }));
    const type = fc.constantFrom(
      'application/json',
      'text/html',
      'image/png',
      'application/json; charset=x',
    );
    await fc.assert(
      fc.asyncProperty(status, body, type, async (statusCode, sent, contentType) => {
        answer = (_request, response) => {
          // After a temporary failure it is asked again, at once.
          response.writeHead(statusCode, { 'content-type': contentType, 'retry-after': '0' });
          response.end(sent);
        };
        const lines = await played(requesting({ url, method: 'GET' }));
        expect(lines).toHaveLength(2);
        expect(lines[0]).toMatch(/^log: (success|error): Webhook/);
        expect(lines[1]).toMatch(new RegExp(`^bot: ${statusCode}`));
      }),
      { numRuns: 8, seed: 11 },
    );
  });
});

describe('an effect that a chat may not ask for', () => {
  test('fails with a reason that the author can read', async () => {
    const perform = performer();
    const asks: OutsideEffect[] = [
      {
        kind: 'sendEmail',
        credentialsId: 'default',
        recipients: ['a@example.com'],
        cc: [],
        bcc: [],
        subject: '',
        body: { text: '' },
        attachments: [],
      },
      {
        kind: 'sheets',
        credentialsId: 'c',
        spreadsheetId: 's',
        sheetId: '0',
        task: { action: 'insert', values: { A: '1' } },
      },
      { kind: 'forge', type: 'blink', action: 'Get Users', options: {} },
    ];
    const answers = await Promise.all(asks.map((ask) => perform(ask, 's')));
    expect(answers).toEqual([
      { ok: false, error: 'This chat may not send e-mails' },
      { ok: false, error: 'Its credentials are not there, or this chat may not use them' },
      { ok: false, error: 'Its credentials are not there, or this chat may not use them' },
    ]);
  });

  test('lets the flow go on, with one log', async () => {
    const lines = await played(emailing(2), { isPreview: false, resultId: 'r' });
    expect(lines).toEqual(['log: error: Email not sent', 'bot: on']);
  });
});

test('a turn sends five e-mails and no more', async () => {
  const flow = emailing(7);
  let sent = 0;
  const ports = portsOf(flow, () => {
    sent += 1;
    return Promise.resolve({ ok: true });
  });
  const session = newSession(flow, { isPreview: false, resultId: 'r' });
  const journal = openUnleasedJournal(ports.now, 's');
  const place = { sessionId: 's', turn: 1, firstSeq: 1 };
  const turn = await run(ports, { ...place, session, input: { type: 'start' }, journal });
  expect(sent).toBe(5);
  expect(linesOf(turn.events).filter((line) => line === 'log: error: Email not sent')).toHaveLength(
    1,
  );
});

test('a script runs in the sandbox, and returns the variables it set', async () => {
  const code = 'setVariable("X", 1); return 2';
  const capabilities = { setVariable: true };
  expect(await performer()({ kind: 'runScript', code, args: [], capabilities }, 's')).toEqual({
    ok: true,
    value: 2,
    assignments: [{ name: 'X', value: 1 }],
  });
});

describe('an effect whose result is no longer needed', () => {
  const model = { kind: 'forge', type: 'openai', action: 'Create chat completion' } as const;
  const script = { kind: 'runScript', args: [], capabilities: { fetch: true } } as const;
  const reply = { say: () => undefined, stopped: new AbortController().signal };
  const stopped = 'the request was stopped';
  const refused = { ok: false, error: `The service failed: ${stopped}` };

  test.each<[string, () => OutsideEffect, boolean, object]>([
    [
      'an HTTP request',
      () => ({ kind: 'httpRequest', url, method: 'GET', headers: {}, timeoutMs: 60_000 }),
      false,
      { ok: true, value: { statusCode: 500, body: '', error: stopped, failure: 'stopped' } },
    ],
    [
      'the request of a script',
      () => ({ ...script, code: `await fetch('${url}')` }),
      false,
      { ok: false, error: `TypeError: ${stopped}`, assignments: [] },
    ],
    ['a model', () => ({ ...model, credentialsId: 'c', options: { model: 'm' } }), false, refused],
    [
      'a model that is to stream',
      () => ({ ...model, credentialsId: 'c', options: { model: 'm' } }),
      true,
      refused,
    ],
  ])('is given up, and counts as failed: %s', async (_what, askOf, isStreamed, given) => {
    const abandon = new AbortController();
    const hungUp = new Promise((resolve) => {
      answer = (_request, response) => {
        response.once('close', resolve);
        abandon.abort();
      };
    });
    const http = createHttp({ allowedHosts: ['127.0.0.1'] });
    const data = { apiKey: 'key', baseUrl: url };
    const code = open({ workers: 1, fetch: http.send });
    const perform = createHandleEffect(code, http, {
      openSecrets: async () => ({ type: 'openai', data }),
    });
    const asker = { botId: 'b', reach: undefined, abandoned: abandon.signal };
    const shown = isStreamed && { openReply: async () => reply };
    expect(await perform(askOf(), 's', { ...asker, ...shown })).toEqual(given);
    await hungUp;
  });
});

test('a bug in a handler is a failed result too', async () => {
  const broken = {
    evaluate: () => Promise.reject(new Error('worn out')),
    runScript: sandbox.runScript,
  };
  const rude = { ...broken, evaluate: () => Promise.reject('no') };
  const http = createHttp({ allowedHosts: [] });
  const ask = { kind: 'evaluate', expressions: ['return 1'], args: [] } as const;
  expect(await createHandleEffect(broken, http)(ask, 's')).toEqual({
    ok: false,
    error: 'worn out',
  });
  expect(await createHandleEffect(rude, http)(ask, 's')).toEqual({ ok: false, error: 'no' });
});
