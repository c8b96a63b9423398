import { expect, test } from '@jest/globals';
import { compileFlow } from '../../../src/engine/flow/flow.js';
import { fillingsIn } from '../../../src/engine/flow/fillings.js';
import { referencesIn } from '../../../src/engine/flow/references.js';
import { flowOf } from '../../support/flowOf.js';

const variables = { Price: '30', Other: null };

function filledBy(block: { readonly type: string; readonly [member: string]: unknown }): string[] {
  const { definition } = flowOf({ variables, groups: { Start: [block] } });
  const flow = compileFlow('flow', definition);
  return definition.groups
    .flatMap(({ blocks }) => blocks)
    .flatMap((one) => [...fillingsIn(one, flow)])
    .map(({ variableId, by }) => `${variableId}: ${by}`);
}

const set = (options: object) => ({
  type: 'Set variable',
  options: { variableId: 'vPrice', ...options },
});
const choice = (content: string, options: object = {}) => ({
  type: 'choice input',
  items: [{ id: '1', content }],
  options: { variableId: 'vPrice', ...options },
});
const code = (content: string, more: object = {}) => ({
  type: 'Code',
  options: { content, isExecutedOnClient: false, ...more },
});
const AUTHOR = ['vPrice: author'];

test.each([
  ['a Set variable block', set({ expressionToEvaluate: '30' }), AUTHOR],
  ['a value made of another variable', set({ expressionToEvaluate: '{{Other}} * 2' }), AUTHOR],
  ['a time', set({ type: 'Now' }), AUTHOR],
  ['a sum of what was there', set({ expressionToEvaluate: '{{Price}} + 5' }), []],
  ['a list that grows', set({ type: 'Append value(s)', item: 'x' }), []],
  [
    'a variable that is gone',
    set({ variableId: 'vGone', expressionToEvaluate: '1' }),
    ['vGone: author'],
  ],
  ['code of the client', set({ expressionToEvaluate: 'f()', isExecutedOnClient: true }), []],
  [
    'the member that is taken out',
    set({ type: 'Pop', saveItemInVariableId: 'vOther' }),
    ['vOther: author'],
  ],
  ['code', code('setVariable("Price", 1); setVariable("Nobody", 2)'), AUTHOR],
  ['code on the page', code('setVariable("Price", 1)', { isExecutedOnClient: true }), []],
  [
    'code where nothing is said',
    { type: 'Code', options: { content: 'setVariable("Price", 1)' } },
    [],
  ],
  [
    'a response',
    { type: 'Webhook', options: { responseVariableMapping: [{ id: '1', variableId: 'vPrice' }] } },
    AUTHOR,
  ],
  ['a question', { type: 'text input', options: { variableId: 'vPrice' } }, ['vPrice: text input']],
  ['a question without a variable', { type: 'text input' }, []],
  ['a choice of the author', choice('30'), AUTHOR],
  ['a choice of a variable', choice('{{Other}}'), ['vPrice: choice input']],
  ['a choice of a list', choice('30', { dynamicVariableId: 'vOther' }), ['vPrice: choice input']],
  ['a text', { type: 'text', content: { plainText: '{{Price}}' } }, []],
])('%s fills the variables that it says, with a value of whom it says', (_what, block, filled) => {
  expect(filledBy(block)).toEqual(filled);
});

test.each([
  ['{{A}}', ['A']],
  ['https://{{A}}.example.com/{{B}}?c={{C}}', ['A']],
  ['https://example.com/{{A}}', []],
  ['https://example.com{{A}}', ['A']],
  ['https://example.com?to={{A}}', []],
  ['{{A}}{{B}}#{{C}}', ['A']],
  ['https://{{A}}{{B}}#{{C}}', ['A', 'B']],
  ['{{A}}.example.com{{B}}', ['A']],
  ['{{= {{A}} =}}/x', ['A']],
  ['mailto:{{A}}', []],
  ['tel:{{A}}', []],
])('the address %s has a host that %j decide', (url, names) => {
  const found = [...referencesIn({ id: 'b', type: 'Redirect', options: { url } } as never)];
  const deciding = found.flatMap((one) => ('name' in one && one.decides ? [one.name] : []));
  expect(deciding).toEqual(names);
});

test('every variable in an amount decides what is paid', () => {
  const options = { amount: '{{= {{A}} / {{B}} =}}', labels: { button: 'Pay {{C}}' } };
  const found = [...referencesIn({ id: 'b', type: 'payment input', options } as never)];
  const deciding = found.flatMap((one) => ('name' in one && one.decides ? [one.name] : []));
  expect(deciding).toEqual(['A', 'B']);
});
