import { describe, expect, test } from '@jest/globals';
import { KINDS, type OutsideEffect, servicesOf } from '../../src/engine/index.js';
import type { EffectOrigin } from '../../src/integrations/effectOrigin.js';
import { createHttp, type Http } from '../../src/integrations/http.js';
import { createHandleEffect } from '../../src/integrations/index.js';
import { chat } from '../support/chat.js';
import { flowOf } from '../support/flowOf.js';
import { FAULTS, HANDLER_ROWS, type HandlerRow } from '../support/handlerRows.js';
import { recordAt } from '../support/parts.js';
import { standIn } from '../support/standIn.js';
import { CANARY } from '../support/vendorCall.js';
import { json, useVendor } from '../support/vendorServer.js';

const vendor = useVendor();

const patient = createHttp({ allowedHosts: ['127.0.0.1'] });

/** An HTTP client with a shorter time limit than handlers have, for services that do not answer. */
const impatient: Http = {
  ...createHttp({ allowedHosts: ['127.0.0.1'], limits: { timeoutMs: 150 } }),
  openFetch: (use) => patient.openFetch({ ...use, timeoutMs: 150 }),
};

interface Around {
  readonly http?: Http;
  readonly origin?: Partial<EffectOrigin>;
}

/** Performs the effect of a block. Only the service is a fake, on this machine. */
async function ask(service: string, { options }: HandlerRow, around: Around = {}) {
  const { http = patient, origin } = around;
  const [type = '', action = ''] = service.split(': ');
  const data = {
    apiKey: CANARY,
    baseUrl: vendor.url(),
    apiEndpoint: vendor.url(),
    host: vendor.url(),
  };
  const addresses = new Map([[type, vendor.url()]]);
  const openSecrets = async () => ({ type, data: { ...data, knowledgeApiKey: CANARY } });
  const handle = createHandleEffect(standIn({}), http, { openSecrets, addresses });
  const filled = JSON.stringify({ ...options }).replaceAll('$vendor', vendor.url());
  const effect = {
    kind: 'forge',
    type,
    action,
    options: recordAt(JSON.parse(filled)),
    credentialsId: 'c',
  } as const;
  const keepFile: EffectOrigin['keepFile'] = async () => 'https://ours.example/files/1';
  return handle(effect, 'ses', {
    botId: 'b',
    reach: undefined,
    callKey: 'call',
    keepFile,
    ...origin,
  });
}

describe.each(Object.entries(HANDLER_ROWS))('%s', (service, row) => {
  test('succeeds, and repeats its requests with the same keys after a crash', async () => {
    const keysOf = async () => {
      vendor.answer(...row.answers);
      expect(await ask(service, row)).toMatchObject({ ok: true });
      const changing = vendor.requests.filter(({ method }) => method !== 'GET');
      return changing.map(({ headers }) => String(headers['idempotency-key']));
    };
    const keys = await keysOf();
    expect(await keysOf()).toEqual(keys);
    expect(keys.every((key) => key.startsWith('call'))).toBe(true);
    expect(keys.length > 0).toBe(row.reads === undefined);
  });

  test.each(Object.entries(FAULTS))('fails with a log if the service %s', async (_how, fault) => {
    vendor.answer(fault);
    const result = await ask(service, row);
    expect(result).toMatchObject({ ok: false, error: expect.stringMatching(/\S/) });
    expect(JSON.stringify(result)).not.toContain(CANARY);
  });

  test('fails with a log if the service does not answer in time', async () => {
    vendor.answer(() => undefined);
    const result = await ask(service, row, { http: impatient });
    expect(result).toMatchObject({ ok: false, error: expect.stringContaining('took too long') });
  });

  test('fails with a log if an answer that it reads is malformed', async () => {
    for (const malformed of [json('<html>'), json({ data: 1 })]) {
      vendor.answer(malformed);
      expect(await ask(service, row)).toMatchObject({ ok: row.isSent === true });
    }
  });

  test('is aborted with its turn', async () => {
    const turn = new AbortController();
    vendor.answer(() => turn.abort());
    const result = await ask(service, row, { origin: { abandoned: turn.signal } });
    expect(result).toMatchObject({ ok: false });
    expect(vendor.requests).toHaveLength(1);
  });
});

/** Actions that only the client performs. */
const ON_CLIENT = ['blink: Redirect', 'cal-com: Book event'];

/** Effects that blocks need beside the services that they state. */
const UNSTATED = ['evaluate', 'runScript', 'verifyPayment'];

/** Effects and actions with their own test files. */
const TRIED_ELSEWHERE = [
  ...['httpRequest', 'sendEmail', 'sheets', 'gmail: Send email', 'createPayment', 'verifyPayment'],
  ...['evaluate', 'runScript', 'qr-code: Generate a QR Code', 'zendesk: Open Web Widget'],
];

test('every effect that a block can request is tested here or in its own file, and no others are', () => {
  const classic = servicesOf({ id: 'b', type: 'OpenAI', ...{ options: { task: 'Create image' } } });
  const stated = KINDS.flatMap(({ type }) => servicesOf({ id: 'b', type }));
  const needed = [...stated, ...classic, ...UNSTATED];
  const handled = [...new Set(needed)].filter((service) => !ON_CLIENT.includes(service));
  const listed = [...Object.keys(HANDLER_ROWS), ...TRIED_ELSEWHERE];
  expect(listed.sort()).toEqual(handled.sort());
});

test('the services that a block states are those that it calls', () => {
  for (const { type, example } of KINDS) {
    const block = { id: 'b', type, ...example };
    const asked: string[] = [];
    chat(flowOf({ groups: { Start: [block] } }), [], {
      isPreview: false,
      answer: (ask) => {
        if (!['loadBot', 'evaluate', 'runScript'].includes(ask.kind))
          asked.push(serviceOf(ask as OutsideEffect));
        return { ok: false, error: 'No' };
      },
    });
    for (const service of asked) expect([type, servicesOf(block)]).toEqual([type, [service]]);
  }
});

function serviceOf(effect: OutsideEffect): string {
  return effect.kind === 'forge' ? `${effect.type}: ${effect.action}` : effect.kind;
}

test('every action of a vendor has a handler', async () => {
  const actions = KINDS.flatMap(({ type }) => servicesOf({ id: 'b', type })).filter((service) =>
    service.includes(': '),
  );
  expect(actions).toContain('qr-code: Generate a QR Code');
  const handle = createHandleEffect(standIn({}), standIn({}));
  for (const service of actions.filter((one) => !ON_CLIENT.includes(one))) {
    const [type = '', action = ''] = service.split(': ');
    const result = await handle({ kind: 'forge', type, action, options: {} }, 'chat');
    expect([service, result.ok]).toEqual([service, false]);
    expect(JSON.stringify(result)).not.toMatch(/There is no action/);
  }
});
