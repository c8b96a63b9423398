import { describe, expect, test } from '@jest/globals';
import { chat, transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { isJsonRecord } from '../../../../src/engine/documents/jsonRecord.js';
import { runCode } from '../../../support/valueAfter.js';

const live = { isPreview: false, resultId: 'result' };

/** The script that a widget block sends to the client. */
function script(
  options: object | undefined,
  more: object = live,
): { content: string; args: unknown } {
  const block = { type: 'Support widget', ...(options && { options }) };
  const flow = flowOf({
    variables: { Email: 'ada@example.com', Site: 'x' },
    groups: { Start: [block] },
  });
  const events = chat(flow, [], more)[0]?.events ?? [];
  const [action] = events.flatMap((event) => (event.kind === 'action' ? [event.action] : []));
  const payload = action?.['supportWidget'];
  const found = isJsonRecord(payload) ? payload['scriptToExecute'] : undefined;
  if (!isJsonRecord(found)) throw new Error('No script was given');
  return { content: String(found['content']), args: found['args'] };
}

/** Runs a script in a page that has loaded the tool already; returns the calls of the tool. */
function told({ content, args }: ReturnType<typeof script>): unknown[] {
  const calls: unknown[] = [];
  const record =
    (name: string) =>
    (...given: unknown[]) =>
      void calls.push([name, ...given]);
  const $chatwoot = {
    setUser: record('setUser'),
    setCustomAttributes: record('setCustomAttributes'),
    toggle: record('toggle'),
    toggleBubbleVisibility: record('toggleBubbleVisibility'),
  };
  const bound = Array.isArray(args) ? args.filter(isJsonRecord) : [];
  const values = bound.map(({ id, value }) => [String(id), value] as const);
  const window = { $chatwoot, Bot: { unmount: record('unmount') } };
  runCode(String(content), { window, ...Object.fromEntries(values) });
  return calls;
}

describe('a support widget', () => {
  test('opens with the person and the chat', () => {
    const user = {
      id: '{{Email}}',
      email: '{{Email}}',
      name: '"Ada".toUpperCase()',
      phoneNumber: '',
    };
    expect(told(script({ user }))).toEqual([
      ['unmount'],
      ['setUser', 'ada@example.com', { email: 'ada@example.com', name: 'ADA' }],
      ['setCustomAttributes', { bot_result_id: 'result' }],
      ['toggle', 'open'],
    ]);
    expect(told(script({ user: { email: '{{Email}}' } }))[1]).toEqual([
      'setUser',
      'ada@example.com',
      { email: 'ada@example.com' },
    ]);
    expect(told(script({ user: { name: '"Ada"' } }))[1]?.valueOf()).toEqual([
      'setCustomAttributes',
      { bot_result_id: 'result' },
    ]);
  });

  test('is loaded from its own address', () => {
    expect(script(undefined).args).toEqual([
      { id: '$baseUrl', value: 'https://app.chatwoot.com' },
      { id: '$websiteToken', value: '' },
      { id: '$resultId', value: 'result' },
    ]);
    const options = { baseUrl: 'https://{{Site}}.example.com/', websiteToken: '{{Site}}' };
    expect(script(options, { isPreview: false }).args).toEqual([
      { id: '$baseUrl', value: 'https://x.example.com' },
      { id: '$websiteToken', value: 'x' },
      { id: '$resultId', value: null },
    ]);
  });

  test('closes', () => {
    expect(told(script({ task: 'Close widget' }))).toEqual([
      ['toggle', 'close'],
      ['toggleBubbleVisibility', 'hide'],
    ]);
  });

  test('is not shown in a preview, and a log says so', () => {
    const flow = flowOf({ groups: { Start: [{ type: 'Support widget' }, say('on')] } });
    expect(transcript(flow)).toEqual([
      'log: info: The support widget is not shown in preview mode',
      '! supportWidget {"scriptToExecute":{"content":"","args":[]}}',
      'bot: on',
    ]);
  });
});
