import { expect, test } from '@jest/globals';
import { isResultKept } from '../../src/chat/handleEffect.js';

test('what the outside answered holds when a turn is taken again, but for a payment that could not be prepared', () => {
  const pay = {
    kind: 'createPayment',
    provider: 'Stripe',
    credentialsId: 'c',
    amount: 500,
    currency: 'EUR',
    isTest: false,
  } as const;
  const code = { kind: 'evaluate', expressions: [], args: [] } as const;
  const failed = { ok: false, error: 'the account is unknown' } as const;
  expect(isResultKept(pay, failed)).toBe(false);
  expect(isResultKept(pay, { ok: true })).toBe(true);
  expect(isResultKept(code, failed)).toBe(true);
});
