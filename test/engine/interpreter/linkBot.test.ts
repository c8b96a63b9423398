import { describe, expect, test } from '@jest/globals';
import { compileFlow } from '../../../src/engine/flow/flow.js';
import { MAX_OPEN } from '../../../src/engine/interpreter/linkBot.js';
import { chat, newSession, runTurn, transcript } from '../../support/chat.js';
import { ask, flowOf, say, type BlockSketch } from '../../support/flowOf.js';
import { linesOf } from '../../support/lines.js';

const link = (botId: string, more: object = {}): BlockSketch => ({
  type: 'Bot link',
  options: { botId, ...more },
});
const live = { isPreview: false, resultId: 'outer result' } as const;

const inner = flowOf(
  { variables: { Name: null, Mood: null }, groups: { Start: [ask('text input', 'Mood')] } },
  'inner',
);

describe('a linked bot in a live chat', () => {
  const outer = (mergeResults: boolean) =>
    flowOf({
      variables: { Name: null, Mood: null },
      groups: {
        Start: [ask('text input', 'Name'), link('inner', { mergeResults }), ask('text input')],
      },
    });
  const turns = (mergeResults: boolean) =>
    chat(outer(mergeResults), ['Ada', 'sunny', 'bye'], { ...live, flows: [inner] });

  test('with a result of its own saves the outer result first, and its own at its end', () => {
    const [, linked, back, end] = turns(false);
    const variables = [{ id: 'vName', name: 'Name', value: 'Ada' }];
    expect(linked?.records).toMatchObject([
      { kind: 'recordAnswer', resultId: 'outer result' },
      { kind: 'saveResult', resultId: 'outer result', botId: 'bot', variables, isCompleted: false },
      {
        kind: 'saveResult',
        resultId: 'result of inner',
        botId: 'inner',
        variables,
        hasStarted: false,
      },
    ]);
    expect(back?.records).toMatchObject([
      { kind: 'recordAnswer', resultId: 'result of inner', content: 'sunny' },
      { kind: 'saveResult', resultId: 'result of inner', hasStarted: true, isCompleted: true },
      { kind: 'saveResult', resultId: 'outer result', variables, isCompleted: false },
    ]);
    expect(end?.records.at(-1)).toMatchObject({ resultId: 'outer result', isCompleted: true });
  });

  test('that merges writes one result, that of the outer bot, with all variables', () => {
    const [, linked, back] = turns(true);
    expect(linked?.records.slice(1)).toMatchObject([
      { resultId: 'outer result', botId: 'bot', flowId: 'flow', variables: [{ name: 'Name' }] },
    ]);
    expect(back?.records).toMatchObject([
      { kind: 'recordAnswer', resultId: 'outer result', content: 'sunny' },
      {
        kind: 'saveResult',
        botId: 'bot',
        variables: [{ name: 'Name' }, { name: 'Mood', value: 'sunny' }],
      },
    ]);
    expect(back?.session.stack).toMatchObject([
      { answers: [{ key: 'Name' }, { key: 'Mood', value: 'sunny' }] },
    ]);
  });

  test('within one that merges belongs to the outer result', () => {
    const middle = flowOf({ groups: { Start: [link('inner', { mergeResults: true })] } }, 'middle');
    const flow = flowOf({
      groups: { Start: [link('middle', { mergeResults: true }), say('out')] },
    });
    const [, turn] = chat(flow, ['x'], { ...live, flows: [middle, inner] });
    expect(turn?.records).toMatchObject([
      { kind: 'recordAnswer', resultId: 'outer result' },
      { kind: 'saveResult', botId: 'bot', flowId: 'flow', variables: [{ name: 'Mood' }] },
    ]);
    expect(linesOf(turn?.events ?? [])).toEqual(['user: x', 'bot: out']);
  });

  test('has no result when none was made for it', () => {
    const bot = { botId: 'inner', flowId: 'inner' };
    const flow = flowOf({ groups: { Start: [link('elsewhere')] } });
    const [, turn] = chat(flow, ['x'], {
      ...live,
      flows: [inner],
      answer: () => ({ ok: true, value: bot }),
    });
    expect(turn?.records).toMatchObject([{ resultId: 'outer result' }]);
  });
});

describe('names that two bots share', () => {
  test('are looked up in the nearest bot that has them, and session variables stay such', () => {
    const secret = compileFlow('last', {
      ...flowOf({ variables: { A: 'own', B: 'own' }, groups: { Start: [say('{{A}} {{B}}')] } })
        .definition,
      variables: [
        { id: 'a', name: 'A', value: 'own', isSessionVariable: true },
        { id: 'b', name: 'B', value: 'own' },
      ],
    });
    const middle = flowOf({ variables: { A: 'x' }, groups: { Start: [link('last')] } }, 'middle');
    const flow = flowOf({ variables: { A: '1', B: '2' }, groups: { Start: [link('middle')] } });
    expect(transcript(flow, [], { flows: [middle, secret] })).toEqual(['bot: 1 2']);
    const asking = flowOf({ variables: { A: '1' }, groups: { Start: [link('last')] } });
    const withInput = compileFlow('last', {
      ...secret.definition,
      groups: inner.definition.groups,
      edges: inner.definition.edges,
      events: inner.definition.events,
    });
    const [turn] = chat(asking, [], { flows: [withInput] });
    expect(turn?.session.stack[1]?.variables).toEqual([
      { id: 'a', name: 'A', value: '1', isSessionVariable: true },
    ]);
  });

  test('that only the inner bot has can be read afterwards, also by the next bot', () => {
    const giver = flowOf(
      { variables: { New: null, Odd: null }, groups: { Start: [ask('text input', 'New')] } },
      'giver',
    );
    const taker = flowOf(
      { variables: { New: 'none' }, groups: { Start: [say('{{New}}')] } },
      'taker',
    );
    const merged = { mergeResults: true };
    const flow = flowOf({
      groups: {
        Start: [
          link('giver', merged),
          say('{{New}}'),
          link('taker'),
          { ...link('giver', merged), to: 'Start' },
        ],
      },
    });
    const lines = transcript(flow, ['a', 'b'], { flows: [giver, taker] });
    expect(lines.filter((line) => line.startsWith('bot'))).toEqual(['bot: a', 'bot: a']);
    const [, , again] = chat(flow, ['a', 'b'], { flows: [giver, taker] });
    expect(again?.session.stack[0]?.variables).toEqual([{ id: 'vNew', name: 'New', value: 'b' }]);
  });

  test('are given up if another variable has their id', () => {
    const clone = compileFlow('clone', {
      ...inner.definition,
      variables: [{ id: 'vMood', name: 'Renamed' }],
    });
    const flow = flowOf({
      variables: { Mood: 'mine' },
      groups: { Start: [link('clone', { mergeResults: true }), say('{{Mood}} {{Renamed}}')] },
    });
    expect(transcript(flow, ['x'], { flows: [clone] }).at(-1)).toBe('bot: mine ');
  });
});

describe('bots that call each other', () => {
  test('do not stay open if nothing follows the link', () => {
    const flow = flowOf({ groups: { Start: [ask('text input'), link('current')] } });
    const turns = chat(flow, ['1', '2', '3']);
    expect(turns.at(-1)?.session.stack).toMatchObject([{ continuations: [] }]);
    expect(turns.at(-1)?.events.at(-2)?.kind).toBe('input');
  });

  test('are stopped when too many are open, and come back through all of them', () => {
    const flow = flowOf({ groups: { Start: [link('bot'), say('back')] } });
    const lines = transcript(flow);
    expect(lines[0]).toBe(
      `log: error: Bot link Start.1 was skipped: over ${MAX_OPEN} bots are open`,
    );
    expect(lines.filter((line) => line === 'bot: back')).toHaveLength(MAX_OPEN);
  });

  test('are left when they go in circles, and the last input is asked again', () => {
    const spinning = flowOf({ groups: { Start: [{ type: 'Wait', to: 'Start' }] } }, 'spinning');
    const flow = flowOf({ groups: { Start: [ask('text input'), link('spinning'), say('never')] } });
    const turns = chat(flow, ['go', null], { flows: [spinning] });
    expect(linesOf(turns[1]?.events ?? []).at(-1)).toBe('? text input');
    expect(turns[1]?.session).toMatchObject({ phase: 'running', at: { blockId: 'Start.1' } });
    expect(turns[1]?.session.stack).toHaveLength(1);
  });

  test('end with a log if one below no longer exists', () => {
    const flow = flowOf({
      groups: { Start: [link('inner', { mergeResults: true }), say('never')] },
    });
    const [turn] = chat(flow, [], { ...live, flows: [inner] });
    if (!turn) throw new Error('The chat has begun');
    const flows = (id: string) => (id === 'inner' ? inner : undefined);
    const end = runTurn(flows, turn.session, { type: 'message', message: { text: 'x' } });
    expect(end.session.phase).toBe('ended');
    expect(end.records.at(-1)).toMatchObject({
      resultId: 'outer result',
      variables: [{ value: 'x' }],
    });
  });
});

describe('a link', () => {
  test('whose result is malformed, or names a flow that does not exist, is skipped', () => {
    const flow = flowOf({ groups: { Start: [link('inner'), say('on')] } });
    const answered = (value: unknown) =>
      transcript(flow, [], { answer: () => ({ ok: true, value }) });
    expect(answered('nonsense')).toEqual([
      'log: error: Bot link Start.1 was skipped: the bot could not be read',
      'bot: on',
    ]);
    expect(answered({ botId: 'inner', flowId: 'gone' })).toEqual([
      'log: error: Bot link Start.1 was skipped: there is nothing to begin with',
      'bot: on',
    ]);
  });

  test('requests the published version in a live chat, and the draft in a preview', () => {
    const flow = flowOf({ groups: { Start: [link('inner')] } });
    for (const isPreview of [true, false]) {
      const asked: unknown[] = [];
      chat(flow, [], {
        isPreview,
        answer: (one) => {
          asked.push(one);
          return { ok: false, error: 'no' };
        },
      });
      expect(asked[0]).toEqual({ kind: 'loadBot', botId: 'inner', isPreview });
    }
  });

  test('does not let a chat use more of its workspace', () => {
    const flow = flowOf({ groups: { Start: [link('inner')] } });
    const [turn] = chat(flow, [], { reach: 'bots', flows: [inner] });
    expect(turn?.session.settings).toMatchObject({ isPreview: true, reach: 'bots' });
  });

  test('to a title that no group has is skipped', () => {
    const flow = flowOf({
      variables: { Where: 'Nowhere' },
      groups: { Start: [link('current', { groupId: '{{Where}}' }), say('on')] },
    });
    expect(transcript(flow).at(-1)).toBe('bot: on');
  });

  test('lets a preview begin again after the chat ended in a linked bot', () => {
    const flow = flowOf({ groups: { Start: [link('inner')] } });
    const turns = chat(flow, ['x', null], { flows: [inner] });
    expect(turns[1]?.session).toMatchObject({ phase: 'ended' });
    expect(turns[1]?.session).not.toHaveProperty('at');
    expect(linesOf(turns[2]?.events ?? [])).toEqual(['? text input']);
  });

  test('is not followed in a session without bots', () => {
    expect(() =>
      runTurn(() => inner, { ...newSession(inner), stack: [] }, { type: 'start' }),
    ).toThrow('at least one');
  });
});
