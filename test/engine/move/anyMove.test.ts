import { expect, test } from '@jest/globals';
import { compileFlow, type Flow, type FlowDefinition } from '../../../src/engine/flow/flow.js';
import { seededEnv } from '../../../src/engine/interpreter/env.js';
import { step } from '../../../src/engine/interpreter/step.js';
import { anyFlow, anySent } from '../../support/anyFlow.js';
import { answerOf } from '../../support/answerOf.js';
import { chat, newSession, playOnce } from '../../support/chat.js';
import { ask, flowOf, say } from '../../support/flowOf.js';
import { moved } from '../../support/movedBy.js';
import { fc } from '../../support/properties.js';

const anyChat = fc.array(anySent, { maxLength: 4 });
const live = { isPreview: false, resultId: 'r', answer: answerOf, mostEffects: 20 } as const;

test('moving to a version that is equal changes nothing but its id', () => {
  fc.assert(
    fc.property(anyFlow('flow'), anyChat, (flow, messages) => {
      const same = compileFlow('same', flow.definition);
      for (const { session } of playOnce(flow, messages, live)) {
        if (session.open) continue;
        expect(moved(session, flow, flow).session).toBe(session);
        const { session: there, reasons = [] } = moved(session, flow, same);
        expect(reasons.filter(({ code }) => code !== 'BLOCK_DOUBLED')).toEqual([]);
        const text = JSON.stringify(session).replaceAll('"flowId":"flow"', '"flowId":"same"');
        if (there) expect(there).toEqual(JSON.parse(text));
      }
    }),
    { numRuns: 100 },
  );
});

/** A flow and a version of it that has some of its blocks, each once, in any groups. */
const anyPair = anyFlow('flow').chain((flow) => {
  const { definition } = flow;
  const ids = new Set<string>();
  const groups = definition.groups.map((group) => ({
    ...group,
    blocks: group.blocks.filter(({ id }) => ids.size < ids.add(id).size),
  }));
  const blocks = groups.flatMap((group) => group.blocks);
  return fc
    .shuffledSubarray(blocks)
    .map((kept): [Flow, Flow] => [
      compileFlow('flow', { ...definition, groups }),
      compileFlow('now', {
        ...definition,
        groups: groups.map((group, place) => ({
          ...group,
          blocks: kept.filter((_, index) => index % groups.length === place),
        })),
      }),
    ]);
});

test('a chat that moved rests at a block of the new version, and goes on there', () => {
  let moves = 0;
  fc.assert(
    fc.property(anyPair, anyChat, ([flow, next], messages) => {
      for (const { session } of playOnce(flow, messages, live)) {
        if (session.open) continue;
        const before = JSON.stringify(session);
        const { session: there } = moved(session, flow, next);
        expect(JSON.stringify(session)).toBe(before);
        if (!there?.at) continue;
        moves += 1;
        const { groupId, index, blockId } = there.at;
        expect(next.group(groupId)?.blocks[index]?.id).toBe(blockId);
        const env = seededEnv({ now: 0, seed: 's' });
        const { events } = step(
          () => next,
          there,
          { type: 'message', message: { text: '1' } },
          env,
        );
        expect(JSON.stringify(events)).not.toContain('does not exist any more');
      }
    }),
    { numRuns: 500 },
  );
  expect(moves).toBeGreaterThan(10);
});

test('a chat that moves there and back has the values and answers that it had', () => {
  const renames = fc.record({
    Name: fc.constantFrom('Name', 'First name'),
    Age: fc.constantFrom('Age', 'Years'),
    title: fc.constantFrom('A', 'Start'),
    before: fc.integer({ min: 0, max: 3 }),
  });
  const from = flowOf({
    groups: {
      A: [ask('text input', 'Name'), ask('text input'), ask('number input', 'Age')],
      B: [say('{{Name}}')],
    },
    variables: { Name: null, Age: null },
  });
  fc.assert(
    fc.property(renames, fc.integer({ min: 0, max: 2 }), (change, count) => {
      const sent = ['Ada', 'free'].slice(0, count);
      const { session = newSession(from) } = chat(from, sent).at(-1) ?? {};
      const to = compileFlow('now', changedBy(from.definition, change));
      const there = moved(session, from, to).session;
      const back = there && moved(there, to, from).session;
      expect(back).toEqual(session);
    }),
  );
});

interface Change {
  readonly Name: string;
  readonly Age: string;
  readonly title: string;
  readonly before: number;
}

function changedBy(definition: FlowDefinition, change: Change): FlowDefinition {
  const { variables: known, groups } = structuredClone(definition);
  const sketched = Array.from({ length: change.before }, (_, n) => ({
    id: `new${n}`,
    ...say('Hi'),
  }));
  const blocks = flowOf({ groups: { A: sketched } });
  const added = blocks.definition.groups[0]?.blocks ?? [];
  const extra = { id: 'vNote', name: 'Note', value: 'n' };
  return {
    ...definition,
    variables: [
      extra,
      ...known.map(({ id, name: called, ...rest }) => {
        const titled = called === 'Name' ? change.Name : change.Age;
        return { ...rest, id, name: titled };
      }),
    ],
    groups: groups.map((group) =>
      group.id === 'A'
        ? { ...group, title: change.title, blocks: [...added, ...group.blocks] }
        : group,
    ),
  };
}
