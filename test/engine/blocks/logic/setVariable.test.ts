import { describe, expect, test } from '@jest/globals';
import { setVariable } from '../../../../src/engine/blocks/logic/setVariable.js';
import { transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { viewOf } from '../../../support/viewOf.js';

function set(options: object | undefined): string[] {
  const block = { type: 'Set variable', ...(options && { options }) };
  return transcript(
    flowOf({ variables: { A: 'a' }, groups: { Start: [block, say('A is {{A}}')] } }),
  );
}

describe('set variable', () => {
  test('without a variable does nothing', () => {
    expect(set(undefined)).toEqual(['bot: A is a']);
    expect(set({ expressionToEvaluate: '1 + 1' })).toEqual(['bot: A is a']);
  });

  test('drops a value for a variable that does not exist', () => {
    expect(set({ variableId: 'gone', type: 'Empty' })).toEqual(['bot: A is a']);
  });

  test('skips an unknown kind of value with a log', () => {
    expect(set({ variableId: 'vA', type: 'Horoscope' })).toEqual([
      'log: info: Skipped block Start.1: values of type "Horoscope" are not known here',
      'bot: A is a',
    ]);
  });

  test('goes on after a result that no value asked for', () => {
    const { context } = viewOf();
    const answer = { ok: true, value: 1 } as const;
    const block = { id: 'b', type: 'Set variable' as const };
    const resume = (options?: { variableId?: string; type?: string }) =>
      setVariable.resume?.(answer, { ...block, options }, context);
    expect(resume({ variableId: 'vA', type: 'Empty' })).toEqual({ go: 'next' });
    expect(resume({ type: 'Horoscope' })).toEqual({ go: 'next' });
    expect(resume()).toEqual({ go: 'next', set: [{ variableId: '', value: '1' }], logs: [] });
  });

  test('skips options that are not well formed with a log', () => {
    expect(set({ variableId: 'vA', expressionToEvaluate: 5 })).toEqual([
      'log: error: Skipped block Start.1: it is not a well-formed "Set variable"',
      'bot: A is a',
    ]);
  });
});
