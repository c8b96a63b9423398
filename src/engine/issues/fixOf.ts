import { oncePer } from '../documents/oncePer.js';
import { recordsIn } from '../documents/jsonRecord.js';
import type { Block, FlowEdit } from '../edits/flowEdit.js';
import type { Flow, LocatedBlock } from '../flow/flow.js';
import { exitsOf } from '../flow/reachableGroups.js';
import { renameIn } from '../text/names.js';
import { parseJson } from '../values/parseJson.js';
import { FIX_TITLES, titleWith } from './fixTitles.js';
import type { IssueCode } from './issueCodes.js';

/** Edits with which an issue is gone. */
export interface Fix {
  readonly title: string;
  /** Whether no chat goes otherwise than before. */
  readonly isSafe: boolean;
  readonly edits: readonly FlowEdit[];
}

/** What a fix needs to know of an issue. */
export interface FixedIssue {
  readonly code: IssueCode;
  readonly place: LocatedBlock | undefined;
  readonly edgeId: string | null;
  readonly itemId: string | null;
  /** The name or id that it is about. */
  readonly subject: string | null;
}

type Fixer = (flow: Flow, issue: FixedIssue) => Fix | undefined;

/** The fix of an issue; most have none that is sure to be meant. */
export function fixOf(flow: Flow, issue: FixedIssue): Fix | undefined {
  return FIXERS[issue.code]?.(flow, issue);
}

const FIXERS: Readonly<Partial<Record<IssueCode, Fixer>>> = {
  START_LEADS_NOWHERE: connectStart,
  EDGE_BEGINS_NOWHERE: removeUnnamedEdge,
  EDGE_NOT_NAMED: removeUnnamedEdge,
  EDGE_LEADS_NOWHERE: (flow, { edgeId, place }) =>
    place && {
      title: FIX_TITLES.removeEdge,
      isSafe: false,
      edits: [{ disconnect: { edgeId: String(edgeId) } }],
    },
  EDGE_NOT_FOUND: forgetEdge,
  EDGE_LEFT_OVER: forgetEdge,
  TARGET_BLOCK_NOT_FOUND: forgetTarget,
  NAME_NOT_FOUND: correctName,
  CODE_SETS_UNKNOWN_VARIABLE: createNamed,
  VARIABLE_NOT_FOUND: (flow, { subject }) => ({
    title: FIX_TITLES.createVariable,
    isSafe: false,
    edits: [{ setVariable: { variable: { id: String(subject), name: freeName(flow) } } }],
  }),
  VARIABLE_UNUSED: removeVariable,
  BLOCK_UNREACHABLE: (flow, { place }) =>
    place && {
      title: FIX_TITLES.removeBlock,
      isSafe: true,
      edits: [{ removeBlock: { blockId: place.block.id } }],
    },
  // The edge of a block goes with it.
  SET_WITHOUT_VARIABLE: (_flow, { place }) =>
    place?.block.outgoingEdgeId === undefined && place
      ? {
          title: FIX_TITLES.removeBlock,
          isSafe: false,
          edits: [{ removeBlock: { blockId: place.block.id } }],
        }
      : undefined,
  CONDITION_NEVER_HOLDS: removeCondition,
  CONDITION_COVERED: removeCondition,
  RANGE_EMPTY: exchangeLimits,
};

function connectStart({ definition }: Flow): Fix | undefined {
  const [start] = definition.events;
  const [group] = definition.groups;
  if (!group) return undefined;
  const ids = new Set(definition.edges.map(({ id }) => id));
  const edge = { id: freeId('edge', ids), from: { eventId: start.id }, to: { groupId: group.id } };
  const title = titleWith(FIX_TITLES.beginWith, group.title);
  return { title, isSafe: false, edits: [{ connect: { edge } }] };
}

/** Edges that an event, a block, an item or a path names as its own. */
const namedEdges = oncePer(({ definition: { events, groups } }: Flow): ReadonlySet<unknown> => {
  const blocks = groups.flatMap((group) => group.blocks);
  const parts = [...events, ...blocks, ...blocks.flatMap(exitsOf)];
  return new Set(parts.map(({ outgoingEdgeId }) => outgoingEdgeId));
});

function removeUnnamedEdge(flow: Flow, { edgeId }: FixedIssue): Fix | undefined {
  if (namedEdges(flow).has(edgeId)) return undefined;
  const edits = [{ disconnect: { edgeId: String(edgeId) } }];
  return { title: FIX_TITLES.removeEdge, isSafe: true, edits };
}

function forgetEdge(_flow: Flow, { place, edgeId }: FixedIssue): Fix | undefined {
  if (!place) return undefined;
  const { id: blockId, outgoingEdgeId } = place.block;
  const fix = { title: FIX_TITLES.forgetEdge, isSafe: false };
  const patch = { outgoingEdgeId: null };
  if (outgoingEdgeId === edgeId) return { ...fix, edits: [{ updateBlock: { blockId, patch } }] };
  const item = recordsIn(place.block['items']).find((one) => one['outgoingEdgeId'] === edgeId);
  return (
    item && { ...fix, edits: [{ updateItem: { blockId, itemId: String(item['id']), patch } }] }
  );
}

function forgetTarget(flow: Flow, { place, edgeId }: FixedIssue): Fix | undefined {
  const fix = { title: FIX_TITLES.leadToBeginning, isSafe: true };
  const edge = flow.edge(String(edgeId));
  if (edge) {
    const { blockId: _gone, ...to } = edge.to;
    return { ...fix, edits: [{ put: { part: 'edge', value: { ...edge, to } } }] };
  }
  const patch = { options: { blockId: null } };
  return place && { ...fix, edits: [{ updateBlock: { blockId: place.block.id, patch } }] };
}

/** The variables with which a name is compared, at most. */
const MOST_COMPARED = 1_000;

/** Writes the name of a variable that differs in case or in one letter; else creates the variable. */
function correctName(flow: Flow, issue: FixedIssue): Fix | undefined {
  const { place, subject } = issue;
  const name = String(subject).slice(2, -2);
  const variables = flow.definition.variables.slice(0, MOST_COMPARED);
  const meant = variables.find((one) => isAlmost(one.name.toLowerCase(), name.toLowerCase()));
  if (!meant || !place) return createNamed(flow, issue);
  const value = renamed(place.block, name, meant.name);
  const edits = [{ put: { part: 'block' as const, value } }];
  return { title: titleWith(FIX_TITLES.writeName, meant.name), isSafe: false, edits };
}

/** Whether two names are the same but for one letter, which says nothing of short ones. */
function isAlmost(one: string, other: string): boolean {
  if (one === other) return true;
  if (Math.min(one.length, other.length) < 4) return false;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const [rest, left] = [one.slice(at), other.slice(at)];
  return rest.slice(1) === left.slice(1) || rest.slice(1) === left || rest === left.slice(1);
}

/** A block whose texts name another variable. */
function renamed(block: Block, name: string, newName: string): Block {
  const [before, after] = [name, newName].map((text) => JSON.stringify(text).slice(1, -1));
  // The same members with other texts, so it is of the same type.
  return parseJson(renameIn(JSON.stringify(block), String(before), String(after))) as Block;
}

function createNamed({ definition }: Flow, { subject }: FixedIssue): Fix | undefined {
  const name = /^\{\{(.{1,60})\}\}$/.exec(String(subject))?.[1];
  if (name === undefined) return undefined;
  const ids = new Set(definition.variables.map(({ id }) => id));
  const variable = { id: freeId('variable', ids), name };
  return {
    title: titleWith(FIX_TITLES.createNamed, name),
    isSafe: false,
    edits: [{ setVariable: { variable } }],
  };
}

function removeVariable({ definition }: Flow, { subject }: FixedIssue): Fix | undefined {
  const named = definition.variables.filter(({ name }) => `{{${name}}}` === subject);
  const [variable] = named;
  if (!variable || named.length > 1) return undefined;
  const edits = [{ removeVariable: { variableId: variable.id } }];
  // Pages may fill it in, so that results have it, and another bot may use a variable of that name.
  const title = titleWith(FIX_TITLES.removeVariable, variable.name);
  return { title, isSafe: false, edits };
}

function removeCondition(_flow: Flow, { place, itemId }: FixedIssue): Fix | undefined {
  if (place?.block.type !== 'Condition') return undefined;
  const { id: blockId } = place.block;
  const items = recordsIn(place.block['items']);
  const removed = items.filter(({ id }) => id === itemId);
  if (removed.length !== 1) return undefined;
  const edges = removed.flatMap(({ outgoingEdgeId: edgeId }) =>
    typeof edgeId === 'string' ? [{ disconnect: { edgeId } }] : [],
  );
  const patch = { items: items.filter(({ id }) => id !== itemId) };
  const edits = [...edges, { updateBlock: { blockId, patch } }];
  return { title: FIX_TITLES.removeItem, isSafe: false, edits };
}

function exchangeLimits(_flow: Flow, { place }: FixedIssue): Fix | undefined {
  const options = place?.block.options;
  if (!place || place.block.type === 'rating input' || typeof options !== 'object')
    return undefined;
  const { min, max }: { readonly min?: unknown; readonly max?: unknown } = { ...options };
  const patch = { options: { min: max, max: min } };
  const edits = [{ updateBlock: { blockId: place.block.id, patch } }];
  return { title: FIX_TITLES.exchangeLimits, isSafe: false, edits };
}

/** The first id of its sort that no part has. */
function freeId(sort: string, taken: ReadonlySet<string>): string {
  for (let number = taken.size + 1; ; number += 1)
    if (!taken.has(`${sort}${number}`)) return `${sort}${number}`;
}

function freeName({ definition }: Flow): string {
  return freeId('Variable ', new Set(definition.variables.map(({ name }) => name)));
}
