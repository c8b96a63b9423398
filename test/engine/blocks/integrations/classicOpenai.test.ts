import { describe, expect, test } from '@jest/globals';
import { classicOpenai } from '../../../../src/engine/blocks/integrations/classicOpenai.js';
import { effectsIn } from '../../../support/valueAfter.js';
import { transcript, type ChatOptions, type Sent } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { viewOf } from '../../../support/viewOf.js';

const chatting = { credentialsId: 'c', task: 'Create chat completion' };
const variables = { Name: 'Ada', Out: 'before', List: ['a'], Asked: ['1', '2'], Said: ['one'] };

function played(
  options: object | undefined,
  more: ChatOptions = {},
  sent: readonly Sent[] = [],
): string[] {
  const block = { type: 'OpenAI', ...(options && { options }) };
  const groups = { Start: [block, say('{{List}}'), say('{{Out}} {{List}}')] };
  return transcript(flowOf({ variables, groups }), sent, more);
}

function optionsAsked(options: object): unknown {
  const [asked] = effectsIn({ type: 'OpenAI', options: { ...chatting, ...options } }, variables);
  return asked?.kind === 'forge' ? asked.options : asked;
}

describe('the classic OpenAI block', () => {
  test('sends the same request as the newer block', () => {
    const block = { type: 'OpenAI', options: { ...chatting, baseUrl: 'https://ai.example.com' } };
    expect(effectsIn(block, variables)).toEqual([
      {
        kind: 'forge',
        type: 'openai',
        action: 'Create chat completion',
        options: { baseUrl: 'https://ai.example.com', model: 'gpt-5.6-terra', messages: [] },
        credentialsId: 'c',
      },
    ]);
    const speech = { task: 'Create speech', model: 'tts-1', input: 'Hi {{Name}}', voice: 'alloy' };
    expect(optionsAsked(speech)).toEqual({ model: 'tts-1', input: 'Hi Ada', voice: 'alloy' });
    const set = { model: 'gpt-{{Name}}', advancedSettings: { temperature: '{{Name}}' } };
    expect(optionsAsked(set)).toEqual({ model: 'gpt-Ada', temperature: 'Ada', messages: [] });
  });

  test('sends messages, dialogues and sequences in order', () => {
    const role = 'Messages sequence ✨';
    const content = { userMessagesVariableId: 'vAsked', assistantMessagesVariableId: 'vSaid' };
    const messages = [
      { id: '1', role: 'system', content: 'Be kind to {{Name}}' },
      { id: '2', role, content },
      { id: '3', role },
      { id: '6', role, content: { assistantMessagesVariableId: 'vSaid' } },
      { id: '4', role: 'Dialogue', dialogueVariableId: 'vAsked', startsBy: 'assistant' },
      { id: '5' },
    ];
    expect(optionsAsked({ messages })).toMatchObject({
      messages: [
        { role: 'system', content: 'Be kind to Ada' },
        { role: 'user', content: '1' },
        { role: 'assistant', content: 'one' },
        { role: 'user', content: '2' },
        { role: 'assistant', content: 'one' },
        { role: 'assistant', content: '1' },
        { role: 'user', content: '2' },
      ],
    });
  });

  test('stores its answer: it replaces a text, and is appended to a list', () => {
    const responseMapping = [
      { id: '1', valueToExtract: 'Message content', variableId: 'vList' },
      { id: '2', valueToExtract: '', variableId: 'vOut' },
      { id: '3', valueToExtract: 'Total tokens', variableId: 'vSaid' },
      { id: '4', valueToExtract: 'Prompt tokens', variableId: 'vOut' },
      { id: '5' },
    ];
    const answer = () => ({
      ok: true as const,
      value: { 'Message content': 'b', 'Total tokens': 3 },
    });
    expect(played({ ...chatting, responseMapping }, { answer }).at(-1)).toBe('bot: b ["a","b"]');
    const speech = { credentialsId: 'c', task: 'Create speech', saveUrlInVariableId: 'vOut' };
    const recorded = () => ({ ok: true as const, value: { URL: 'https://x' } });
    expect(played(speech, { answer: recorded }).at(-1)).toBe('bot: https://x ["a"]');
    const { saveUrlInVariableId: _save, ...unsaved } = speech;
    expect(played(unsaved, { answer: () => ({ ok: true }) }).at(-1)).toBe('bot: before ["a"]');
    const nothing = () => ({ ok: true as const, value: { 'Message content': null } });
    expect(played({ ...chatting, responseMapping }, { answer: nothing }).at(-1)).toBe(
      'bot:  ["a",""]',
    );
  });

  test('lets the client stream if its bubble follows', () => {
    const responseMapping = [{ id: '1', variableId: 'vList' }];
    const messages = [{ id: '1', role: 'user', content: 'Hi', name: '{{Name}}' }];
    const options = { ...chatting, responseMapping, messages };
    const named = [{ role: 'user', content: 'Hi', name: 'Ada' }];
    expect(optionsAsked(options)).toMatchObject({ messages: named });
    const action = '! streamAiCompletion {"messages":[{"role":"user","content":"Hi"}]} and waits';
    const streaming = { isStreamEnabled: true };
    expect(played(options, streaming, ['Hello'])).toEqual([
      action,
      'streamed: ["a","Hello"]',
      'bot: before ["a","Hello"]',
    ]);
    expect(played(options, streaming, [null]).slice(1)).toEqual([
      'bot: ["a"]',
      'bot: before ["a"]',
    ]);
  });

  test('asks for a picture, and stores its address', () => {
    const image = { credentialsId: 'c', task: 'Create image' };
    const advancedOptions = { size: '1536x1024' };
    expect(optionsAsked({ ...image, prompt: 'A cat of {{Name}}', advancedOptions })).toEqual({
      ...{ prompt: 'A cat of Ada', size: '1536x1024' },
    });
    expect(optionsAsked(image)).toEqual({});
    const responseMapping = [
      { id: '1', valueToExtract: 'Image URL', variableId: 'vOut' },
      { id: '2', variableId: 'vList' },
    ];
    const answer = () => ({ ok: true as const, value: { 'Image URL': 'https://x/1.png' } });
    expect(played({ ...image, responseMapping }, { answer }).at(-1)).toBe(
      'bot: https://x/1.png https://x/1.png',
    );
  });

  test.each([
    ['dall-e-2', '512x512', '512x512', undefined],
    ['dall-e-2', '1792x1024', '1024x1024', '1024x1024, 512x512, 256x256'],
    ['dall-e-3', '1536x1024', '1792x1024', '1024x1024, 1792x1024, 1024x1792'],
    ['dall-e-3', 'auto', '1024x1024', '1024x1024, 1792x1024, 1024x1792'],
    ['gpt-image-1', '1024x1792', '1024x1536', '1024x1024, 1536x1024, 1024x1536'],
    ['gpt-image-1-mini', 'auto', 'auto', undefined],
    ['gpt-image-2', '2048x1152', '2048x1152', undefined],
    ['gpt-image-2', '2050x1152', '1536x1024', 'multiples of 16'],
    ['gpt-image-2', '4096x2048', '1536x1024', 'multiples of 16'],
    ['gpt-image-2', '3840x640', '1536x1024', 'multiples of 16'],
    ['gpt-image-2', '3840x3840', '1536x1024', 'multiples of 16'],
    [undefined, '256x256', '1024x1024', 'multiples of 16'],
    ['flux-pro', '1024x576', '1024x576', undefined],
  ])('asks %s, told to make %s, for a picture of %s', (model, size, made, named) => {
    const image = { credentialsId: 'c', task: 'Create image', prompt: 'A cat', model };
    const options = { ...image, advancedOptions: { size } };
    expect(optionsAsked(options)).toMatchObject({ size: made });
    const said = played(options, { answer: () => ({ ok: true, value: {} }) })[0];
    if (named === undefined) expect(said).not.toMatch(/^log/);
    else expect(said).toContain(`makes no picture of ${size}, so one of ${made} was asked for`);
    expect(said).toContain(named ?? 'bot');
  });

  test('keeps an answer that broke off, and logs why', () => {
    const responseMapping = [{ id: '1', variableId: 'vOut' }];
    const value = { 'Message content': 'Half' };
    const answer = () => ({ ok: true as const, value, warning: 'too busy' });
    const shown = played({ ...chatting, responseMapping }, { answer });
    expect([shown[0], shown.at(-1)]).toEqual([
      'log: error: Block Start.1 (OpenAI) broke off',
      'bot: Half ["a"]',
    ]);
  });

  test('goes on if it fails, or has no options', () => {
    expect(played(chatting)[0]).toBe('log: error: Block Start.1 (OpenAI) failed');
    for (const options of [undefined, {}]) {
      expect(played(options)[0]).toBe(
        'log: info: Skipped block Start.1: what it is to do is not set up',
      );
    }
    expect(played({ task: 'Create speech' })[0]).toBe(
      'log: error: Skipped block Start.1: its credentials are missing',
    );
    const { context } = viewOf();
    const answer = { ok: true, value: 'nonsense' } as const;
    const block = { id: 'b', type: 'OpenAI' as const };
    expect(classicOpenai.resume?.(answer, block, context)).toEqual({ go: 'next', set: [] });
  });
});
