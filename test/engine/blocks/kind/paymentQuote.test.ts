import { expect, test } from '@jest/globals';
import { paymentQuote } from '../../../../src/engine/blocks/kind/paymentQuote.js';

test.each([
  ['30', '', { amount: 3000, currency: 'USD', label: '$30.00' }],
  ['9,90', 'eur', { amount: 990, currency: 'EUR', label: '9,90\u00a0€' }],
  ['19.999', 'USD', { amount: 2000, currency: 'USD', label: '$20.00' }],
  ['500', 'JPY', { amount: 500, currency: 'JPY', label: '¥500' }],
  ['7', ' gbp ', { amount: 700, currency: 'GBP', label: '£7.00' }],
  ['5.1244', 'KWD', { amount: 5120, currency: 'KWD', label: 'KWD\u00a05.120' }],
  ['5.4', 'ISK', { amount: 500, currency: 'ISK', label: 'ISK\u00a05' }],
  ['5.4', 'UGX', { amount: 500, currency: 'UGX', label: 'UGX\u00a05' }],
  ['10.45', 'HUF', { amount: 1045, currency: 'HUF', label: 'HUF\u00a010.45' }],
  ['800.45', 'TWD', { amount: 80_045, currency: 'TWD', label: 'NT$800.45' }],
  ['0.001', 'USD', undefined],
  ['', 'EUR', undefined],
  ['a lot', 'EUR', undefined],
  ['0', 'EUR', undefined],
  ['-3', 'EUR', undefined],
  ['1e308', 'USD', undefined],
  ['99999999999999999', 'JPY', undefined],
  ['3', 'EURO', undefined],
])('an amount of %j in %j is %j', (amount, currency, quote) => {
  expect(paymentQuote(amount, currency)).toEqual(quote);
});
