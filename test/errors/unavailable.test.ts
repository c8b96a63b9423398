import { expect, test } from '@jest/globals';
import { KINDS, servicesOf, type AnyBlock, type OutsideEffect } from '../../src/engine/index.js';
import { serviceOf, whyUnavailable } from '../../src/errors/unavailable.js';
import { chat } from '../support/chat.js';
import { flowOf } from '../support/flowOf.js';

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

/** Which of the services of a vendor's block are there. */
function availableIn(block: AnyBlock): string[] {
  return servicesOf(block).filter(
    (one) => one.includes(': ') && whyUnavailable([one]) === undefined,
  );
}

test('of the actions of vendors, these are available', () => {
  const there = KINDS.flatMap(({ type }) => availableIn({ id: 'b', type }));
  expect(there.toSorted()).toEqual([
    'blink: Redirect',
    'cal-com: Book event',
    ...['deepseek', 'groq', 'mistral', 'open-router', 'openai', 'perplexity', 'together-ai'].map(
      (type) => `${type}: Create chat completion`,
    ),
    'qr-code: Generate a QR Code',
    'zendesk: Open Web Widget',
  ]);
});
