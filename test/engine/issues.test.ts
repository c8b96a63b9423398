import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { flowIssuesPage } from '../../src/cli/flowIssuesPage.js';
import { issueCodes, type FlowDefinition } from '../../src/engine/index.js';
import { findFlowIssues } from '../../src/resolvers/bots/findFlowIssues.js';
import { flowOf, type FlowSketch } from '../support/flowOf.js';

type Sketch = FlowSketch & { readonly edges?: FlowDefinition['edges'] };

/** For each code a flow that has it, and the nearest flow that has not; docs/flow-issues.md shows them. */
const pairs = JSON.parse(
  readFileSync(new URL('../../docs/flow-issues.json', import.meta.url), 'utf8'),
) as Record<string, { readonly has: Sketch; readonly hasNot: Sketch }>;

/** Codes that no flow has any more. */
const RETIRED = new Set(['NOT_AVAILABLE', 'PAYMENT_IMPOSSIBLE']);

const around = {
  credentials: new Map([
    ['google', 'google sheets'],
    ['stripe', 'stripe'],
    ['smtp', 'smtp'],
    ['openai', 'openai'],
  ]),
  bots: new Set(['bot_other', 'bot_draft']),
  unpublished: new Set(['bot_draft']),
  messenger: 'smtp',
};

const LONG = 'Much too long. '.repeat(2_200);

function definitionOf({ edges = [], ...sketch }: Sketch): FlowDefinition {
  const text = JSON.stringify(sketch).replaceAll('$LONG', LONG);
  const { groups, variables, events, theme, settings, ...more } = JSON.parse(text) as FlowSketch;
  const parts = { groups, ...(variables && { variables }), ...(events && { events }) };
  const { definition } = flowOf({
    ...parts,
    ...(theme && { theme }),
    ...(settings && { settings }),
  });
  return { ...definition, ...more, edges: [...definition.edges, ...edges] };
}

function issuesOf(definition: FlowDefinition, most = Infinity) {
  const search = findFlowIssues(definition, around, most);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
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
