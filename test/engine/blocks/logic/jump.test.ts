import { describe, expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';

function jump(options: object | undefined): string[] {
  return transcript(
    flowOf({
      variables: { Where: 'Other' },
      groups: {
        Start: [{ type: 'Jump', ...(options && { options }) }, say('next')],
        Other: [say('first'), say('second')],
        Empty: [],
      },
    }),
  );
}

describe('a jump', () => {
  test('goes to a group, to a block in it, or to a group by the title in a variable', () => {
    expect(jump({ groupId: 'Other' })).toEqual(['bot: first', 'bot: second']);
    expect(jump({ groupId: 'Other', blockId: 'Other.2' })).toEqual(['bot: second']);
    expect(jump({ groupId: '{{Where}}' })).toEqual(['bot: first', 'bot: second']);
  });

  test('without a group just goes on', () => {
    expect(jump(undefined)).toEqual(['bot: next']);
    expect(jump({ groupId: '' })).toEqual(['bot: next']);
  });

  test('to a group that does not exist ends the path with a log', () => {
    expect(jump({ groupId: 'Gone' })).toEqual([
      'log: error: Cannot jump to group Gone: it does not exist',
    ]);
    expect(jump({ groupId: '{{Nobody}}' })).toHaveLength(1);
    expect(jump({ groupId: 'Empty' })).toEqual([]);
  });

  test('to a block that does not exist goes to the first of its group with a log', () => {
    expect(jump({ groupId: 'Other', blockId: 'gone' })).toEqual([
      'log: error: Block gone is not in group "Other": jumped to its first block',
      'bot: first',
      'bot: second',
    ]);
  });
});
