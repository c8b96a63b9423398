import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { flowIssuesPage } from '../../src/cli/flowIssuesPage.js';
import { applyEdits } from '../../src/engine/edits/applyEdits.js';
import { EditRefused } from '../../src/engine/edits/edited.js';
import {
  compileFlow,
  issueCodes,
  type FlowDefinition,
  type FlowEdit,
} from '../../src/engine/index.js';
import { playOnce } from '../support/chat.js';
import { anyEdit, anyEditedFlow } from '../support/anyEdits.js';
import { fc } from '../support/properties.js';
import { issuesOf, sketchedFlow, type IssueSketch } from '../support/flowIssues.js';

type Sketch = IssueSketch;

/** For each code a flow that has it, and the nearest flow that has not; docs/flow-issues.md shows them. */
const pairs = JSON.parse(
  readFileSync(new URL('../../docs/flow-issues.json', import.meta.url), 'utf8'),
) as Record<string, { readonly has: Sketch; readonly hasNot: Sketch }>;

/** Codes that no flow has any more. */
const RETIRED = new Set(['NOT_AVAILABLE', 'PAYMENT_IMPOSSIBLE']);

const LONG = 'Much too long. '.repeat(2_200);

function definitionOf(sketch: Sketch): FlowDefinition {
  return sketchedFlow(JSON.parse(JSON.stringify(sketch).replaceAll('$LONG', LONG)) as Sketch);
}

test('every code has a flow that has it and one that has not', () => {
  const codes = Object.keys(issueCodes).filter((code) => !RETIRED.has(code));
  expect(Object.keys(pairs)).toEqual(codes);
});

test.each(Object.entries(pairs))('%s is found where it is, and not nearby', (code, row) => {
  const codesOf = (sketch: Sketch) => issuesOf(definitionOf(sketch)).map((one) => one.code);
  expect(codesOf(row.has)).toContain(code);
  expect(codesOf(row.hasNot)).not.toContain(code);
});

test('the page of issues has the texts from the code (npm run blocks writes it)', () => {
  const page = readFileSync(new URL('../../docs/flow-issues.md', import.meta.url), 'utf8');
  expect(page).toBe(`${flowIssuesPage(pairs)}\n`);
});

test('errors are listed before what is less bad, wherever they are in the flow', () => {
  const hints = Array.from({ length: 50 }, () => ({ type: 'text' }));
  const flow = definitionOf({ groups: { Start: [...hints, { type: 'choice input', items: [] }] } });
  const codes = issuesOf(flow, 3).map(({ code }) => code);
  expect(codes).toEqual(['BUBBLE_EMPTY', 'BUBBLE_EMPTY', 'CHOICES_MISSING']);
});

test('an issue says the shortest conversation that leads to it', () => {
  const flow = definitionOf(pairs['VARIABLE_SHOWN_UNSET']?.has ?? { groups: {} });
  const issue = issuesOf(flow).find(({ code }) => code === 'VARIABLE_SHOWN_UNSET');
  const steps = issue?.way?.steps.map(({ blockId, itemId, text }) => [blockId, itemId, text]);
  expect(issue?.way?.certainty).toBe('GUESSED');
  expect(steps).toEqual([
    ['Start.1', 'b', 'No'],
    ['End.1', null, null],
  ]);
  const unreachable = definitionOf(pairs['BLOCK_UNREACHABLE']?.has ?? { groups: {} });
  const [cutOff] = issuesOf(unreachable);
  expect([cutOff?.code, cutOff?.way]).toEqual(['BLOCK_UNREACHABLE', null]);
});

/** The issues of a flow with a fix, each with that fix applied. */
const fixed = Object.entries(pairs).flatMap(([code, { has }]) => {
  const before = definitionOf(has);
  return issuesOf(before)
    .filter((one) => one.code === code)
    .flatMap((one) => one.fixes.map((fix) => [code, fix.title, { before, fix }] as const));
});

test.each(fixed)('the fix of %s, "%s", removes it and adds no error', (code, _title, row) => {
  const { before, fix } = row;
  const countOf = (flow: FlowDefinition) => {
    const codes = issuesOf(flow).map((one) => one.code);
    return codes.filter((one) => one === code).length;
  };
  const errorsOf = (flow: FlowDefinition) =>
    issuesOf(flow).flatMap(({ level, code: of }) => (level === 'ERROR' ? [of] : []));
  const { flow: after } = applyEdits(before, fix.edits);
  expect(countOf(after)).toBe(countOf(before) - 1);
  expect(errorsOf(before)).toEqual(expect.arrayContaining(errorsOf(after)));
  expect(fix.revision).toBe(7);
});

const answers = [[], ['Yes'], ['No'], ['5', 'Yes'], ['Ada', 'No', 'Yes']];

test.each(fixed.filter(([, , { fix }]) => fix.isSafe))(
  'the fix of %s, "%s", changes no conversation',
  (_code, _title, { before, fix }) => {
    const after = applyEdits(before, fix.edits).flow;
    for (const sent of answers) {
      const said = [before, after].map((flow) =>
        playOnce(compileFlow('flow', flow), sent).map(({ events }) =>
          events.filter(({ kind }) => kind !== 'log'),
        ),
      );
      expect(said[1]).toEqual(said[0]);
    }
  },
);

test('after each of many edits the issues are those of a flow that was never seen before', () => {
  let found = 0;
  fc.assert(
    fc.property(anyEditedFlow, fc.array(anyEdit, { maxLength: 12 }), (first, edits) => {
      let flow = first;
      for (const edit of edits) {
        flow = edited(flow, edit);
        const issues = issuesOf(flow);
        found += issues.length;
        expect(JSON.stringify(issues)).toBe(JSON.stringify(issuesOf(structuredClone(flow))));
      }
    }),
    { numRuns: 200 },
  );
  expect(found).toBeGreaterThan(1_000);
});

function edited(flow: FlowDefinition, edit: FlowEdit): FlowDefinition {
  try {
    const { flow: after } = applyEdits(flow, [edit]);
    // No draft is stored without a start.
    return after.events.length > 0 ? after : flow;
  } catch (error) {
    if (error instanceof EditRefused) return flow;
    throw error;
  }
}
