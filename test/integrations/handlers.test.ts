import { expect, test } from '@jest/globals';
import { KINDS, servicesOf, type OutsideEffect } from '../../src/engine/index.js';
import { createHandleEffect } from '../../src/integrations/index.js';
import { chat } from '../support/chat.js';
import { flowOf } from '../support/flowOf.js';
import { standIn } from '../support/standIn.js';

test('the services that a block states are those it requests', () => {
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

/** Actions that the client alone does. */
const ON_CLIENT = new Set(['blink: Redirect', 'cal-com: Book event']);

test('every action of a vendor has a handler', async () => {
  const actions = KINDS.flatMap(({ type }) => servicesOf({ id: 'b', type })).filter((service) =>
    service.includes(': '),
  );
  expect(actions).toContain('qr-code: Generate a QR Code');
  const handle = createHandleEffect(standIn({}), standIn({}));
  for (const service of actions.filter((one) => !ON_CLIENT.has(one))) {
    const [type = '', action = ''] = service.split(': ');
    const result = await handle({ kind: 'forge', type, action, options: {} }, 'chat');
    expect([service, result.ok]).toEqual([service, false]);
    expect(JSON.stringify(result)).not.toMatch(/There is no action/);
  }
});
