import { describe, expect, test } from '@jest/globals';
import { replyOf } from '../../../../src/engine/reply/replyOf.js';
import { custom as customValue } from '../../../../src/engine/blocks/values/custom.js';
import { chat, type Sent } from '../../../support/chat.js';
import { flowOf } from '../../../support/flowOf.js';
import { reported, valueAfter, valueIn } from '../../../support/valueAfter.js';
import { viewOf } from '../../../support/viewOf.js';

const variables = { Name: 'Ada', Age: '36', List: ['a', 'b'], Zip: '007', Quote: 'it\'s "5"' };

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
    ['null', null],
    ['true', 'true'],
    ['[]', []],
    ['[1, true, null, "a", { "b": 1 }]', ['1', 'true', null, 'a', '{"b":1}']],
    ['{{Nobody}} + 1', '1'],
    ['NaN', null],
    ['Unset{{Nobody}}', 'Unset'],
  ])('written as the code %j gives %j', (code, value) => {
    expect(custom(code)).toEqual(value);
  });

  test.each<[string, unknown]>([
    ['', null],
    ['John', 'John'],
    ['Hello world', 'Hello world'],
    ['Hello {{Name}}!', 'Hello Ada!'],
    ['\nHello there\n', '\nHello there\n'],
    ['Please return {{Name}}', 'Please return Ada'],
    ['82510-070', '82510-070'],
    ['007', '007'],
    ['+33612345678', '+33612345678'],
    ['1000', '1000'],
    ['100.50', '100.50'],
    ['19.90', '19.90'],
    ['20.00', '20.00'],
    ['-7.0', '-7.0'],
    ['console', 'console'],
    [' Math ', ' Math '],
    ['this', 'this'],
    ['12345678901234567890', '12345678901234567890'],
    [' 12 ', ' 12 '],
    ['{{Name}}', 'Ada'],
    ['{{List}}', '["a","b"]'],
    ['{{Nobody}}', null],
    ['{{= {{Age}} + 1 =}} years', '37 years'],
    ['function () {}', 'function () {}'],
    ['() => 5', '() => 5'],
    ['Symbol("x")', 'Symbol("x")'],
    ['   ', null],
  ])('written as the text %j gives %j', (text, value) => {
    expect(custom(text)).toEqual(value);
  });

  test('that was never written clears the variable', () => {
    expect(valueAfter({}, { X: 'full' })).toBeNull();
  });

  test('does not run text that code would not change', () => {
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

  test('is logged with the reason when it fails, if it is meant as code', () => {
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
    expect(chat(flow)[0]?.events).toContainEqual({
      kind: 'log',
      log: {
        status: 'error',
        description: 'The code of a variable failed',
        details: 'ReferenceError: nobody is not defined',
        ...{ blockId: 'Start.1', groupId: 'Start' },
      },
    });
    const [turn] = chat(flow);
    expect(turn?.session.stack[0]?.variables).toEqual([
      { id: 'vX', name: 'X', value: 'nobody.here' },
      { id: 'vError', name: 'Error', value: 'ReferenceError: nobody is not defined' },
    ]);
    expect(valueAfter({ expressionToEvaluate: 'a.b', isCode: true })).toBe('a.b');
  });
});

describe('a custom value that is marked as no code', () => {
  test('is text, whatever it looks like', () => {
    const options = { expressionToEvaluate: '{{Age}} + 1', isCode: false };
    expect(valueAfter(options, variables)).toBe('36 + 1');
    expect(valueAfter({ ...options, isExecutedOnClient: true }, variables)).toBe('36 + 1');
  });
});

describe('a custom value of the client', () => {
  const flowFor = (expressionToEvaluate: string) =>
    flowOf({
      variables: { X: 'before', ...variables },
      groups: {
        Start: [
          {
            type: 'Set variable',
            options: { variableId: 'vX', expressionToEvaluate, isExecutedOnClient: true },
          },
        ],
      },
    });
  const valueOnceSent = (sent: Sent) =>
    valueIn(chat(flowFor('location.href'), [sent]).at(-1), 'vX');

  test('is computed by the client, which gets the values it needs', () => {
    const [turn] = chat(flowFor('document.title + {{Age}} + {{List}}.length'));
    expect(replyOf(turn?.events ?? []).clientSideActions).toEqual([
      {
        type: 'setVariable',
        expectsDedicatedReply: true,
        setVariable: {
          scriptToExecute: {
            content: 'document.title + vAge + vList.length',
            args: [
              { id: 'vAge', value: 36 },
              { id: 'vList', value: ['a', 'b'] },
            ],
          },
        },
      },
    ]);
    expect(reported(turn, { document: { title: 'Ada' } })).toBe('Ada362');
  });

  test.each<[Sent, unknown]>([
    ['plain text', 'plain text'],
    ['"quoted"', 'quoted'],
    ['["a", 1]', ['a', '1']],
    ['{"a": 1}', '{"a":1}'],
    ['1e3', '1000'],
    ['0.5', '0.5'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e400', '1e400'],
    ['true', 'true'],
    ['null', null],
    ['', null],
    [null, 'before'],
  ])('sent as %j becomes %j', (sent, value) => {
    expect(valueOnceSent(sent)).toEqual(value);
  });

  test('does not change the variable if the client fails', () => {
    const options = { variableId: 'vX', isExecutedOnClient: true };
    expect(customValue.resume?.({ ok: false, error: 'gone' }, options, viewOf().context)).toEqual({
      go: 'next',
    });
  });

  test('clears the variable without code, and is text with inline code, without asking the client', () => {
    const valueOf = (expressionToEvaluate: string) =>
      valueAfter({ expressionToEvaluate, isExecutedOnClient: true }, variables);
    expect(valueOf('')).toBeNull();
    expect(valueOf('{{= {{Age}} + 1 =}} years')).toBe('37 years');
  });
});
