import { describe, expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';

const live = { isPreview: false, resultId: 'result' };

function played(options: object | undefined, more: object = live): string[] {
  const block = { type: 'Analytics', ...(options && { options }) };
  const variables = { Price: '12.5', Name: 'Ada' };
  const flow = flowOf({ variables, groups: { Start: [block, say('on')] } });
  return transcript(flow, [], more).filter((line) => !line.startsWith('! startProps'));
}

describe('analytics', () => {
  test('let the client report an event, with numbers as numbers, and the chat goes on', () => {
    const options = {
      trackingId: '123',
      category: '{{Name}}',
      action: 'buy',
      label: '',
      value: '{{Price}}',
      sendTo: 'AW-1/2',
    };
    const { label: _empty, ...sent } = { ...options, category: 'Ada', value: 12.5 };
    expect(played(options)).toEqual([`! analytics ${JSON.stringify(sent)}`, 'bot: on']);
    expect(played({ value: 3 })[0]).toBe('! analytics {"value":3}');
  });

  test('report nothing in a preview, or without options', () => {
    expect(played({ action: 'buy' }, {})).toEqual(['bot: on']);
    expect(played(undefined)).toEqual(['bot: on']);
  });
});
