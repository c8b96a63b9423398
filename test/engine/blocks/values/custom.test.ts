import { describe, expect, test } from '@jest/globals';
import { chat, transcript } from '../../../support/chat.js';
import { flowOf } from '../../../support/flowOf.js';
import { valueAfter } from '../../../support/valueAfter.js';

const variables = {
  Name: 'Ada',
  Age: '36',
  List: ['a', 'b'],
  Zip: '007',
  Quote: 'it\'s "5"',
};

function custom(expressionToEvaluate: string): unknown {
  return valueAfter({ expressionToEvaluate }, variables);
}

describe('a custom value', () => {
  test.each<[string, unknown]>([
    ['42', '42'],
    ['1/2', '0.5'],
    ['10-20', '-10'],
    ['1e3', '1000'],
    ['{{Age}} + 1', '37'],
    ['{{Age}} > 18', 'true'],
    ['{{Zip}} + 1', '0071'],
    ['{{List}}.length', '2'],
    ['{{List}}.map((one) => one + "!")', ['a!', 'b!']],
    ['{{List}}.concat(null, 1, { a: 1 })', ['a', 'b', null, '1', '{"a":1}']],
    ['{{Name}}.toLowerCase()', 'ada'],
    ['`${{{Name}}}!`', 'Ada!'],
    ['const x = 1; return x + 1', '2'],
    ['{ "a": 1 }', '{"a":1}'],
    ['new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['\n 5 + 5\n', '10'],
    ['""', null],
    ['undefined', null],
    ['NaN', null],
    ['Unset{{Nobody}}', 'Unset'],
  ])('written as the code %j gives %j', (code, value) => {
    expect(custom(code)).toEqual(value);
  });

  test.each<[string, unknown]>([
    ['', null],
    ['John', 'John'],
    ['Hello {{Name}}!', 'Hello Ada!'],
    ['\nHello there\n', '\nHello there\n'],
    ['Please return {{Name}}', 'Please return Ada'],
    ['82510-070', '82510-070'],
    ['007', '007'],
    ['+33612345678', '+33612345678'],
    ['100.50', '100.50'],
    ['12345678901234567890', '12345678901234567890'],
    [' 12 ', ' 12 '],
    ['{{Name}}', 'Ada'],
    ['{{List}}', '["a","b"]'],
    ['{{Nobody}}', null],
    ['{{= {{Age}} + 1 =}} years', '37 years'],
    ['function () {}', 'function () {}'],
    ['   ', null],
  ])('written as the text %j gives %j', (text, value) => {
    expect(custom(text)).toEqual(value);
  });

  test('that was never written clears the variable', () => {
    expect(valueAfter({}, { X: 'full' })).toBeNull();
  });

  test('asks nothing of the outside for what code would leave as it is', () => {
    for (const text of ['42', '-1.5', '007', '{{Name}}', '']) {
      const block = {
        type: 'Set variable',
        options: { variableId: 'vX', expressionToEvaluate: text },
      };
      const [turn] = chat(
        flowOf({ variables: { X: null, Name: 'a' }, groups: { Start: [block] } }),
      );
      expect(turn?.session.phase).toBe('ended');
    }
  });

  test('says why it failed, and keeps the reason, when it is meant as code', () => {
    const options = {
      variableId: 'vX',
      expressionToEvaluate: 'nobody.here',
      isCode: true,
      saveErrorInVariableId: 'vError',
    };
    const flow = flowOf({
      variables: { X: null, Error: null },
      groups: { Start: [{ type: 'Set variable', options }] },
    });
    expect(transcript(flow)).toEqual([
      'log: error: The code of a variable failed: ReferenceError: nobody is not defined',
    ]);
    const [turn] = chat(flow);
    expect(turn?.session.stack[0]?.variables).toEqual([
      { id: 'vX', name: 'X', value: 'nobody.here' },
      { id: 'vError', name: 'Error', value: 'ReferenceError: nobody is not defined' },
    ]);
    expect(valueAfter({ expressionToEvaluate: 'a.b', isCode: true })).toBe('a.b');
  });
});
