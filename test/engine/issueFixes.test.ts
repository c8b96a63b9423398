import { expect, test } from '@jest/globals';
import { compileFlow, reachableGroups } from '../../src/engine/index.js';
import { atOnce } from '../../src/engine/documents/atOnce.js';
import { flowGraph } from '../../src/engine/issues/flowGraph.js';
import { loopIssues } from '../../src/engine/issues/loopIssues.js';
import { showIssues } from '../../src/engine/issues/showIssues.js';
import {
  age,
  asked,
  choice,
  cond,
  flow,
  type IssueSketch,
  item,
  readIssues,
  shown,
  sketchedFlow,
} from '../support/flowIssues.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';

const NEVER = 'CONDITION_NEVER_HOLDS';
/** The titles of the fixes of a code. */
const fixesFor = (sketch: IssueSketch, wanted: string) =>
  readIssues(sketch).flatMap((one) =>
    one.code === wanted ? one.fixes.map(({ title }) => title) : [],
  );

test('a fix is only offered where it is sure what is meant', () => {
  const lost = { id: 'e', from: { blockId: 'gone' }, to: { groupId: 'Start' } };
  const named = { groups: { Start: [age, { ...age, outgoingEdgeId: 'e' }] }, edges: [lost] };
  expect(fixesFor(named, 'EDGE_BEGINS_NOWHERE')).toEqual([]);
  const event = { groups: { Start: [age] }, events: [{ type: 'command', to: 'Gone' }] };
  expect(fixesFor(event, 'EDGE_LEADS_NOWHERE')).toEqual([]);
  const events = {
    groups: { Start: [age] },
    events: [{ type: 'command', outgoingEdgeId: 'gone' }],
  };
  expect(fixesFor(events, 'EDGE_NOT_FOUND')).toEqual([]);
  const inItem = flow({
    type: 'choice input',
    items: [{ id: 'a', content: 'A', outgoingEdgeId: 'x' }],
  });
  expect(fixesFor(inItem, 'EDGE_NOT_FOUND')).toEqual(['Remove what is left of the edge']);
  const inPath = flow({
    type: 'cards',
    items: [{ id: 'a', paths: [{ id: 'p', outgoingEdgeId: 'x' }] }],
  });
  expect(fixesFor(inPath, 'EDGE_NOT_FOUND')).toEqual([]);
  const target = { groups: { Start: [{ ...age, to: 'End#gone' }], End: [age] } };
  expect(fixesFor(target, 'TARGET_BLOCK_NOT_FOUND')).toEqual([
    'Lead to the beginning of the group',
  ]);
  expect(fixesFor(flow(say(`{{${'x'.repeat(61)}}}`)), 'NAME_NOT_FOUND')).toEqual([]);
  const taken = { groups: { Start: [say('{{New}}')] }, variables: { ariable2: 'x' } };
  expect(fixesFor(taken, 'NAME_NOT_FOUND')).toEqual(['Create the variable "New"']);
  expect(fixesFor(shown({ isEnabled: true, condition: {} }), NEVER)).toEqual([]);
  const twice = asked(item('same'), item('same'));
  expect(fixesFor(twice, NEVER)).toEqual([]);
  const led = { groups: { Start: [age, cond({ ...item('i'), to: 'End' })], End: [age] } };
  expect(fixesFor(led, NEVER)).toEqual(['Remove the item']);
  const rating = flow(ask('rating input', undefined, { startsAt: 9, length: 5 }));
  expect(fixesFor(rating, 'RANGE_EMPTY')).toEqual([]);
  const alike = { ...flow(age), variables: { 'Na me': null, Name: null, Age: null } };
  expect(fixesFor(alike, 'VARIABLE_UNUSED')).toHaveLength(2);
  const long = { groups: { Start: [age] }, variables: { Age: null, ['x'.repeat(100)]: null } };
  expect(fixesFor(long, 'VARIABLE_UNUSED')).toEqual([]);
  const unconnected = { groups: { Start: [age] }, isUnconnected: true };
  expect(fixesFor(unconnected, 'START_LEADS_NOWHERE')).toEqual(['Begin with group "Start"']);
});

test('a way leads through all groups and answers, unless it is too long to say anything', () => {
  const chain = (length: number, last: BlockSketch) =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `G${index}`,
        index === length - 1
          ? [say('Hi'), last]
          : [age, say('Hi'), { ...say('x'), to: `G${index + 1}` }],
      ]),
    );
  const wayIn = (groups: IssueSketch['groups'], isUnconnected = false) => {
    const issues = readIssues({ groups, variables: { Age: null }, isUnconnected });
    const way = issues.find((one) => one.code === 'CHOICES_MISSING')?.way;
    return way?.steps.map(({ blockId }) => blockId);
  };
  const last = { type: 'choice input', items: [] };
  expect(wayIn(chain(3, last))).toEqual(['G0.1', 'G1.1', 'G2.1', 'G2.2']);
  expect(wayIn(chain(60, last))).toBeUndefined();
  expect(wayIn(chain(1, last), true)).toBeUndefined();
});

test('of a long circle ten places are named', () => {
  const titles = Array.from({ length: 20 }, (_, index) => `G${index}`);
  const groups = Object.fromEntries(
    titles.map((title, index) => [title, [{ ...say('x'), to: titles[(index + 1) % 20] }]]),
  );
  const [loop] = readIssues({ groups }).filter(({ code }) => code === 'LOOP_WITHOUT_INPUT');
  expect(loop?.related).toHaveLength(10);
});

test('a large flow is searched in steps, whether it is wide or deep', () => {
  const titles = Array.from({ length: 3_500 }, (_, index) => `G${index}`);
  const wide = Object.fromEntries(titles.map((title) => [title, [say('x')]]));
  const deep = Object.fromEntries(
    titles.map((title, index) => [title, [{ ...say('x'), to: titles[index + 1] }]]),
  );
  for (const groups of [wide, deep]) {
    const flow = compileFlow('flow', sketchedFlow({ groups }));
    const graph = atOnce(flowGraph(flow));
    const steps = [...showIssues([], graph)].filter((one) => one === undefined);
    expect(steps.length).toBeGreaterThan(3);
  }
  const chain = compileFlow('flow', sketchedFlow({ groups: deep }));
  const visits = [...loopIssues(atOnce(flowGraph(chain)))];
  expect(visits).toEqual(Array.from({ length: 7 }, () => undefined));
  expect([...reachableGroups(chain)]).toHaveLength(7);
});

test('a condition that cannot be read is compared with nothing', () => {
  const items = [{ id: 'i', content: { logicalOperator: 'XOR', comparisons: [] } }];
  const codes = readIssues({ groups: { Start: [{ type: 'Condition', items }] } }).map(
    ({ code }) => code,
  );
  expect(codes).not.toContain('COMPARISON_NEVER_MATCHES');
  expect(codes).not.toContain('COMPARISON_OF_KINDS');
});

test('a name that is almost that of a variable is corrected in its block', () => {
  const fixOf = (text: string, variable: string) =>
    readIssues({ groups: { Start: [say(text)] }, variables: { [variable]: null } }).flatMap(
      ({ code, fixes }) => (code === 'NAME_NOT_FOUND' ? fixes : []),
    );
  const [fix] = fixOf('Hi {{name}}, {{name}}', 'Name');
  expect(fix).toMatchObject({ title: 'Write {{Name}}', isSafe: false });
  expect(JSON.stringify(fix?.edits)).toContain('Hi {{Name}}, {{Name}}');
  for (const slip of ['Emial', 'Emaill', 'Emil'])
    expect(fixOf(`{{${slip}}}`, 'Email')[0]?.title).toBe(
      slip === 'Emial' ? 'Create the variable "Emial"' : 'Write {{Email}}',
    );
  expect(fixOf('{{Ago}}', 'Age')[0]?.title).toBe('Create the variable "Ago"');
});

test('a block that sets nothing may be removed, unless it leads on', () => {
  const setting = { type: 'Set variable', options: {} };
  const sets = (block: BlockSketch) => fixesFor(flow(block), 'SET_WITHOUT_VARIABLE');
  expect(sets(setting)).toEqual(['Remove the block']);
  expect(sets({ ...setting, to: 'Start' })).toEqual([]);
});

test('an issue of a pattern says where the pattern is, once for each condition', () => {
  const broken = { variableId: 'vAge', comparisonOperator: 'Matches regex', value: '(' };
  const comparisons = [{ ...broken, value: 'a' }, broken, broken].map((one, index) => ({
    ...one,
    id: `c${index}`,
  }));
  const found = readIssues(flow(age, cond({ id: 'i', content: { comparisons } })));
  expect(found.filter(({ code }) => code === 'PATTERN_INVALID')).toMatchObject([
    { path: 'items[0].content.comparisons[1].value', itemId: 'i' },
  ]);
});

test('an issue of a name says which member of a block names it first', () => {
  const content = `${' '.repeat(200_000)}{{Gone}}; {{Gone}}`;
  const options = { name: '{{Age}}', isUnsafe: true, content };
  const found = readIssues(flow({ type: 'Code', options }));
  expect(found.filter(({ code }) => code === 'NAME_NOT_FOUND')).toMatchObject([
    { path: 'options.content' },
  ]);
  expect(readIssues(flow(say('Hi {{Gone}}')))).toContainEqual(
    expect.objectContaining({ code: 'NAME_NOT_FOUND', path: expect.stringMatching(/^content\./) }),
  );
});

test('a missing edge is no error where no chat would take it, and one where several can be chosen', () => {
  const text = flow({ ...say('Hello'), outgoingEdgeId: 'gone' }, say('Bye'));
  expect(fixesFor(text, 'EDGE_LEFT_OVER')).toHaveLength(1);
  expect(fixesFor(text, 'EDGE_NOT_FOUND')).toEqual([]);
  const several = flow({
    ...choice({ isMultipleChoice: true }, 'A'),
    items: [{ id: 'a', content: 'A', to: 'Start' }],
    outgoingEdgeId: 'gone',
  });
  expect(fixesFor(several, 'EDGE_LEFT_OVER')).toEqual([]);
  expect(fixesFor(several, 'EDGE_NOT_FOUND')).toHaveLength(1);
});
