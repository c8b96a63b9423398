import { describe, expect, test } from '@jest/globals';
import { longestPathsOf } from '../../../src/engine/progress/longestPaths.js';
import { progressSoFar } from '../../../src/engine/progress/progress.js';
import type { StepResult } from '../../../src/engine/interpreter/step.js';
import { chat, newSession, runTurn, type Sent } from '../../support/chat.js';
import { ask, flowOf, say, type BlockSketch } from '../../support/flowOf.js';

const theme = { general: { progressBar: { isEnabled: true } } };
const question = ask('text input');
const shown = ({ events }: StepResult) =>
  events.flatMap((event) => (event.kind === 'progress' ? [event.progress] : []));
const progress = (groups: Record<string, BlockSketch[]>, answers: readonly Sent[] = []) =>
  chat(flowOf({ theme, groups }), answers).flatMap(shown);

describe('progress', () => {
  test('rises in even steps if questions follow each other', () => {
    expect(progress({ Start: [question, question, question] }, ['a', 'b', 'c'])).toEqual([
      25, 50, 75, 100,
    ]);
    expect(progress({ Start: [say('Hi'), question] }, ['a'])).toEqual([50, 100]);
    expect(progress({ Start: [say('Hi')] })).toEqual([100]);
  });

  test('counts the longest path ahead, not all paths', () => {
    const groups = {
      Start: [question, { type: 'Condition', items: [{ id: 'b', to: 'B' }], to: 'C' }],
      B: [question],
      C: [question, { ...question, to: 'Empty' }],
      Empty: [],
    };
    expect(progress(groups)).toEqual([25]);
  });

  test('does not rise on a retry', () => {
    expect(progress({ Start: [ask('number input')] }, ['x', '1'])).toEqual([50, 50, 100]);
  });

  test('follows the edges of cards and static jumps, and counts no circle twice', () => {
    const cards = {
      type: 'cards',
      items: [
        {
          id: 'card',
          title: 'One',
          paths: [
            { id: 'p', text: 'Go', to: 'Far' },
            { id: 'q', text: 'Stay' },
          ],
        },
      ],
    };
    const jump = (groupId: string) => ({ type: 'Jump', options: { groupId } });
    const groups = {
      Start: [cards],
      Far: [question, jump('Farther')],
      Farther: [question, jump('Start')],
    };
    expect(progress(groups)).toEqual([25]);
    expect(progress({ Start: [question, jump('{{Where}}'), question] })).toEqual([100 / 3]);
    expect(progress({ Start: [question, { type: 'Jump' }, question] })).toEqual([100 / 3]);
  });

  test('is shown while the chat waits for an action of the client, and before it begins', () => {
    const pause = { type: 'Wait', options: { secondsToWaitFor: '1', shouldPause: true } };
    const groups = { Start: [question, pause, question] };
    expect(progress(groups, ['a', ''])).toEqual([100 / 3, 200 / 3, 200 / 3]);
    const flow = flowOf({ theme, groups });
    expect(progressSoFar(newSession(flow))).toEqual([{ kind: 'progress', progress: 0 }]);
    expect(progressSoFar(newSession(flowOf({ groups })))).toEqual([]);
    const { progress: _, ...older } = newSession(flow);
    expect(shown(runTurn(() => flow, older, { type: 'start' }))).toEqual([100 / 3]);
  });

  test('is not shown without a progress bar', () => {
    expect(chat(flowOf({ groups: { Start: [question] } }), ['a']).flatMap(shown)).toEqual([]);
  });

  test('follows the edge of a link whose bot is running', () => {
    const inner = flowOf({ groups: { Start: [question] } }, 'inner');
    const link = { type: 'Bot link', options: { botId: 'inner' }, to: 'Far' };
    const flow = flowOf({ theme, groups: { Start: [link], Far: [question, question] } });
    expect(chat(flow, ['a'], { flows: [inner] }).flatMap(shown)).toEqual([25, 50]);
  });

  test('is not shown if the flow of the chat no longer exists', () => {
    const flow = flowOf({ theme, groups: { Start: [question] } });
    expect(shown(runTurn(() => undefined, newSession(flow), { type: 'start' }))).toEqual([]);
  });

  test('counts a question that is asked again after a command, and none of a bot that no longer exists', () => {
    const flow = flowOf({
      theme,
      events: [{ type: 'command', options: { command: 'menu', resumeAfter: true }, to: 'Menu' }],
      groups: { Start: [question, question, question], Menu: [question] },
    });
    const [, turn] = chat(flow, [{ command: 'menu' }]);
    expect(turn?.session.stack[0]?.continuations).toHaveLength(1);
    expect(turn && shown(turn)).toEqual([25]);
    const session = turn?.session ?? newSession(flow);
    const lost = session.stack.map((frame) => ({
      ...frame,
      continuations: [{ groupId: 'Gone', index: 0, then: 'after' } as const],
    }));
    const next = runTurn(() => flow, { ...session, progress: 0, stack: lost }, { type: 'message' });
    expect(shown(next)).toEqual([50]);
  });
});

describe('the longest paths of a flow', () => {
  test('are found once, and in flows of any length', () => {
    const names = Array.from({ length: 20_000 }, (_, number) => `G${number}`);
    const groups = Object.fromEntries(
      names.map((name, number) => [name, [{ ...question, to: `G${number + 1}` }]]),
    );
    const flow = flowOf({ groups });
    const paths = longestPathsOf(flow);
    expect(longestPathsOf(flow)).toBe(paths);
    const [first] = flow.definition.groups;
    const [block] = first?.blocks ?? [];
    expect(block && paths(block)).toBe(20_000);
  });

  test('also begin at blocks that only a jump by variable reaches', () => {
    const flow = flowOf({ groups: { Start: [say('Hi')], Island: [question, question] } });
    const blocks = flow.definition.groups.flatMap((group) => group.blocks);
    expect(blocks.map(longestPathsOf(flow))).toEqual([0, 2, 1]);
    expect(longestPathsOf(flow)({ id: 'stranger', type: 'text' })).toBe(0);
  });
});
