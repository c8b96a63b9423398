import { describe, expect, test } from '@jest/globals';
import { isJsonRecord } from '../../../../src/engine/documents/jsonRecord.js';
import { chat, transcript, type ChatOptions } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { runCode } from '../../../support/valueAfter.js';

const live = { isPreview: false, resultId: 'r' };

function played(type: string, options: object, chatOptions: ChatOptions = {}) {
  const more = { ...live, ...chatOptions };
  const block = { type, options: { credentialsId: 'c', ...options } };
  const flow = flowOf({ variables: { Id: '7' }, groups: { Start: [block, say('on')] } });
  const lines = transcript(flow, [], more).filter((line) => !line.startsWith('!'));
  const events = chat(flow, [], more)[0]?.events ?? [];
  const codes = events.flatMap((event) =>
    event.kind === 'action' ? [event.action['codeToExecute']] : [],
  );
  return { lines, code: codes.find(isJsonRecord) };
}

describe('the web widget of Zendesk', () => {
  const widget = { action: 'Open Web Widget', webWidgetKey: 'key-{{Id}}' };

  test('opens without a login at once', () => {
    const { lines, code } = played('zendesk', { ...widget, userId: '{{Nobody}}' });
    expect(lines).toEqual(['bot: on']);
    expect(code).toMatchObject({ args: { key: 'key-7', token: '' } });
    const bare = { action: 'Open Web Widget' };
    expect(played('zendesk', bare).code).toMatchObject({ args: { key: '', token: '' } });
  });

  test('logs in a known user', () => {
    const options = { ...widget, userId: '{{Id}}' };
    const answering = (value: unknown) => ({ answer: () => ({ ok: true as const, value }) });
    const tokenAfter = (value: unknown) =>
      played('zendesk', options, answering(value)).code?.['args'];
    expect(tokenAfter({ Token: 'signed' })).toEqual({ key: 'key-7', token: 'signed' });
    expect(tokenAfter({})).toEqual({ key: 'key-7', token: '' });
    expect(tokenAfter('nonsense')).toEqual({ key: 'key-7', token: '' });
    const { webWidgetKey: _key, ...keyless } = options;
    expect(played('zendesk', keyless, answering({ Token: 't' })).code?.['args']).toEqual({
      key: '',
      token: 't',
    });
  });

  test('opens without a login if the login failed, and a log says so', () => {
    const { lines, code } = played('zendesk', { ...widget, userId: '{{Id}}' });
    expect(lines).toEqual([
      'log: error: The user could not be logged in to the web widget',
      'bot: on',
    ]);
    expect(code).toMatchObject({ args: { key: 'key-7', token: '' } });
  });

  test('is not opened in a preview', () => {
    const options = { ...widget, userId: '{{Id}}' };
    const { lines, code } = played('zendesk', options, { isPreview: true });
    expect(lines).toEqual(['log: info: The web widget is not opened in preview mode', 'bot: on']);
    expect(code).toBeUndefined();
  });

  test('is opened by code that a client can run', () => {
    const calls: unknown[] = [];
    const zE = (...call: unknown[]) =>
      void calls.push(call.map((part) => (typeof part === 'function' ? 'callback' : part)));
    const { code } = played(
      'zendesk',
      { ...widget, userId: '1' },
      { answer: () => ({ ok: true, value: { Token: 't' } }) },
    );
    runCode(String(code?.['content']), { window: { zE }, key: 'k', token: 't' });
    expect(calls).toEqual([
      ['messenger', 'loginUser', 'callback'],
      ['messenger', 'open'],
    ]);
  });
});

describe('a redirect of Blink', () => {
  const redirect = { action: 'Redirect' };

  test('opens the address on the client', () => {
    expect(played('blink', { ...redirect, url: 'https://example.com/{{Id}}' }).code).toEqual({
      args: { url: 'https://example.com/7' },
      content: 'window.open(url, "_self");',
    });
  });

  test('never runs a script', () => {
    for (const url of ['javascript:alert(1)', '', undefined]) {
      const { lines, code } = played('blink', { ...redirect, url });
      expect(code).toBeUndefined();
      expect(lines).toEqual([
        'log: error: Redirect was left out: its address is missing or would run a script',
        'bot: on',
      ]);
    }
  });
});
