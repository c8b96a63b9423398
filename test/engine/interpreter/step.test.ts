import { describe, expect, test } from '@jest/globals';
import { compileFlow } from '../../../src/engine/flow/flow.js';
import type { step } from '../../../src/engine/interpreter/step.js';
import { chat, newSession, runTurn, transcript } from '../../support/chat.js';
import { ask, flowOf, say } from '../../support/flowOf.js';
import { linesOf } from '../../support/lines.js';

const greeting = flowOf({
  variables: { Name: null },
  groups: { Start: [say('Your name?'), ask('text input', 'Name'), say('Hi {{Name}}!')] },
});
const live = { isPreview: false, resultId: 'result' };
const of = (flow: typeof greeting) => () => flow;

describe('a chat', () => {
  test('asks a name and greets with it', () => {
    expect(transcript(greeting, ['Ada'])).toEqual([
      'bot: Your name?',
      '? text input',
      'user: Ada',
      'bot: Hi Ada!',
    ]);
  });

  test('can answer its last input again in a preview after the end', () => {
    expect(transcript(greeting, ['Ada', 'Bob']).slice(-2)).toEqual(['user: Bob', 'bot: Hi Bob!']);
    expect(chat(greeting, ['Ada', 'Bob']).at(-1)?.session).toMatchObject({
      phase: 'ended',
      answered: 2,
    });
  });

  test('without inputs begins again with every message', () => {
    const flow = flowOf({ groups: { Start: [say('Hello')] } });
    expect(transcript(flow, ['again'])).toEqual(['bot: Hello', 'bot: Hello']);
  });

  test('of a flow without a start edge sends nothing and ends', () => {
    expect(chat(flowOf({ groups: {} }))[0]).toMatchObject({
      events: [{ kind: 'turnEnd', isEnded: true }],
      session: { phase: 'ended' },
    });
  });

  test('reports the stored text to the client if it differs from the message', () => {
    const flow = flowOf({ groups: { Start: [ask('email input')] } });
    expect(chat(flow, ['A@B.co'])[1]?.events.at(-1)).toEqual({
      kind: 'turnEnd',
      isEnded: true,
      lastMessageNewFormat: 'a@b.co',
    });
    expect(chat(flow, ['a@b.co'])[1]?.events.at(-1)).toEqual({ kind: 'turnEnd', isEnded: true });
  });

  test('rejects with the retry message of the bot', () => {
    const flow = flowOf({
      variables: { Name: 'Ada' },
      settings: {
        general: { systemMessages: { invalidMessage: 'Sorry {{= {{Name}}.at(0) =}}?' } },
      },
      groups: { Start: [ask('text input')] },
    });
    expect(transcript(flow, [''])).toContain('bot: Sorry A?');
  });

  test('adds an answer to a list, and moves written variables to the end', () => {
    const flow = flowOf({
      variables: { List: ['a'], Other: 'x' },
      groups: { Start: [ask('text input', 'List')] },
    });
    expect(chat(flow, ['b'])[1]?.session.stack[0]?.variables).toEqual([
      { id: 'vOther', name: 'Other', value: 'x' },
      { id: 'vList', name: 'List', value: ['a', 'b'] },
    ]);
  });

  test('stores answers under the names of variables and groups', () => {
    const flow = flowOf({
      variables: { Name: null },
      groups: {
        Start: [
          say('x'),
          ask('text input'),
          ask('text input', 'Name'),
          ask('text input'),
          ask('text input', 'Gone'),
          { ...ask('text input', undefined, { attachments: { isEnabled: true } }), to: 'Start' },
        ],
      },
    });
    const files = { text: 'e', attachedFileUrls: ['f', 'g'] };
    const turns = chat(flow, ['a', 'b', 'c', 'd', files, 'again']);
    expect(turns.at(-1)?.session.stack[0]?.answers).toEqual([
      { key: 'Name', value: 'b' },
      { key: 'Start (2)', value: 'c' },
      { key: 'Start (3)', value: 'd' },
      { key: 'Start (4)', value: 'f, g\n\ne' },
      { key: 'Start', value: 'again' },
    ]);
    expect(turns.flatMap(({ events }) => events)).toContainEqual({
      kind: 'heard',
      blockId: 'Start.6',
      ...files,
    });
  });
});

describe('a live chat', () => {
  test('records each answer, and its result at the end of each turn', () => {
    const saved = { kind: 'saveResult', resultId: 'result', botId: 'bot', flowId: 'flow' };
    const [start, end] = chat(greeting, ['Ada'], live);
    expect(start?.records).toEqual([
      { ...saved, variables: [], hasStarted: false, isCompleted: false },
    ]);
    expect(end?.records).toEqual([
      {
        kind: 'recordAnswer',
        resultId: 'result',
        blockId: 'Start.2',
        groupId: 'Start',
        variableId: 'vName',
        content: 'Ada',
      },
      {
        ...saved,
        variables: [{ id: 'vName', name: 'Name', value: 'Ada' }],
        hasStarted: true,
        isCompleted: true,
      },
    ]);
  });

  test('without an answer is never complete, and a preview records nothing', () => {
    const flow = flowOf({ groups: { Start: [say('Hello')] } });
    expect(chat(flow, [], live)[0]?.records).toMatchObject([{ isCompleted: false }]);
    expect(chat(greeting, ['Ada'])[1]?.records).toEqual([]);
  });

  test('never has session variables in its result', () => {
    const { definition } = flowOf({ variables: { Secret: 's', Gone: 'g' }, groups: {} });
    const variables = definition.variables.map((variable) => ({
      ...variable,
      isSessionVariable: true,
    }));
    const groups = flowOf({
      groups: {
        Start: [
          { type: 'Set variable', options: { variableId: 'vGone', expressionToEvaluate: 'x' } },
        ],
      },
    }).definition;
    const flow = compileFlow('flow', { ...groups, variables });
    const [turn] = chat(flow, [], live);
    expect(turn?.records).toMatchObject([{ variables: [] }]);
    expect(turn?.session.stack[0]?.variables).toHaveLength(2);
  });
});

describe('a message that comes with the start', () => {
  test('is ignored if the bot says something first, or asks nothing', () => {
    expect(transcript(greeting, [], { firstMessage: 'Ada' })).toEqual([
      'bot: Your name?',
      '? text input',
    ]);
    const silent = flowOf({
      groups: { Start: [{ type: 'Wait', options: { secondsToWaitFor: '1' } }] },
    });
    expect(transcript(silent, [], { firstMessage: 'Ada' })).toHaveLength(1);
  });

  test('starts a chat that was only registered, and answers its first input', () => {
    const flow = flowOf({ groups: { Start: [ask('text input'), say('ok')] } });
    const turn = runTurn(of(flow), newSession(flow), { type: 'message', message: { text: 'hi' } });
    expect(linesOf(turn.events)).toEqual(['? text input', 'user: hi', 'bot: ok']);
  });

  test('matches only by its id', () => {
    const items = [{ id: 'a', content: 'A' }];
    const flow = flowOf({ groups: { Start: [{ type: 'choice input', items }] } });
    expect(transcript(flow, [{ replyId: 'a' }])).toContain('user: a');
  });
});

describe('a preview', () => {
  const flow = flowOf({ groups: { Start: [say('start')], Other: [say('other'), say('more')] } });
  const from = (at: Parameters<typeof step>[2] & { type: 'start' }) =>
    linesOf(runTurn(of(flow), newSession(flow), at).events);

  test('can begin at a group, at a block of it or at an event', () => {
    expect(from({ type: 'start', at: { type: 'group', groupId: 'Other' } })).toEqual([
      'bot: other',
      'bot: more',
    ]);
    expect(from({ type: 'start', at: { type: 'block', blockId: 'Other.2' } })).toEqual([
      'bot: more',
    ]);
    expect(from({ type: 'start', at: { type: 'event', eventId: 'start' } })).toEqual([
      'bot: start',
    ]);
  });

  test('that begins at a place that does not exist ends at once', () => {
    expect(from({ type: 'start', at: { type: 'group', groupId: 'gone' } })).toEqual([]);
    expect(from({ type: 'start', at: { type: 'event', eventId: 'gone' } })).toEqual([]);
    expect(from({ type: 'start', at: { type: 'block', blockId: 'gone' } })).toEqual([]);
  });
});
