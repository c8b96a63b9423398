import { describe, expect, test } from '@jest/globals';
import { hasCommand } from '../../../src/engine/interpreter/command.js';
import { chat, newSession, runTurn, transcript, type Sent } from '../../support/chat.js';
import { ask, flowOf, say } from '../../support/flowOf.js';
import { linesOf } from '../../support/lines.js';

const back = { type: 'Return' };
const lines = (flow: ReturnType<typeof flowOf>, answers: readonly Sent[]) =>
  transcript(flow, answers).filter((line) => line.startsWith('bot'));

describe('a command', () => {
  const flow = flowOf({
    variables: { X: null },
    events: [
      { type: 'command', options: { command: 'help' }, to: 'Help' },
      { type: 'command', options: { command: 'idle' } },
      { type: 'command', options: { command: 3 }, to: 'Help' },
      { type: 'command', to: 'Help' },
    ],
    groups: { Start: [ask('text input', 'X'), say('{{X}}')], Help: [say('help'), back, say('on')] },
    settings: { metadata: { tagManagerId: 'GTM-1' } },
  });
  const start = (command: string) =>
    runTurn(() => flow, newSession(flow), { type: 'start', message: { command } });

  test('is known if an event has its name and an edge', () => {
    expect(['help', 'idle', 'Help', '3', ''].map((name) => hasCommand(flow, name))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('can begin a chat: then a return has no input to go back to', () => {
    const turn = start('help');
    expect(linesOf(turn.events)).toEqual([
      'log: info: Not active in a preview: tag manager',
      'bot: help',
      'bot: on',
    ]);
    expect(turn.session.phase).toBe('ended');
  });

  test('without an event does not change a chat, which can begin later', () => {
    const turn = start('idle');
    expect(linesOf(turn.events)).toEqual(['log: error: No event listens to command "idle"']);
    expect(turn.session).toEqual(newSession(flow));
    const [, unheard, answered] = chat(flow, [{ command: 'idle' }, 'x']);
    expect(linesOf(unheard?.events ?? [])).toEqual([
      'log: error: No event listens to command "idle"',
    ]);
    expect(linesOf(answered?.events ?? [])).toEqual(['user: x', 'bot: x']);
  });

  test('to a flow that no longer exists is a log', () => {
    const turn = runTurn(() => undefined, newSession(flow), {
      type: 'message',
      message: { command: 'help' },
    });
    expect(linesOf(turn.events)).toEqual(['log: error: No event listens to command "help"']);
  });

  test('interrupts an action of the client, which is requested again afterwards', () => {
    const pause = { type: 'Wait', options: { secondsToWaitFor: '1', shouldPause: true } };
    const paused = flowOf({
      events: [{ type: 'command', options: { command: 'help' }, to: 'Help' }],
      groups: { Start: [pause, say('end')], Help: [say('help'), back] },
    });
    const wait = '! wait {"secondsToWaitFor":1} and waits';
    expect(transcript(paused, [{ command: 'help' }, null])).toEqual([
      wait,
      'bot: help',
      wait,
      'bot: end',
    ]);
  });
});

describe('a reply event', () => {
  test('without an edge does not count, nor do events of unknown types', () => {
    const flow = flowOf({
      events: [{ type: 'reply' }, { type: 'invalidReply' }, { type: 'moon', to: 'Start' }],
      groups: { Start: [ask('email input'), say('Thanks')] },
    });
    expect(lines(flow, ['x', 'a@b.co'])).toEqual([
      "bot: This email doesn't seem to be valid. Can you type it again?",
      'bot: Thanks',
    ]);
  });

  test('receives the text, button or recording, and the kind of input', () => {
    const flow = flowOf({
      variables: { Said: 'old', Kind: null, Where: null },
      events: [
        {
          type: 'reply',
          options: {
            contentVariableId: 'vSaid',
            inputTypeVariableId: 'vKind',
            inputNameVariableId: 'vWhere',
          },
          to: 'Event',
        },
      ],
      groups: {
        Start: [
          { type: 'choice input', items: [{ id: 'b1', content: 'Tea' }] },
          ask('text input', undefined, { audioClip: { isEnabled: true } }),
          ask('file input', undefined, { isRequired: false }),
          say('end'),
        ],
        Event: [say('{{Where}}/{{Kind}}/{{Said}}'), back],
      },
    });
    const replies = [{ replyId: 'b1' }, { audioUrl: 'https://x.io/a.mp3' }, null];
    expect(lines(flow, replies)).toEqual([
      'bot: Start/buttons/b1',
      'bot: Start/text/https://x.io/a.mp3',
      'bot: Start/file/',
      'bot: end',
    ]);
  });

  test('with options of another shape is called without values', () => {
    const flow = flowOf({
      events: [{ type: 'reply', options: { contentVariableId: 1 }, to: 'Event' }],
      groups: { Start: [ask('text input'), say('end')], Event: [say('event'), back] },
    });
    expect(lines(flow, ['x'])).toEqual(['bot: event', 'bot: end']);
  });

  test('keeps a reply across questions of its own', () => {
    const flow = flowOf({
      variables: { Sure: null, X: null },
      events: [{ type: 'invalidReply', to: 'Event' }],
      groups: { Start: [ask('number input', 'X'), say('{{X}}')], Event: [say('A number!'), back] },
    });
    expect(lines(flow, ['x', 'y', '5'])).toEqual(['bot: A number!', 'bot: A number!', 'bot: 5']);
  });

  test('ends the chat if it does not return', () => {
    const flow = flowOf({
      events: [{ type: 'reply', to: 'Event' }],
      groups: { Start: [ask('text input'), say('never')], Event: [say('over')] },
    });
    expect(lines(flow, ['x'])).toEqual(['bot: over']);
    expect(chat(flow, ['x'])[1]?.session.phase).toBe('ended');
  });

  test('whose input no longer exists when it returns ends the path', () => {
    const flow = flowOf({ groups: { Start: [back, say('never')] } });
    const session = newSession(flow);
    const [frame] = session.stack;
    if (!frame) throw new Error('A session begins with one bot');
    const returnMark = { groupId: 'Gone', index: 0, then: 'enter' } as const;
    const marked = { ...session, stack: [{ ...frame, returnMark }] };
    expect(linesOf(runTurn(() => flow, marked, { type: 'start' }).events)).toEqual([]);
  });
});
