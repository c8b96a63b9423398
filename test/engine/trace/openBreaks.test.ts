import { describe, expect, test } from '@jest/globals';
import type { Flow } from '../../../src/engine/flow/flow.js';
import { breakpointsSchema, type Breakpoint } from '../../../src/engine/interpreter/breakpoint.js';
import { countedEnv, seededEnv } from '../../../src/engine/interpreter/env.js';
import type { Session } from '../../../src/engine/interpreter/session.js';
import { step, type StepInput, type StepResult } from '../../../src/engine/interpreter/step.js';
import { foldTrace } from '../../../src/engine/trace/foldTrace.js';
import { openBreaks, type GoOn } from '../../../src/engine/trace/openBreaks.js';
import { tracedStep } from '../../../src/engine/trace/tracedStep.js';
import type { TraceEntry } from '../../../src/engine/trace/traceEntry.js';
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

const SINGLE: GoOn = { isSingle: true };
const GO: StepInput = { type: 'answer', answer: { ok: true } };
let steps = 0;

/** Takes a step from block to block, with the session stored in between: that gives the same as taking it at once. */
const steppedStep: typeof step = (flows, before, input, { now }) => {
  const seed = `seed/${(steps += 1)}`;
  const plain = step(flows, before, input, seededEnv({ now, seed }));
  const entries: TraceEntry[] = [];
  const go = (session: Session, sent: StepInput, drawn: number): StepResult => {
    const env = countedEnv(seededEnv({ now, seed }), drawn);
    const taken = tracedStep({ flows, env, breaks: openBreaks([], SINGLE) }, session, sent);
    entries.push(...taken.entries);
    const { result } = taken;
    return result.effect?.kind === 'pause'
      ? go(throughJson(result.session), GO, env.drawn())
      : result;
  };
  const stepped = go(before, input, 0);
  if (plain.refusal) {
    expect(stepped.refusal).toEqual(plain.refusal);
  } else {
    expect(withoutWork(stepped)).toEqual(withoutWork(plain));
    const { open: _begun, ...from } = before;
    const { open: _left, ...session } = stepped.session;
    expect(foldTrace(from, throughJson(entries))).toEqual(session);
  }
  return plain;
};

/** A stored stack is compared member by member, which is counted as more work. */
function withoutWork({ session, ...result }: StepResult): unknown {
  const { open, ...rest } = session;
  return { ...result, session: { ...rest, ...(open && { open: { ...open, workDone: 0 } }) } };
}

function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T; // A copy of the same shape, or the test fails.
}

describe('stepping from block to block gives the same as running a turn at once,', () => {
  test('in every recorded conversation', () => {
    playConversations(steppedStep);
  });

  test.each(exampleNames)('in chats of the example %s', (name) => {
    const flow = exampleFlow(name);
    const anyPicks = fc.array(fc.nat(), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(anyPicks, anyAnswer, (picks, answer) => {
        playExample(flow, { picks, answer, take: steppedStep });
      }),
      { numRuns: 5 },
    );
  });

  test('in chats of any flow, with any results of effects', () => {
    const anyMessages = fc.array(anySent, { maxLength: 6 });
    fc.assert(
      fc.property(anyFlow('flow'), anyFlow('other'), anyMessages, anyAnswer, (...given) => {
        const [flow, other, messages, answer] = given;
        playOnce(flow, messages, {
          flows: [other],
          take: steppedStep,
          answer: (effect) => (effect.kind === 'evaluate' ? answerOf(effect) : answer),
        });
      }),
      { numRuns: 15 },
    );
  });
});

describe('a turn pauses', () => {
  const comparison = { id: 'c', comparisonOperator: 'Greater or equal to', value: '18' };
  const adult = { comparisons: [{ ...comparison, variableId: 'vAge' }] };
  const flow = flowOf({
    variables: { Age: null, Other: null },
    groups: {
      Start: [
        ask('number input', 'Age', {}),
        { type: 'Condition', items: [{ id: 'adult', content: adult, to: 'Adults' }] },
        say('too young'),
      ],
      Adults: [say('welcome'), say('come in')],
    },
  });

  /** The blocks at which a turn pauses after this age is given, and what it reached there. */
  function pausesOf(breakpoints: Breakpoint[], age: string, goOn: GoOn = { isSingle: false }) {
    const pauses: { at: string | undefined; hit: readonly Breakpoint[] }[] = [];
    const asked = stepOf(flow, newSession(flow), { type: 'start' }).session;
    let turn = stepOf(flow, asked, { type: 'message', message: { text: age } }, breakpoints, goOn);
    while (turn.effect?.kind === 'pause') {
      const { groupId, index } = turn.session.open?.blockCall ?? {};
      pauses.push({ at: `${groupId}.${Number(index) + 1}`, hit: turn.effect.hit });
      turn = stepOf(flow, turn.session, GO, breakpoints, goOn);
    }
    return pauses;
  }

  test('before a block, when it is entered and when it gets a reply', () => {
    const at: Breakpoint = { type: 'block', blockId: 'Start.1' };
    expect(pausesOf([at], '21')).toEqual([{ at: 'Start.1', hit: [at] }]);
    const welcome: Breakpoint = { type: 'block', blockId: 'Adults.1' };
    expect(pausesOf([welcome], '21')).toEqual([{ at: 'Adults.1', hit: [welcome] }]);
    expect(pausesOf([welcome], '17')).toEqual([]);
  });

  test('after a condition was tried, or only after it held or did not', () => {
    const tried: Breakpoint = { type: 'condition', itemId: 'adult' };
    const held: Breakpoint = { ...tried, holds: true };
    const failed: Breakpoint = { ...tried, holds: false };
    expect(pausesOf([tried, held, failed], '21')).toEqual([{ at: 'Adults.1', hit: [tried, held] }]);
    expect(pausesOf([tried, held, failed], '17')).toEqual([
      { at: 'Start.3', hit: [tried, failed] },
    ]);
  });

  test('after a variable got another value', () => {
    const changed: Breakpoint = { type: 'change', variableId: 'vAge' };
    const other: Breakpoint = { type: 'change', variableId: 'vOther' };
    expect(pausesOf([changed, other], '21')).toEqual([{ at: 'Start.2', hit: [changed] }]);
  });

  test('not after a variable was written with the value that it had', () => {
    const written = { change: 'variable', depth: 0, id: 'vAge', name: 'Age' } as const;
    const breaks = openBreaks([{ type: 'change', variableId: 'vAge' }], { isSingle: false });
    breaks.note({ kind: 'began', at: 0, changes: [{ ...written, from: ['a'], to: ['a'] }] });
    expect(breaks.before('Start.1')).toBeUndefined();
    breaks.note({ kind: 'began', at: 0, changes: [{ ...written, from: ['a'], to: ['b'] }] });
    expect(breaks.before('Start.1')).toHaveProperty('kind', 'pause');
    expect(breaks.before('Start.1')).toBeUndefined();
  });

  test('before the block it is to run to, and before no block that the flow does not have', () => {
    const goOn = { isSingle: false, blockId: 'Adults.2' };
    expect(pausesOf([], '21', goOn)).toEqual([{ at: 'Adults.2', hit: [] }]);
    expect(openBreaks([], { isSingle: false }).before(undefined)).toBeUndefined();
  });

  test('at each block where it is taken block by block', () => {
    const places = pausesOf([], '21', SINGLE).map(({ at }) => at);
    expect(places).toEqual(['Start.1', 'Start.2', 'Adults.1', 'Adults.2']);
  });

  test('not for ever: a final failure in place of going on stops it, and asks again', () => {
    const asked = stepOf(flow, newSession(flow), { type: 'start' }).session;
    const sent: StepInput = { type: 'message', message: { text: '21' } };
    const paused = stepOf(flow, asked, sent, [], SINGLE).session;
    const over: StepInput = {
      type: 'answer',
      answer: { ok: false, isFinal: true, error: 'nobody went on with it' },
    };
    const { events, effect, session } = stepOf(flow, paused, over);
    expect(effect).toBeUndefined();
    expect(session.open).toBeUndefined();
    expect(events.map(({ kind }) => kind)).toEqual(['heard', 'log', 'input', 'turnEnd']);
  });
});

function stepOf(
  flow: Flow,
  session: Session,
  input: StepInput,
  breakpoints: Breakpoint[] = [],
  goOn: GoOn = { isSingle: false },
): StepResult {
  const env = seededEnv({ now: 0, seed: 'seed' });
  const breaks = openBreaks(breakpoints, goOn);
  return tracedStep({ flows: () => flow, env, breaks }, session, input).result;
}

test('a chat has at most a hundred breakpoints', () => {
  const at = { type: 'block', blockId: 'b', isOnce: true };
  expect(breakpointsSchema.safeParse(Array.from({ length: 100 }, () => at)).success).toBe(true);
  expect(breakpointsSchema.safeParse(Array.from({ length: 101 }, () => at)).success).toBe(false);
});
