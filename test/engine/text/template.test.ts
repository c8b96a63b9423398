import { describe, expect, test } from '@jest/globals';
import { returning } from '../../../src/engine/scripts/script.js';
import { viewOf } from '../../support/viewOf.js';

const variables = { Name: 'Ada', List: ['a', null], Sly: '{{Name}}', 'Two Words': 'both' };

function filled(template: string): string {
  return viewOf({ variables }).context.text(template);
}

describe('a template', () => {
  test.each([
    ['Hi {{Name}}!', 'Hi Ada!'],
    ['${{Name}}', '$Ada'],
    ['${{{Name}}}', '${Ada}'],
    ['{{List}}', '["a",null]'],
    ['{{Nobody}}{{ Name}}{{name}}', ''],
    ['{{Two Words}}', 'both'],
    ['{{Sly}}', '{{Name}}'],
    ['{{}} {{{', '{{}} {{{'],
    ['{{=}}', ''],
    ['', ''],
  ])('%j is filled as %j', (template, text) => {
    expect(filled(template)).toBe(text);
  });

  test('requests all its inline code at once, with names as identifiers', () => {
    const { context, unknown } = viewOf({ variables: { ...variables, 'no id': 'x' } });
    context.text('{{= {{Name}} + 1 =}} and {{= return {{Nobody}} 2 =}}');
    expect([...unknown]).toEqual([returning('vName + 1'), ' return  2 ']);
  });

  test('shows the results of inline code: texts unchanged, absent values as empty, the rest as JSON', () => {
    const outcomes: [string, unknown][] = [
      ['a', '{{Name}}'],
      ['b', null],
      ['c', undefined],
      ['d', [1, 'x']],
      ['e', 5],
    ];
    const evaluated = outcomes.map(([code, value]) => ({
      code: returning(code),
      answer: { ok: true as const, value },
    }));
    const { context, unknown } = viewOf({ variables }, evaluated);
    expect(context.text('{{=a=}}|{{=b=}}|{{=c=}}|{{=d=}}|{{=e=}}')).toBe('{{Name}}|||[1,"x"]|5');
    expect(unknown.size).toBe(0);
  });

  test('shows inline code that failed with its names filled in', () => {
    const evaluated = [
      { code: returning('vName is here'), answer: { ok: false as const, error: 'SyntaxError' } },
    ];
    expect(viewOf({ variables }, evaluated).context.text('{{= {{Name}} is here =}}')).toBe(
      'Ada is here',
    );
  });

  test('stays fast on text that only looks like code', () => {
    const text = '{{='.repeat(20_000);
    expect(filled(text)).toBe(text);
  });

  test('fills in whole documents, except ids and texts in a list', () => {
    const document = {
      id: '{{Name}}',
      variableId: '{{Name}}',
      title: '{{Name}}',
      list: ['{{Name}}', { label: '{{Name}}' }, null, 5],
      inner: { url: '/{{Name}}' },
    };
    expect(viewOf({ variables }).context.deep(document)).toEqual({
      id: '{{Name}}',
      variableId: '{{Name}}',
      title: 'Ada',
      list: ['{{Name}}', { label: 'Ada' }, null, 5],
      inner: { url: '/Ada' },
    });
  });
});
