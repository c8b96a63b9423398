import { describe, expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';

function play(content: object | undefined, answers: (string | null)[] = []): string[] {
  const flow = flowOf({
    variables: { Path: 'form', Data: 'before', Height: '250' },
    groups: { Start: [{ type: 'embed', ...(content && { content }) }, say('Got {{Data}}')] },
  });
  return transcript(flow, answers);
}

describe('an embed', () => {
  test('shows a page of another site and goes on', () => {
    expect(play({ url: 'https://example.com/{{Path}}', height: '{{Height}}' })).toEqual([
      'bot: [embed] {"url":"https://example.com/form","height":250}',
      'bot: Got before',
    ]);
    expect(play({ height: 300 })[0]).toBe('bot: [embed] {"height":300}');
  });

  test('without content is skipped', () => {
    expect(play(undefined)).toEqual(['bot: Got before']);
  });

  test('waits for the event of its options, and stores the data of the event', () => {
    const waitForEvent = { isEnabled: true, name: 'sent', saveDataInVariableId: 'vData' };
    const message = `bot: [embed] {"waitForEvent":${JSON.stringify(waitForEvent)}}`;
    expect(play({ waitForEvent })).toEqual([message]);
    expect(play({ waitForEvent }, ['{"a":1}'])).toEqual([message, 'bot: Got {"a":1}']);
    expect(play({ waitForEvent }, [null])).toEqual([message, 'bot: Got before']);
  });

  test('that ends a linked bot lets the chat come back', () => {
    const outer = flowOf({
      groups: { Start: [{ type: 'Bot link', options: { botId: 'inner' } }, say('Back again')] },
    });
    const ending = (content: object) =>
      transcript(outer, [null], {
        flows: [flowOf({ groups: { In: [{ type: 'embed', content }] } }, 'inner')],
        answer: () => ({ ok: true, value: { botId: 'inner', flowId: 'inner' } }),
      });
    expect(ending({ height: 1 }).slice(0, 2)).toEqual([
      'bot: [embed] {"height":1}',
      'bot: Back again',
    ]);
    expect(ending({ waitForEvent: { isEnabled: true } })).toEqual([
      'bot: [embed] {"waitForEvent":{"isEnabled":true}}',
      'bot: Back again',
    ]);
  });

  test('stores nothing if no variable is named, and does not wait without an event', () => {
    expect(play({ waitForEvent: { isEnabled: true } }, ['data']).at(-1)).toBe('bot: Got before');
    expect(play({ waitForEvent: { isEnabled: false } })).toHaveLength(2);
  });
});
