import { describe, expect, test } from '@jest/globals';
import type { Effect } from '../../../src/engine/interpreter/effect.js';
import { returning } from '../../../src/engine/scripts/script.js';
import { compileFlow, type FlowDefinition } from '../../../src/engine/flow/flow.js';
import { openBlockContext } from '../../../src/engine/interpreter/blockContext.js';
import { newBudget } from '../../../src/engine/interpreter/budget.js';
import { chat, env, newSession, type ChatOptions } from '../../support/chat.js';
import { flowOf, say } from '../../support/flowOf.js';
import { viewOf } from '../../support/viewOf.js';

describe('user code', () => {
  test('gets the variables that it names, with guessed types', () => {
    const variables = { Age: '36', Zip: '007', Gone: null, Word: 'undefined', Other: 'x' };
    const { context } = viewOf({ variables });
    expect(context.script('[{{Age}}, {{Zip}}, {{Gone}}, {{Word}}]')).toEqual({
      code: returning('[vAge, vZip, vGone, vWord]'),
      args: [
        { id: 'vAge', value: 36 },
        { id: 'vZip', value: '007' },
        { id: 'vGone' },
        { id: 'vWord' },
      ],
    });
  });

  test('safely binds ids that are not identifiers, or that occur twice', () => {
    const variables = ['new', '1st', 'a-b', 'twin', 'twin'].map((id, index) => ({
      id,
      name: `V${index}`,
      value: String(index),
    }));
    const definition: FlowDefinition = { ...flowOf({ groups: {} }).definition, variables };
    const flow = compileFlow('odd', definition);
    const [frame] = newSession(flow).stack;
    if (!frame) throw new Error('A session begins with one bot');
    const settings = { isPreview: true, isStreamEnabled: false };
    const { context } = openBlockContext({
      env: env(0),
      flow,
      frame,
      settings,
      transcript: '',
      evaluated: [],
      budget: newBudget(),
    });
    expect(context.script('{{V0}} + {{V1}} + {{V2}} + {{V3}}')).toEqual({
      code: returning('$0 + $1 + $2 + twin'),
      args: [
        { id: '$0', value: 0 },
        { id: '$1', value: 1 },
        { id: '$2', value: 2 },
        { id: 'twin', value: 4 },
      ],
    });
  });

  test('receives the time zone of the chat if it is known, and prints only in a preview', () => {
    const script = { type: 'Code', options: { isExecutedOnClient: false, content: 'f()' } };
    const flow = flowOf({ groups: { Start: [script, say('{{= new Date() =}}')] } });
    const asksIn = (options: ChatOptions): Effect[] => {
      const asks: Effect[] = [];
      const answer = (ask: Effect) => {
        asks.push(ask);
        return { ok: true } as const;
      };
      chat(flow, [], { ...options, answer });
      return asks.slice(0, 2);
    };
    const granted = { fetch: true, setVariable: true };
    expect(asksIn({ timeZone: 'Asia/Tokyo' })).toMatchObject([
      { timeZone: 'Asia/Tokyo', capabilities: { ...granted, console: true } },
      { timeZone: 'Asia/Tokyo' },
    ]);
    const body = returning(' new Date() ');
    expect(asksIn({ isPreview: false })).toEqual([
      { kind: 'runScript', code: 'f()', args: [], capabilities: granted },
      { kind: 'evaluate', expressions: [body], args: [] },
    ]);
  });
});
