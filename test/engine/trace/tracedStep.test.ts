import { describe, expect, test } from '@jest/globals';
import { compileFlow, type Flow } from '../../../src/engine/flow/flow.js';
import { seededEnv } from '../../../src/engine/interpreter/env.js';
import { step } from '../../../src/engine/interpreter/step.js';
import { foldTrace } from '../../../src/engine/trace/foldTrace.js';
import type { PackedEntry } from '../../../src/engine/trace/packedEntry.js';
import { packTrace } from '../../../src/engine/trace/packTrace.js';
import { stepWithin } from '../../../src/engine/trace/stepWithin.js';
import { tracedStep } from '../../../src/engine/trace/tracedStep.js';
import type { TraceEntry } from '../../../src/engine/trace/traceEntry.js';
import { unpackTrace } from '../../../src/engine/trace/unpackTrace.js';
import { anyAnswer, anyFlow, anySent } from '../../support/anyFlow.js';
import { answerOf } from '../../support/answerOf.js';
import { newSession, playOnce } from '../../support/chat.js';
import { ask, flowOf, say } from '../../support/flowOf.js';
import {
  exampleFlow,
  exampleNames,
  playConversations,
  playExample,
} from '../../support/playExample.js';
import { fc } from '../../support/properties.js';

let steps = 0;

/** Takes a step with and without a trace, and within a limit of work: all give the same, and the trace folds to the session. */
const checkedStep: typeof step = (flows, before, input, { now }) => {
  const seed = `seed/${(steps += 1)}`;
  const plain = step(flows, before, input, seededEnv({ now, seed }));
  const { result, entries } = tracedStep({ flows, env: seededEnv({ now, seed }) }, before, input);
  expect(result).toEqual(plain);
  if (input.type !== 'answer') {
    const little = stepWithin(
      { flows, env: seededEnv({ now, seed }), mostWork: 30_000 },
      before,
      input,
    );
    expect(little ?? plain).toEqual(plain);
  }
  const { open: _begun, ...from } = before;
  const { open: _left, ...session } = result.session;
  const stored = unpackTrace(JSON.parse(packTrace(entries)) as PackedEntry[]);
  expect(stored).toEqual(throughJson(entries));
  expect(foldTrace(from, stored)).toEqual(session);
  return result;
};

function throughJson(entries: readonly TraceEntry[]): TraceEntry[] {
  return JSON.parse(JSON.stringify(entries)) as TraceEntry[]; // A copy of the same shape, or the test fails.
}

describe('a traced step is the same as any other, and its trace folds to the session,', () => {
  test('in every recorded conversation', () => {
    playConversations(checkedStep);
  });

  test.each(exampleNames)('in chats of the example %s', (name) => {
    const flow = exampleFlow(name);
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
        anyAnswer,
        (picks, answer) => {
          playExample(flow, { picks, answer, take: checkedStep });
        },
      ),
      { numRuns: 5 },
    );
  });

  test('in chats of any flow, with any results of effects', () => {
    fc.assert(
      fc.property(
        anyFlow('flow'),
        anyFlow('other'),
        fc.array(anySent, { maxLength: 6 }),
        anyAnswer,
        (flow, other, messages, answer) => {
          playOnce(flow, messages, {
            flows: [other],
            take: checkedStep,
            answer: (effect) => (effect.kind === 'evaluate' ? answerOf(effect) : answer),
          });
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** The entries of a whole chat without effects. */
function traceOf(flow: Flow, messages: readonly string[]): TraceEntry[] {
  const all: TraceEntry[] = [];
  playOnce(flow, messages, {
    take: (flows, session, input, env) => {
      const { result, entries } = tracedStep({ flows, env }, session, input);
      all.push(...entries);
      return result;
    },
  });
  return all;
}

describe('the trace of a chat says', () => {
  const flow = flowOf({
    variables: { Age: null },
    groups: {
      Start: [
        ask('number input', 'Age', {}),
        {
          type: 'Condition',
          items: [
            {
              id: 'adult',
              content: {
                comparisons: [
                  {
                    id: 'c',
                    variableId: 'vAge',
                    comparisonOperator: 'Greater or equal to',
                    value: '18',
                  },
                ],
              },
              to: 'Adults',
            },
          ],
        },
        say('too young'),
      ],
      Adults: [say('welcome')],
    },
  });
  const trace = traceOf(flow, ['21']);

  test('which variable was set from what to what, and by which block', () => {
    expect(trace).toContainEqual(
      expect.objectContaining({
        kind: 'block',
        blockId: 'Start.1',
        call: 'parseReply',
        changes: expect.arrayContaining([
          { change: 'variable', depth: 0, id: 'vAge', name: 'Age', from: null, to: '21' },
        ]) as unknown,
      }),
    );
  });

  test('both sides of a condition with its outcome, and which edge was taken for it', () => {
    const [edge] = flow.definition.edges.filter(({ from }) => 'itemId' in from);
    expect(trace).toContainEqual(
      expect.objectContaining({
        blockId: 'Start.2',
        conditions: [
          {
            itemId: 'adult',
            holds: true,
            comparisons: [
              {
                variableId: 'vAge',
                left: '21',
                operator: 'Greater or equal to',
                right: '18',
                holds: true,
              },
            ],
          },
        ],
        way: 'edge',
        edges: [{ id: edge?.id, blockId: 'Start.2', itemId: 'adult' }],
        to: { groupId: 'Adults', blockId: 'Adults.1' },
      }),
    );
  });

  test('what a turn took of its limits', () => {
    expect(trace.at(-1)).toMatchObject({ kind: 'ended', blocks: 2 });
  });

  test('nothing of conditions that would take too long to explain, or of a block that is broken', () => {
    const comparison = { variableId: 'vLong', comparisonOperator: 'Contains', value: 'y' };
    const comparisons = Array.from({ length: 10 }, (_, place) => ({
      id: `c${place}`,
      ...comparison,
    }));
    const items = [{ id: 'i', content: { logicalOperator: 'OR', comparisons } }];
    const long = flowOf({
      variables: { Long: 'x'.repeat(30_000) },
      groups: { Start: [{ type: 'Condition', items }, say('after')] },
    });
    const broken = { id: 'Start.1', type: 'Condition', items: 'none' };
    const [group] = long.definition.groups;
    const groups = group ? [{ ...group, blocks: [broken, ...group.blocks.slice(1)] }] : [];
    for (const made of [long, compileFlow('flow', { ...long.definition, groups })]) {
      const entry = traceOf(made, []).find((one) => one.kind === 'block');
      expect(entry).toMatchObject({ blockId: 'Start.1' });
      expect(entry).not.toHaveProperty('conditions');
    }
  });

  test('that a turn stopped, if its block has gone since it requested something', () => {
    const code = {
      type: 'Set variable',
      options: { variableId: 'vAge', expressionToEvaluate: '1+1', isCode: true },
    };
    const before = flowOf({ variables: { Age: null }, groups: { Start: [code, say('x')] } });
    const env = () => seededEnv({ now: 0, seed: 'gone' });
    const begun = step(() => before, newSession(before), { type: 'start' }, env());
    expect(begun.effect).toBeDefined();
    const without = flowOf({ variables: { Age: null }, groups: { Other: [] } });
    const answer = { ok: true, value: 2 } as const;
    const { result, entries } = tracedStep({ flows: () => without, env: env() }, begun.session, {
      type: 'answer',
      answer,
    });
    expect(result.session.phase).toBe('ended');
    const { open: _left, ...from } = begun.session;
    expect(foldTrace(from, throughJson(entries))).toEqual(result.session);
  });
});
