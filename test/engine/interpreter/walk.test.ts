import { describe, expect, test } from '@jest/globals';
import { compileFlow } from '../../../src/engine/flow/flow.js';
import { chat, newSession, runTurn, transcript } from '../../support/chat.js';
import { ask, flowOf, say, type BlockSketch } from '../../support/flowOf.js';
import { linesOf } from '../../support/lines.js';

describe('the walk', () => {
  test('ignores the edge of a bubble within a group, and takes it at the end', () => {
    const flow = flowOf({
      groups: {
        Start: [
          { ...say('a'), to: 'Other' },
          { ...say('b'), to: 'Other' },
        ],
        Other: [say('c')],
      },
    });
    expect(transcript(flow)).toEqual(['bot: a', 'bot: b', 'bot: c']);
  });

  test('leaves a group by the edge of any other block', () => {
    const flow = flowOf({
      groups: {
        Start: [{ ...ask('text input'), to: 'Other' }, say('never')],
        Other: [{ type: 'Set variable', to: 'Last' }, say('never')],
        Last: [say('end')],
      },
    });
    expect(transcript(flow, ['x']).at(-1)).toBe('bot: end');
  });

  test('ends the path at an edge, group or block list that does not exist', () => {
    const dangling = { type: 'Wait', outgoingEdgeId: 'gone' };
    expect(transcript(flowOf({ groups: { Start: [dangling, say('never')] } }))).toEqual([]);
    const toNowhere = flowOf({ groups: { Start: [{ ...say('a'), to: 'Gone' }] } });
    expect(transcript(toNowhere)).toEqual(['bot: a']);
    const toEmpty = flowOf({ groups: { Start: [{ ...say('a'), to: 'Empty' }], Empty: [] } });
    expect(transcript(toEmpty)).toEqual(['bot: a']);
  });

  test('begins at the first block of a group if an edge names one that is not in it', () => {
    const { definition } = flowOf({ groups: { Start: [say('a'), say('b')] } });
    const to = (blockId: string) =>
      compileFlow('flow', {
        ...definition,
        edges: definition.edges.map((edge) => ({ ...edge, to: { groupId: 'Start', blockId } })),
      });
    expect(transcript(to('gone'))).toEqual(['bot: a', 'bot: b']);
    expect(transcript(to('Start.2'))).toEqual(['bot: b']);
  });

  test('walks on through blocks that share an id', () => {
    const flow = flowOf({
      groups: {
        Start: [
          { ...ask('text input'), id: 'twin' },
          { ...say('one {{= 1 =}}'), id: 'twin' },
          { ...ask('text input'), id: 'twin' },
          { ...say('two'), id: 'twin' },
        ],
      },
    });
    expect(transcript(flow, ['a', 'b']).filter((line) => line.startsWith('bot'))).toEqual([
      'bot: one 1',
      'bot: two',
    ]);
  });

  test('skips blocks of unknown kinds with a log', () => {
    const flow = flowOf({
      groups: { Start: [{ type: 'teleport', to: 'Gone' }, say('still here')] },
    });
    expect(transcript(flow)).toEqual([
      'log: info: Skipped block Start.1: blocks of type "teleport" are not known here',
      'bot: still here',
    ]);
  });

  test('marks the next text if the client has already shown it, and only that one', () => {
    const flow = flowOf({ groups: { Start: [say('shown'), say('said')] } });
    const played = (skipped: typeof flow) => {
      const session = { ...newSession(skipped), skipNextBubble: true } as const;
      return runTurn(() => skipped, session, { type: 'start' });
    };
    expect(linesOf(played(flow).events)).toEqual(['streamed: shown', 'bot: said']);
    expect(played(flow).session).not.toHaveProperty('skipNextBubble');
    const image = { type: 'image', content: { url: 'a.png' } };
    expect(linesOf(played(flowOf({ groups: { Start: [image, say('said')] } })).events)).toEqual([
      'bot: [image] {"url":"a.png"}',
      'bot: said',
    ]);
    const pending = flowOf({ groups: { Start: [say('{{= 1 =}}'), say('said')] } });
    expect(linesOf(played(pending).events)).toEqual(['streamed: 1', 'bot: said']);
  });

  test('gives actions the id of the bubble before them', () => {
    const pause = { type: 'Wait', options: { secondsToWaitFor: '1' } };
    const flow = flowOf({ groups: { Start: [pause, say('a'), pause] } });
    const actions = chat(flow)[0]?.events.filter(({ kind }) => kind === 'action');
    expect(actions).toEqual([
      { kind: 'action', action: { type: 'wait', wait: { secondsToWaitFor: 1 } } },
      {
        kind: 'action',
        action: { type: 'wait', wait: { secondsToWaitFor: 1 }, lastBubbleBlockId: 'Start.2' },
      },
    ]);
  });
});

describe('a flow that goes in circles', () => {
  const round = {
    groups: {
      Start: [ask('text input'), { ...say('in'), to: 'Loop' }],
      Loop: [{ type: 'Wait' }, { type: 'Jump', options: { groupId: 'Loop' } }],
    },
  };

  test('is stopped with a log of its blocks, and the chat stays usable', () => {
    const [, turn, again] = chat(flowOf(round), ['go', 'once more']);
    expect(linesOf(turn?.events ?? [])).toEqual([
      'user: go',
      'bot: in',
      'log: error: Stopped after 5 blocks in one turn: the flow goes round without waiting for an answer ' +
        '(Loop: Jump Loop.2 → Loop: Wait Loop.1 → Loop: Jump Loop.2)',
      '? text input',
    ]);
    expect(turn?.events.at(-1)).toEqual({ kind: 'turnEnd', isEnded: false });
    expect(turn?.session).toMatchObject({ phase: 'running', at: { blockId: 'Start.1' } });
    expect(linesOf(again?.events ?? [])[0]).toBe('user: once more');
  });

  test('has the last blocks of a long circle in the log', () => {
    const long = Array.from({ length: 30 }, () => ({ type: 'Wait' }));
    const flow = flowOf({ groups: { Start: [...long, { type: 'Wait', to: 'Start' }] } });
    expect(transcript(flow)[0]?.split('→')).toHaveLength(20);
  });
});

describe('a flow that makes its values grow', () => {
  const grow = (block: BlockSketch, X = 'x') =>
    flowOf({ variables: { X }, groups: { Start: [{ ...block, to: 'Start' }] } });

  test('gets a shorter text if one block fills in too much, with a log', () => {
    const doubling = { variableId: 'vX', expressionToEvaluate: 'and {{X}}{{X}}' };
    const block = { type: 'Set variable', options: doubling };
    const [turn] = chat(
      flowOf({ variables: { X: 'x'.repeat(200_000) }, groups: { Start: [block] } }),
    );
    expect(linesOf(turn?.events ?? [])).toContain(
      'log: error: Values longer than 250000 characters in all were cut',
    );
    expect(String(turn?.session.stack[0]?.variables[0]?.value).length).toBeLessThan(260_000);
  });

  test('keeps the old value if the new one is too large', () => {
    const adding = { variableId: 'vX', type: 'Append value(s)', item: 'x'.repeat(300_000) };
    const [turn] = chat(grow({ type: 'Set variable', options: adding }));
    expect(turn?.session.stack[0]?.variables[0]?.value).toHaveLength(4);
    expect(linesOf(turn?.events ?? [])[0]).toBe(
      'log: error: A value of more than 1000000 characters was not kept',
    );
  });

  test('is stopped when its messages are too long', () => {
    const variables = { X: 'x'.repeat(100_000) };
    const groups = { Start: Array.from({ length: 10 }, () => say('{{X}}')) };
    const lines = transcript(flowOf({ variables, groups }));
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toMatch('Stopped after 4 blocks in one turn');
  });
});
