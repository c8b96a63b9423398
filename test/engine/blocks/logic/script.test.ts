import { describe, expect, test } from '@jest/globals';
import { chat, transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';

const variables = { Name: 'Ada', Empty: null, N: '3' };
const code = (options: object) => ({ type: 'Code', options });

describe('a script', () => {
  test('runs on the page by default, and says that it is unsafe', () => {
    const flow = flowOf({
      variables,
      groups: {
        Start: [
          { type: 'Code' },
          code({ content: 'f({{Name}}, {{Empty}}, {{N}}, {{Nobody}})', isUnsafe: true }),
        ],
      },
    });
    const scriptToExecute = {
      content: 'f(vName, vEmpty, vN, )',
      args: [{ id: 'vName', value: 'Ada' }, { id: 'vEmpty' }, { id: 'vN', value: 3 }],
      isUnsafe: true,
    };
    expect(chat(flow)[0]?.events[0]).toEqual({
      kind: 'action',
      action: { type: 'scriptToExecute', scriptToExecute },
    });
  });

  test('may be pasted with the tags that it has in a page', () => {
    const content = '\n<script type="text/javascript">\n  track({{N}}, "<script>");\n</script>\n';
    const flow = flowOf({ variables, groups: { Start: [code({ content })] } });
    expect(chat(flow)[0]?.events[0]).toMatchObject({
      action: { scriptToExecute: { content: '\n  track(vN, "<script>");\n' } },
    });
  });

  test('on the server may fetch and set variables, and runs from its first line to its last', () => {
    const asked: unknown[] = [];
    const content = 'setVariable("Name", {{N}}); setVariable("Empty", [1, null])';
    const flow = flowOf({
      variables,
      groups: { Start: [code({ content, isExecutedOnClient: false })] },
    });
    chat(flow, [], {
      answer: (ask) => {
        asked.push(ask);
        return { ok: true };
      },
    });
    expect(asked[0]).toEqual({
      kind: 'runScript',
      code: 'setVariable("Name", vN); setVariable("Empty", [1, null])',
      args: [{ id: 'vN', value: 3 }],
      capabilities: { fetch: true, setVariable: true, console: true },
    });
    const turns = chat(flow);
    expect(turns[0]?.session.stack[0]?.variables.slice(1)).toMatchObject([
      { name: 'Name', value: '3' },
      { name: 'Empty', value: ['1', null] },
    ]);
  });

  test('that fails is a log with the name of the script', () => {
    const flow = flowOf({
      groups: { Start: [code({ content: 'oops', isExecutedOnClient: false }), say('on')] },
    });
    const failing = { answer: () => ({ ok: false, error: 'too slow' }) as const };
    const description = 'Script "Script" failed';
    expect(transcript(flow, [], failing)).toEqual([`log: error: ${description}`, 'bot: on']);
    const place = { blockId: 'Start.1', groupId: 'Start' };
    const log = { status: 'error', description, details: 'too slow', ...place };
    expect(chat(flow, [], failing)[0]?.events[0]).toEqual({ kind: 'log', log });
  });
});
