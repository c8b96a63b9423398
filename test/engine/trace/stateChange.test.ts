import { describe, expect, test } from '@jest/globals';
import { foldTrace } from '../../../src/engine/trace/foldTrace.js';
import { changesBetween } from '../../../src/engine/trace/stateChange.js';
import type { Frame, Session } from '../../../src/engine/interpreter/session.js';
import { newSession } from '../../support/chat.js';
import { flowOf, say } from '../../support/flowOf.js';

const session = newSession(flowOf({ groups: { Start: [say('Hi')] } }));

/** The session with other members of its only frame. */
function withFrame(from: Session, members: Partial<Frame>): Session {
  return { ...from, stack: from.stack.map((frame) => ({ ...frame, ...members })) };
}

/** The kinds of the changes between two sessions, which fold to the second one. */
function changes(before: Session, now: Session): string[] {
  const found = changesBetween(before, now);
  const entry = { kind: 'began', at: 0, changes: found } as const;
  expect(foldTrace(before, [entry])).toEqual(now);
  return found.map(({ change }) => change);
}

const [ada, grace] = [
  { id: 'a', name: 'A', value: 'Ada' },
  { id: 'g', name: 'G', value: 'Grace' },
];

test('a trace that begins with a whole state needs no session before it', () => {
  const { open: _none, ...state } = session;
  expect(foldTrace(undefined, [{ kind: 'state', at: 0, state }])).toEqual(state);
  expect(foldTrace(undefined, [{ kind: 'began', at: 0 }])).toBeUndefined();
});

describe('the change of a session is stored', () => {
  test('as one write for a variable that moves to the end of the list', () => {
    const before = withFrame(session, { variables: [ada, grace] });
    const now = withFrame(before, { variables: [grace, { ...ada, value: 'Ada Lovelace' }] });
    expect(changes(before, now)).toEqual(['variable']);
    const kept = withFrame(now, { variables: [{ ...grace, isSessionVariable: true }] });
    expect(changes(session, withFrame(session, kept.stack[0] ?? {}))).toEqual(['variable']);
  });

  test('with whole lists where variables or answers came about in another way', () => {
    const before = withFrame(session, {
      variables: [ada, grace],
      answers: [
        { key: 'A', value: '1' },
        { key: 'B', value: '2' },
      ],
    });
    const { variables, answers } = before.stack[0] ?? { variables: [], answers: [] };
    const now = withFrame(before, {
      variables: variables.toReversed(),
      answers: answers.slice(0, 1),
    });
    expect(changes(before, now)).toEqual(['variables', 'answers']);
  });

  test('with the place to which a bot returns', () => {
    const returnMark = { groupId: 'Start', index: 0, then: 'after' } as const;
    const marked = withFrame(session, { returnMark });
    expect(changes(session, marked)).toEqual(['marks']);
    const { returnMark: _gone, ...frame } = marked.stack[0] ?? {};
    expect(changes(marked, { ...marked, stack: [frame as Frame] })).toEqual(['marks']);
  });

  test('with what was added to the transcript, or all of it where the beginning is another', () => {
    const { transcript: _none, ...silent } = session;
    const first = { ...silent, transcript: 'Hi' };
    expect(changes(silent, first)).toEqual(['said']);
    expect(changesBetween(first, { ...first, transcript: 'Hi Ada' })).toEqual([
      { change: 'said', kept: 2, added: ' Ada' },
    ]);
    expect(changesBetween(first, silent)).toEqual([{ change: 'said', kept: 0, added: '' }]);
    expect(changesBetween(first, { ...first, transcript: 'Bye' })).toEqual([
      { change: 'said', kept: 0, added: 'Bye' },
    ]);
  });
});
