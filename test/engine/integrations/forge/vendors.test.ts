import { describe, expect, test } from '@jest/globals';
import { groq } from '../../../../src/engine/blocks/integrations/groq.js';
import { effectsIn } from '../../../support/valueAfter.js';
import { chat, transcript, type ChatOptions } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { viewOf } from '../../../support/viewOf.js';

const variables = {
  Name: 'Ada',
  Thread: 'thread-1',
  Talk: ['Hi', 'Hello', 'Why?', null],
  Out: 'before',
};

/** The effects that a vendor's block requests. */
function asked(type: string, options: object, more: ChatOptions = {}) {
  const [ask] = effectsIn({ type, options: { credentialsId: 'c', ...options } }, variables, more);
  return ask?.kind === 'forge' ? ask : undefined;
}

/** The value of `Out` after an action with this result. */
function out(type: string, options: object, output: unknown, more: ChatOptions = {}): string[] {
  const block = { type, options: { credentialsId: 'c', ...options } };
  const flow = flowOf({ variables, groups: { Start: [block, say('{{Out}}')] } });
  return transcript(flow, [], { answer: () => ({ ok: true, value: output }), ...more });
}

describe('an action of a vendor', () => {
  test.each([
    ['openai', 'Create chat completion'],
    ['openai', 'Ask Assistant'],
    ['openai', 'Create speech'],
    ['openai', 'Create transcription'],
    ['openai', 'Generate variables'],
    ['openai', 'Ask Model'],
    ['anthropic', 'Create Chat Message'],
    ['anthropic', 'Generate variables'],
    ['mistral', 'Create chat completion'],
    ['mistral', 'Generate variables'],
    ['together-ai', 'Create chat completion'],
    ['open-router', 'Create chat completion'],
    ['groq', 'Create chat completion'],
    ['perplexity', 'Create chat completion'],
    ['deepseek', 'Create chat completion'],
    ['chat-node', 'Send Message'],
    ['qr-code', 'Generate a QR Code'],
    ['dify-ai', 'Create Chat Message'],
    ['dify-ai', 'Query Knowledge Base'],
    ['elevenlabs', 'Convert text to speech'],
    ['nocodb', 'Search Records'],
    ['nocodb', 'Create Record'],
    ['nocodb', 'Update Existing Record'],
    ['segment', 'Alias'],
    ['segment', 'Identify User'],
    ['segment', 'Page'],
    ['segment', 'Track'],
    ['posthog', 'Capture'],
    ['posthog', 'Identify Group'],
    ['blink', 'Get Users'],
    ['blink', 'Send Feed Event'],
    ['gmail', 'Send email'],
  ])('%s: %s is asked with its options filled in', (type, action) => {
    const options = { action, userId: '{{Name}}', list: [{ key: '{{Name}}' }], none: '' };
    const ask = asked(type, options, { isPreview: false, resultId: 'r' });
    expect(ask).toEqual({
      kind: 'forge',
      type,
      action,
      options: { userId: 'Ada', list: [{ key: 'Ada' }] },
      credentialsId: 'c',
    });
  });

  test('that counts what visitors do is not started in a preview', () => {
    expect(out('segment', { action: 'Track', userId: 'u' }, {})).toEqual([
      'log: info: Skipped block Start.1: it sends nothing in a preview',
      'bot: before',
    ]);
  });

  test('lets the flow go on when it fails, with a log; only the author can read the reason', () => {
    const answer = () => ({ ok: false as const, error: 'no credit' });
    const options = { action: 'Create speech', saveUrlInVariableId: 'vOut' };
    const lines = ['log: error: Block Start.1 (openai: Create speech) failed', 'bot: before'];
    expect(out('openai', options, null, { answer })).toEqual(lines);
    expect(out('openai', options, null, { answer, isPreview: false, resultId: 'r' })).toEqual(
      lines,
    );
    const flow = flowOf({
      groups: { Start: [{ type: 'openai', options: { credentialsId: 'c', ...options } }] },
    });
    expect(chat(flow, [], { answer })[0]?.events[0]).toMatchObject({
      log: { details: 'no credit' },
    });
  });

  test('that would e-mail somebody is left out of a preview, with a log', () => {
    expect(out('gmail', { action: 'Send email', to: 'ada@example.com' }, null)).toEqual([
      'log: info: Emails are not sent in preview mode',
      'bot: before',
    ]);
  });

  test('that is not chosen, or lacks credentials, is skipped with a log', () => {
    const played = (block: object) =>
      transcript(flowOf({ groups: { Start: [{ type: 'groq', ...block }] } }));
    const none = ['log: info: Skipped block Start.1: no action is chosen'];
    expect(played({})).toEqual(none);
    expect(played({ options: {} })).toEqual(none);
    expect(played({ options: { action: 'Create chat completion' } })).toEqual([
      'log: error: Skipped block Start.1: its credentials are missing',
    ]);
    expect(played({ options: { action: 'Juggle' } })[0]).toMatch('not a well-formed "groq"');
  });

  test('of a vendor without accounts needs no credentials', () => {
    const block = { type: 'qr-code', options: { action: 'Generate a QR Code', data: '{{Name}}' } };
    expect(effectsIn(block, variables)).toEqual([
      { kind: 'forge', type: 'qr-code', action: 'Generate a QR Code', options: { data: 'Ada' } },
    ]);
  });

  test('lets the flow go on after a result although none is chosen', () => {
    const { context } = viewOf();
    const answer = { ok: true, value: {} } as const;
    for (const block of [
      { id: 'b', type: 'groq' },
      { id: 'b', type: 'groq', options: {} },
    ]) {
      expect(groq.resume?.(answer, block, context)).toEqual({ go: 'next' });
    }
  });
});

describe('the request to a vendor', () => {
  test('has messages in order, with dialogues split into messages and without empty ones', () => {
    const messages = [
      { role: 'system', content: 'Be kind to {{Name}}' },
      { role: 'Dialogue', dialogueVariableId: 'vTalk' },
      { role: 'Dialogue', dialogueVariableId: 'vTalk', startsBy: 'assistant' },
      { role: 'Dialogue', dialogueVariableId: 'vName' },
      { role: 'Dialogue', dialogueVariableId: 'gone' },
      { role: 'Dialogue' },
      { role: 'user', content: '{{Nobody}}' },
      { role: 'user' },
      {},
    ];
    const ask = asked('mistral', { action: 'Create chat completion', model: 'm', messages });
    expect(ask?.options).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be kind to Ada' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'Why?' },
        { role: 'assistant', content: 'Hi' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Why?' },
        { role: 'user', content: 'Ada' },
      ],
    });
  });

  test('has the code of functions as scripts, with the variables they use', () => {
    const tools = [{ type: 'function', name: '{{Name}}', code: 'return {{Name}}' }, { name: 'b' }];
    const ask = asked('openai', { action: 'Create chat completion', tools });
    const script = {
      ...{ kind: 'runScript', code: 'return vName', args: [{ id: 'vName', value: 'Ada' }] },
      capabilities: { fetch: true, setVariable: true, console: true },
    };
    expect(ask?.options).toEqual({
      tools: [{ type: 'function', name: 'Ada', script }, { name: 'b' }],
    });
  });

  test('sets what its functions set, and shows the author what they printed', () => {
    const answer = () => ({
      ...{ ok: true as const, value: {}, printed: ['look: 1'] },
      assignments: [{ name: 'Out', value: 'by a function' }],
    });
    expect(out('groq', { action: 'Create chat completion' }, null, { answer })).toEqual([
      'log: info: Block Start.1 (groq: Create chat completion) printed: look: 1',
      'bot: by a function',
    ]);
  });

  test('keeps a text that broke off, and shows the author why', () => {
    const mapped = { action: 'Create chat completion', responseMapping: [{ variableId: 'vOut' }] };
    const value = { 'Message content': 'Half' };
    const answer = () => ({ ok: true as const, value, warning: 'too busy' });
    expect(out('groq', mapped, null, { answer })).toEqual([
      'log: error: Block Start.1 (groq: Create chat completion) broke off',
      'bot: Half',
    ]);
  });

  test('has the names of the variables it is to fill', () => {
    const variablesToExtract = [{ variableId: 'vOut' }, { variableId: 'vGone' }];
    expect(asked('openai', { action: 'Generate variables', variablesToExtract })?.options).toEqual({
      variablesToExtract: [{ variableId: 'vOut', name: 'Out' }, { variableId: 'vGone' }],
    });
  });

  test('has the value of the variable from which it continues, if there is one', () => {
    const action = 'Ask Assistant';
    const threadId = 'old';
    expect(asked('openai', { action, threadVariableId: 'vThread', threadId })?.options).toEqual({
      threadVariableId: 'vThread',
      threadId: 'thread-1',
    });
    expect(asked('openai', { action, threadVariableId: 'gone', threadId })?.options).toEqual({
      threadVariableId: 'gone',
      threadId: 'old',
    });
  });
});

describe('the result of an action', () => {
  const chatting = { action: 'Create chat completion' };

  test.each<[string, object, unknown, string]>([
    [
      'the first part when none is named',
      { variableId: 'vOut' },
      { 'Message content': 'Hi' },
      'Hi',
    ],
    [
      'a part by its name',
      { item: 'Total tokens', variableId: 'vOut' },
      { 'Total tokens': 5 },
      '5',
    ],
    [
      'a part however its name is spelt',
      { item: 'Message Content', variableId: 'vOut' },
      { 'Message content': 'Hi' },
      'Hi',
    ],
    [
      'nothing of a part nobody knows',
      { item: 'Mood', variableId: 'vOut' },
      { Mood: 'good' },
      'before',
    ],
    ['nothing of a part that did not come', { variableId: 'vOut' }, {}, 'before'],
    ['nothing without a variable', { item: 'Total tokens' }, { 'Total tokens': 5 }, 'before'],
    ['nothing of nonsense', { variableId: 'vOut' }, 'nonsense', 'before'],
  ])('fills variables with %s', (_what, mapping, output, value) => {
    const options = { ...chatting, responseMapping: [mapping] };
    expect(out('openai', options, output)).toEqual([`bot: ${value}`]);
  });

  test('is the text also by the name that imported flows give it', () => {
    const options = {
      action: 'Create Chat Message',
      responseMapping: [{ item: 'Message content', variableId: 'vOut' }],
    };
    expect(out('dify-ai', options, { Answer: 'Hello' })).toEqual(['bot: Hello']);
    const found = { ...options, action: 'Query Knowledge Base' };
    expect(out('dify-ai', found, { 'Retrieved chunks': ['a'] })).toEqual(['bot: before']);
  });

  test('is stored in the variable that an option names', () => {
    const speech = { action: 'Create speech', saveUrlInVariableId: 'vOut' };
    expect(out('openai', speech, { URL: 'https://x/1.mp3' })).toEqual(['bot: https://x/1.mp3']);
  });

  test('is stored in each variable of a list', () => {
    const variablesToExtract = [{ variableId: 'vOut' }, { variableId: 'vGone' }, {}];
    const options = { action: 'Generate variables', variablesToExtract };
    expect(out('anthropic', options, { vOut: ['a', 'b'] })).toEqual(['bot: ["a","b"]']);
    const responseMapping = [{ fieldName: 'Age', variableId: 'vOut' }];
    const search = { action: 'Search Records', responseMapping };
    expect(out('nocodb', search, { Age: ['36', '40'] })).toEqual(['bot: ["36","40"]']);
    expect(out('nocodb', { action: 'Search Records' }, { Age: '36' })).toEqual(['bot: before']);
  });
});

describe('a vendor that no longer exists', () => {
  test.each(['zemantic-ai', 'Zemantic AI'])('%s is skipped with a log', (type) => {
    const options = { credentialsId: 'c', action: 'Search documents', query: '{{Name}}' };
    const flow = flowOf({ groups: { Start: [{ type, options }, say('on')] } });
    expect(transcript(flow)).toEqual([
      `log: info: Skipped block Start.1: "${type}" no longer exists`,
      'bot: on',
    ]);
  });
});
