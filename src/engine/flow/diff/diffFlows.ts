import { changedPaths, isEqual } from './changedPaths.js';
import { diffBlocks } from './diffBlocks.js';
import type { Edge } from '../../documents/edge.js';
import type { FlowEvent } from '../../documents/event.js';
import type { FlowDefinition } from '../flow.js';
import type { FlowChange, FlowChangeKind } from './flowChange.js';
import type { Group } from '../../documents/group.js';
import { without } from '../../documents/rewrite.js';
import type { JsonRecord } from '../../documents/jsonRecord.js';
import type { Note } from '../../documents/note.js';
import { notesOf } from '../notesOf.js';
import { pairsOf } from './pairsOf.js';
import type { Variable } from '../../documents/variable.js';

/**
 * The differences between two flows; parts are the same when their ids are. In this order: events, groups, blocks,
 * edges, variables, notes, theme, settings, translations, then members unknown to this server; within each, new or changed parts in the
 * order of `after`, then removed ones in the order of `before`. Empty when both flows mean the same: the order of keys,
 * groups, edges, variables, notes and events carries no meaning, the order of the blocks of a group does. Without a `before`
 * everything is new. The work is done in steps, because flows may have megabytes, and gives the
 * first `MOST_CHANGES`.
 */
export function* diffFlows(
  before: FlowDefinition | undefined,
  after: FlowDefinition,
): Generator<undefined, FlowChange[]> {
  const old = before ?? NOTHING;
  const all = [
    ...(yield* diffParts('EVENT', [old.events, after.events], diffEvent)),
    ...(yield* diffParts('GROUP', [old.groups, after.groups], diffGroup)),
    ...(yield* diffBlocks(old.groups, after.groups)),
    ...(yield* diffParts('EDGE', [old.edges, after.edges], diffEdge)),
    ...(yield* diffParts('VARIABLE', [old.variables, after.variables], diffVariable)),
    ...(yield* diffParts('NOTE', [notesOf(before ?? {}), notesOf(after)], diffNote)),
    ...diffWhole('THEME_CHANGED', [old.theme, after.theme]),
    ...diffWhole('SETTINGS_CHANGED', [old.settings, after.settings]),
    ...diffWhole('TRANSLATIONS_CHANGED', [before?.translations ?? {}, after.translations ?? {}]),
    ...diffWhole('FLOW_CHANGED', [restOf(old), restOf(after)]),
  ];
  return all.slice(0, MOST_CHANGES);
}

/** More than anybody reads at once; the changes of a real flow are some hundreds. */
const MOST_CHANGES = 5_000;

const NOTHING = { events: [], groups: [], edges: [], variables: [], theme: {}, settings: {} };

type Part = FlowEvent | Group | Edge | Variable | Note;
type PartName = 'EVENT' | 'GROUP' | 'EDGE' | 'VARIABLE' | 'NOTE';

function* diffParts<P extends Part>(
  part: PartName,
  [before, after]: readonly [readonly P[], readonly P[]],
  diffPart: (before: P, after: P) => FlowChange[],
): Generator<undefined, FlowChange[]> {
  const { was, removed } = yield* pairsOf(before, after);
  const changes: FlowChange[] = [];
  for (const [at, current] of after.entries()) {
    if (at % PARTS_A_STEP === 0) yield;
    const old = was.get(current);
    changes.push(
      ...(old ? diffPart(old, current) : [{ kind: `${part}_ADDED` as const, ...named(current) }]),
    );
  }
  for (const old of removed) changes.push({ kind: `${part}_REMOVED`, ...named(old) });
  return changes;
}

const PARTS_A_STEP = 1_000;

function diffEvent(before: FlowEvent, after: FlowEvent): FlowChange[] {
  return diffWhole('EVENT_CHANGED', [before, after], named(after));
}

function diffGroup(before: Group, after: Group): FlowChange[] {
  const rest = (group: Group) => without(group, 'title', 'graphCoordinates', 'blocks');
  return [
    ...diffMember('GROUP_RENAMED', [before.title, after.title], after),
    ...diffMember('GROUP_MOVED', [before.graphCoordinates, after.graphCoordinates], after),
    ...diffWhole('GROUP_CHANGED', [rest(before), rest(after)], named(after)),
  ];
}

function diffEdge(before: Edge, after: Edge): FlowChange[] {
  const ends = ({ from, to }: Edge) => ({ from, to });
  const rest = (edge: Edge) => without(edge, 'from', 'to');
  return [
    ...diffMember('EDGE_REWIRED', [ends(before), ends(after)], after),
    ...diffWhole('EDGE_CHANGED', [rest(before), rest(after)], named(after)),
  ];
}

function diffVariable(before: Variable, after: Variable): FlowChange[] {
  const rest = (variable: Variable) => without(variable, 'name');
  return [
    ...diffMember('VARIABLE_RENAMED', [before.name, after.name], after),
    ...diffWhole('VARIABLE_CHANGED', [rest(before), rest(after)], named(after)),
  ];
}

function diffNote(before: Note, after: Note): FlowChange[] {
  const rest = (note: Note) => without(note, 'graphCoordinates');
  return [
    ...diffMember('NOTE_MOVED', [before.graphCoordinates, after.graphCoordinates], after),
    ...diffWhole('NOTE_CHANGED', [rest(before), rest(after)], named(after)),
  ];
}

/** A change described by the old and the new value. */
function diffMember(
  kind: FlowChangeKind,
  [before, after]: readonly [unknown, unknown],
  part: Part,
): FlowChange[] {
  return isEqual(before, after) ? [] : [{ kind, ...named(part), before, after }];
}

/** A change described by the paths that differ. */
function diffWhole(
  kind: FlowChangeKind,
  [before, after]: readonly [JsonRecord, JsonRecord],
  about: Pick<FlowChange, 'id' | 'name'> = {},
): FlowChange[] {
  const paths = changedPaths(before, after);
  return paths.length === 0 ? [] : [{ kind, ...about, paths }];
}

function named(part: Part): Pick<FlowChange, 'id' | 'name'> {
  const { id } = part;
  const members: JsonRecord = part;
  for (const name of ['title', 'name', 'type', 'text']) {
    const value = members[name];
    if (typeof value === 'string') return { id, name: value };
  }
  return { id };
}

/** The unknown members; the version is the same in every stored flow. */
function restOf(flow: JsonRecord): JsonRecord {
  const known = ['version', 'events', 'groups', 'edges', 'variables', 'theme', 'settings'];
  return without(flow, ...known, 'translations', 'notes');
}
