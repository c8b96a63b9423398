import { describe, expect, test } from '@jest/globals';
import { frozen } from '../../src/engine/documents/oncePer.js';
import { compileFlow, type Flow } from '../../src/engine/flow/flow.js';
import { replyOf } from '../../src/engine/reply/replyOf.js';
import type { Session } from '../../src/engine/interpreter/session.js';
import { step, type StepInput, type StepResult } from '../../src/engine/interpreter/step.js';
import { MAX_BLOCKS_PER_TURN } from '../../src/engine/interpreter/walk.js';
import { answerOf } from '../support/answerOf.js';
import { chat, env, newSession } from '../support/chat.js';
import { flowOf, type BlockSketch } from '../support/flowOf.js';
import { fc } from '../support/properties.js';

const GROUPS = ['A', 'B', 'C'];
const text = fc.constantFrom(
  ...[
    '',
    'hello',
    '5',
    '0',
    'a@b.co',
    'b1',
    '1, 2',
    '{{X}}',
    'Hi {{X}} {{= {{X}} + 1 =}}',
    'null',
    '/(/',
    '007',
  ],
);
const maybe = <T>(thing: fc.Arbitrary<T>) => fc.option(thing, { nil: undefined });
/** Edges that rarely lead back to the first group, so that not every flow loops. */
const to = fc.constantFrom(undefined, undefined, undefined, undefined, 'B', 'C', 'C', 'A', 'Gone');
const variable = maybe(fc.constantFrom('vX', 'vList', 'gone'));
const operator = fc.constantFrom('Equal to', 'Contains', 'Greater than', 'Matches regex', 'Is set');
const condition = fc.record({
  comparisons: fc.array(
    fc.record({
      id: text,
      variableId: fc.constant('vX'),
      comparisonOperator: operator,
      value: text,
    }),
    { maxLength: 2 },
  ),
});
const items = fc.array(fc.record({ id: fc.constantFrom('b1', 'b2'), content: text, to }), {
  maxLength: 3,
});
const block: fc.Arbitrary<BlockSketch> = fc.oneof(
  fc.record({ type: fc.constant('text'), to, content: maybe(fc.record({ richText: richText() })) }),
  fc.record({
    type: fc.constantFrom('text input', 'number input', 'email input'),
    to,
    options: fc.record({ variableId: variable, min: maybe(fc.integer({ max: 10 })) }),
  }),
  fc.record({
    type: fc.constant('choice input'),
    to,
    items,
    options: fc.record({ isMultipleChoice: fc.boolean(), dynamicVariableId: variable }),
  }),
  fc.record({
    type: fc.constant('Set variable'),
    to,
    options: fc.record({
      variableId: variable,
      type: fc.constantFrom(undefined, 'Empty', 'Append value(s)', 'Odd'),
      expressionToEvaluate: text,
      item: text,
    }),
  }),
  fc.record({
    type: fc.constant('Condition'),
    to,
    items: fc.array(fc.record({ id: text, content: maybe(condition), to }), { maxLength: 2 }),
  }),
  fc.record({
    type: fc.constantFrom('Jump', 'Wait', 'Redirect', 'image', 'teleport'),
    to,
    options: maybe(
      fc.record({
        groupId: fc.constantFrom(...GROUPS, 'Gone', '{{X}}'),
        secondsToWaitFor: text,
        shouldPause: fc.boolean(),
        url: text,
      }),
    ),
  }),
);

function richText() {
  const leaf = fc.record({ text });
  return fc.array(fc.record({ type: fc.constantFrom('p', 'lic', 'a'), children: fc.array(leaf) }));
}

const flow = fc
  .record({ A: fc.array(block), B: fc.array(block), C: fc.array(block) })
  .map((groups) =>
    flowOf({ variables: { X: 'x', List: ['a', null] }, groups: withoutUndefined(groups) }),
  );

/** Removes undefined members, as JSON does. */
function withoutUndefined<T>(thing: T): T {
  return JSON.parse(JSON.stringify(thing)) as T; // Dropping undefined members leaves the same shape.
}

describe('the engine, for any flow and any messages,', () => {
  test('never throws, never exceeds its limits, and gives the same after a pass through JSON', () => {
    fc.assert(
      fc.property(flow, fc.array(fc.option(text), { maxLength: 5 }), (played, answers) => {
        for (const turn of chat(played, answers, { isPreview: false, resultId: 'r' })) {
          expect(turn.events.at(-1)?.kind).toBe('turnEnd');
          expect(replyOf(turn.events).messages.length).toBeLessThanOrEqual(MAX_BLOCKS_PER_TURN);
          expect(turn.records.at(-1)?.kind).toBe('saveResult');
        }
      }),
      { numRuns: 40, seed: 7 },
    );
  });

  test('changes no argument, and gives the same turn for the same arguments', () => {
    fc.assert(
      fc.property(flow, fc.array(text, { maxLength: 4 }), (played, answers) => {
        const fixed = compileFlow(played.id, frozen(played.definition));
        let session: Session = newSession(fixed);
        const inputs: StepInput[] = [
          { type: 'start', message: { text: 'first' } },
          ...answers.map((answer): StepInput => ({ type: 'message', message: { text: answer } })),
        ];
        for (const input of inputs) session = turnTwice(fixed, session, input);
      }),
      { numRuns: 40, seed: 8 },
    );
  });
});

function turnTwice(played: Flow, session: Session, first: StepInput): Session {
  let turn: StepResult = { session, events: [], records: [], passed: [] };
  let input: StepInput | undefined = first;
  for (let number = 0; input; number += 1) {
    const [before, given]: [Session, StepInput] = [frozen(turn.session), frozen(input)];
    turn = step(() => played, before, given, env(number));
    expect(step(() => played, before, given, env(number))).toEqual(turn);
    input = turn.effect && { type: 'answer', answer: answerOf(turn.effect) };
  }
  return turn.session;
}
