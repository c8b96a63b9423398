import { describe, expect, test } from '@jest/globals';
import { publicFace } from '../../../src/engine/reply/publicFace.js';
import { replyOf } from '../../../src/engine/reply/replyOf.js';
import { seededEnv } from '../../../src/engine/interpreter/env.js';
import { upgradeSession } from '../../../src/engine/interpreter/session.js';
import { newSession, runTurn } from '../../support/chat.js';
import { ask, flowOf } from '../../support/flowOf.js';

describe('a new session', () => {
  const flow = flowOf({
    variables: { A: 'own', B: 'own', C: 'own', D: null, E: '', F: ['x'] },
    groups: { Start: [ask('text input', 'A'), ask('text input'), ask('text input')] },
  });

  test('uses prefilled variables first, and remembered ones for variables without a value', () => {
    const session = newSession(flow, {
      prefilledVariables: { A: 0, D: { a: [1] }, Unknown: 'x', C: null },
      remembered: {
        variables: [
          { name: 'A', value: 'kept' },
          { name: 'B', value: 'kept' },
          { name: 'C', value: 'kept' },
          { name: 'D', value: 'kept' },
          { name: 'E', value: ['kept', 'too'] },
          { name: 'Gone', value: 'kept' },
        ],
        answers: [],
      },
    });
    expect(session.stack[0]?.variables).toEqual([
      { id: 'vA', name: 'A', value: '0' },
      { id: 'vB', name: 'B', value: 'own' },
      { id: 'vD', name: 'D', value: '{"a":[1]}' },
      { id: 'vE', name: 'E', value: ['kept', 'too'] },
      { id: 'vF', name: 'F', value: ['x'] },
    ]);
  });

  test('finds remembered answers by their names in this version', () => {
    const answers = [
      { blockId: 'Start.2', content: '1' },
      { blockId: 'Start.1', content: '2' },
      { blockId: 'Start.3', content: '3' },
      { blockId: 'gone', content: '4' },
      { blockId: 'Start.2', content: '5' },
    ];
    expect(newSession(flow, { remembered: { variables: [], answers } }).stack[0]?.answers).toEqual([
      { key: 'A', value: '2' },
      { key: 'Start (2)', value: '3' },
      { key: 'unknown', value: '4' },
      { key: 'Start (1)', value: '5' },
    ]);
  });

  test('says whether it replaces an earlier run', () => {
    expect(newSession(flow, { replacesAnswers: true }).settings.replacesAnswers).toBe(true);
    expect(newSession(flow, { replacesAnswers: false }).settings).not.toHaveProperty(
      'replacesAnswers',
    );
  });

  test('can be read back; one of an unknown version cannot', () => {
    const session = newSession(flow, { isPreview: false, resultId: 'r' });
    expect(upgradeSession(JSON.parse(JSON.stringify(session)))).toEqual(session);
    expect(() => upgradeSession({ ...session, stateVersion: 99 })).toThrow('version 99');
    expect(() => upgradeSession(null)).toThrow();
  });
});

describe('a session of version 1', () => {
  test('can be read, and continues where it was', () => {
    const flow = flowOf({ variables: { A: null }, groups: { Start: [ask('text input', 'A')] } });
    const rest = { groupId: 'Start', index: 0, blockId: 'Start.1', waitsFor: 'user' };
    const frame = { flowId: 'flow', botId: 'bot', variables: [], answers: [], queuedEdgeIds: [] };
    const first = {
      stateVersion: 1,
      phase: 'running',
      stack: [frame],
      at: rest,
      settings: { isPreview: true, isStreamEnabled: false },
      answered: 0,
    };
    const message = { text: 'hi' };
    const turn = runTurn(() => flow, upgradeSession(first), { type: 'message', message });
    expect(turn.session).toMatchObject({
      stateVersion: 2,
      phase: 'ended',
      stack: [{ variables: [{ name: 'A', value: 'hi' }], continuations: [] }],
    });
  });
});

describe('a reply', () => {
  test('holds only what happened', () => {
    expect(replyOf([{ kind: 'turnEnd', isEnded: true }])).toEqual({ messages: [] });
  });

  test('has all messages, actions and logs, and the last of everything else', () => {
    const message = { id: 'm', type: 'text', content: {} };
    const action = { type: 'wait' } as const;
    const log = { status: 'info', description: 'd' } as const;
    const input = { id: 'i', type: 'text input' };
    expect(
      replyOf([
        { kind: 'input', input: { id: 'old', type: 'text input' } },
        { kind: 'heard', text: 'x' },
        { kind: 'message', message },
        { kind: 'action', action },
        { kind: 'log', log },
        { kind: 'dynamicTheme', dynamicTheme: { hostAvatarUrl: 'u' } },
        { kind: 'progress', progress: 50 },
        { kind: 'input', input },
        { kind: 'turnEnd', isEnded: false, lastMessageNewFormat: 'X' },
      ]),
    ).toEqual({
      messages: [message],
      clientSideActions: [action],
      logs: [log],
      input,
      dynamicTheme: { hostAvatarUrl: 'u' },
      progress: 50,
      lastMessageNewFormat: 'X',
    });
    expect(
      replyOf([
        { kind: 'input', input },
        { kind: 'heard', text: 'x' },
      ]),
    ).toEqual({ messages: [] });
  });
});

describe('the environment of a step', () => {
  const make = (seed: string) => seededEnv({ now: 5, seed });

  test('depends only on its seed', () => {
    const draws = (seed: string) => {
      const { random, newId } = make(seed);
      return [random(), random(), newId()];
    };
    expect(draws('a')).toEqual(draws('a'));
    expect(draws('a')).not.toEqual(draws('b'));
    expect(draws('')).toHaveLength(3);
    expect(make('a').now).toBe(5);
  });

  test('generates even random numbers, and ids of 24 letters and digits that begin with a letter', () => {
    const { random, newId } = make('even');
    const counts = [0, 0, 0, 0];
    for (let draw = 0; draw < 4_000; draw += 1) {
      const quarter = Math.floor(random() * 4);
      counts[quarter] = (counts[quarter] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(900);
    const ids = Array.from({ length: 1_000 }, newId);
    expect(ids.every((id) => /^[a-z][a-z0-9]{23}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(1_000);
  });
});

describe('the part of a bot that visitors see', () => {
  test('is its theme and settings with variables filled in, without the private settings', () => {
    const flow = flowOf({
      variables: { Avatar: 'a.png', Empty: null },
      groups: {},
      theme: {
        chat: { hostAvatar: { isEnabled: true, url: '{{Avatar}}' } },
        customCss: '{{Empty}}{{= 1 =}}',
      },
      settings: {
        general: { isBrandingEnabled: false },
        security: { allowedOrigins: ['https://a.b'] },
        messengerChannel: { isEnabled: true },
      },
    });
    expect(publicFace(flow, newSession(flow))).toEqual({
      theme: { chat: { hostAvatar: { isEnabled: true, url: 'a.png' } }, customCss: '' },
      settings: { general: { isBrandingEnabled: false } },
    });
    expect(flow.definition.settings).toHaveProperty('security');
  });
});
