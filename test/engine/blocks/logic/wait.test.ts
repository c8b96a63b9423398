import { describe, expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';

function wait(options: object | undefined, answers: (string | null)[] = []): string[] {
  const block = { type: 'Wait', ...(options && { options }) };
  return transcript(
    flowOf({ variables: { S: '2' }, groups: { Start: [block, say('on')] } }),
    answers,
  );
}

describe('a wait', () => {
  test('lets the client wait and goes on at once', () => {
    expect(wait({ secondsToWaitFor: '{{S}}' })).toEqual([
      '! wait {"secondsToWaitFor":2}',
      'bot: on',
    ]);
    expect(wait({ secondsToWaitFor: '0,5' })[0]).toBe('! wait {"secondsToWaitFor":0.5}');
  });

  test('of 0 seconds, a negative number, or a text is skipped', () => {
    for (const secondsToWaitFor of ['0', '-1', 'soon', '']) {
      expect(wait({ secondsToWaitFor })).toEqual(['bot: on']);
    }
    expect(wait(undefined)).toEqual(['bot: on']);
  });

  test('with a pause rests until the client reports back, with a message or without', () => {
    const options = { secondsToWaitFor: '0', shouldPause: true };
    expect(wait(options, [null])).toEqual(['! wait {"secondsToWaitFor":0} and waits', 'bot: on']);
    expect(wait(options, ['ok']).at(-1)).toBe('bot: on');
  });
});
