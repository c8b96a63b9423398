import { describe, expect, test } from '@jest/globals';
import { replyOf } from '../../../../src/engine/reply/replyOf.js';
import { effectsIn } from '../../../support/valueAfter.js';
import { chat, transcript, type Sent } from '../../../support/chat.js';
import { ask, flowOf, say, type BlockSketch, type FlowSketch } from '../../../support/flowOf.js';

const options = {
  credentialsId: 'c',
  action: 'Create chat completion',
  responseMapping: [{ item: 'Total tokens', variableId: 'vCount' }, { variableId: 'vOut' }],
};
const model = { type: 'openai', options };
const variables = { Out: null, Count: null };
const asking = ['log: error: Block Start.1 (openai: Create chat completion) failed'];

function played(
  groups: FlowSketch['groups'],
  sent: readonly Sent[] = [],
  isStreamEnabled = true,
): string[] {
  return transcript(flowOf({ variables, groups }), sent, { isStreamEnabled });
}

describe('a text that streams', () => {
  const streaming = '! stream true and waits';

  test('is shown by the client, which reports the whole text; its bubble is not sent again', () => {
    const start = [model, say('{{Out}}'), say('I said {{Out}}'), ask('text input')];
    expect(played({ Start: start }, ['Good morning'])).toEqual([
      streaming,
      'streamed: Good morning',
      'bot: I said Good morning',
      '? text input',
    ]);
  });

  test.each(['tools', 'functions'])('of a model with %s comes with the turn', (list) => {
    const answer = () => ({ ok: true as const, value: { 'Message content': 'Good morning' } });
    const calling = { type: 'openai', options: { ...options, [list]: [{ name: 'look_up' }] } };
    const groups = { Start: [calling, say('{{Out}}')] };
    const flow = flowOf({ variables, groups });
    expect(transcript(flow, [], { isStreamEnabled: true, answer })).toEqual(['bot: Good morning']);
  });

  test('is an event of the chat, but not part of the reply', () => {
    const flow = flowOf({ variables, groups: { Start: [model, say('{{Out}}'), say('on')] } });
    const events = chat(flow, ['Good morning'], { isStreamEnabled: true }).at(-1)?.events ?? [];
    expect(events[0]).toMatchObject({ kind: 'message', isStreamed: true });
    expect(replyOf(events).messages.map(({ id }) => id)).toEqual(['Start.3']);
  });

  test('is sent as a bubble if the client gave up', () => {
    expect(played({ Start: [model, say('{{Out}}'), say('on')] }, [null])).toEqual([
      streaming,
      'bot: ',
      'bot: on',
    ]);
  });

  test('may be followed by its bubble in another group', () => {
    const groups = { Start: [{ ...model, to: 'Next' }, say('no')], Next: [say('{{Out}}')] };
    expect(played(groups)).toEqual([streaming]);
  });

  test.each<[string, readonly BlockSketch[]]>([
    ['another text follows', [model, say('Hi {{Out}}')]],
    ['another variable follows', [model, say('{{Count}}')]],
    ['no bubble follows', [model, ask('text input')]],
    ['an empty bubble follows', [model, { type: 'text', content: { richText: [] } }]],
    ['nothing follows', [model]],
    ['an edge leads nowhere', [{ ...model, outgoingEdgeId: 'gone' }, say('{{Out}}')]],
    [
      'no variable takes it',
      [{ type: 'openai', options: { ...options, responseMapping: [] } }, say('{{Out}}')],
    ],
    [
      'its variable does not exist',
      [
        { type: 'openai', options: { ...options, responseMapping: [{ variableId: 'gone' }] } },
        say('{{Out}}'),
      ],
    ],
  ])('does not when %s', (_when, start) => {
    expect(played({ Start: start })[0]).toBe(asking[0]);
  });

  test('is not streamed by a client that did not offer it, or from a block that cannot stream', () => {
    expect(played({ Start: [model, say('{{Out}}')] }, [], false)[0]).toBe(asking[0]);
    const speech = {
      type: 'openai',
      options: { credentialsId: 'c', action: 'Create speech', saveUrlInVariableId: 'vOut' },
    };
    expect(played({ Start: [speech, say('{{Out}}')] })[0]).toMatch('Create speech) failed');
  });

  test('is sent by a server that streams with the id of its bubble, if there is one', () => {
    const saidBy = (
      block: BlockSketch,
      next: BlockSketch,
      kept: typeof variables | object = {},
    ) => {
      const [asked] = effectsIn([block, next], { ...variables, ...kept });
      return asked?.kind === 'forge' ? (asked.saidBy ?? null) : undefined;
    };
    expect(saidBy(model, say('{{Out}} and more'))).toBe(null);
    expect(saidBy(model, say('{{Out}}'))).toBe('Start.2');
    expect(saidBy(model, say('{{Count}}'))).toBe(null);
    const classic = {
      type: 'OpenAI',
      options: {
        credentialsId: 'c',
        task: 'Create chat completion',
        responseMapping: [{ id: '1', variableId: 'vOut' }],
      },
    };
    expect(saidBy(classic, say('{{Out}}'))).toBe('Start.2');
    expect(saidBy(classic, say('{{Count}}'))).toBe(null);
    // The bubble shows the whole list, not only the new part.
    expect(saidBy(classic, say('{{Out}}'), { Out: ['Hi'] })).toBe(null);
  });

  test('is requested with an action of its own', () => {
    const flow = flowOf({ variables, groups: { Start: [model, say('{{Out}}')] } });
    expect(chat(flow, [], { isStreamEnabled: true })[0]?.events[0]).toEqual({
      kind: 'action',
      action: { type: 'stream', stream: true, expectsDedicatedReply: true },
    });
  });
});
