import type { StateChange, TraceEntry as Noted } from '../../engine/index.js';
import { CALLS } from '../../chat/pausedTurn.js';
import { TraceChangeKind, TraceKind, type TraceWay } from '../../schema/traceEnums.js';
import type { TracedChange, TraceEntry, TurnTrace } from '../../schema/turnTrace.js';
import type { StoredEntries } from '../../storage/chatTraces.js';

/** A traced turn as GraphQL has it. Only a writer of the bot sees what effects requested and what came back. */
export function presentTrace({ turn, at, entries }: StoredEntries, isWriter: boolean): TurnTrace {
  return {
    turn,
    at,
    entries: entries.map((entry, place) => ({
      entryId: `${turn}.${place + 1}`,
      kind: KINDS[entry.kind],
      at: new Date(entry.at),
      changes: (entry.changes ?? []).map(changeOf),
      ...{ edges: [], conditions: [], logs: [] },
      ...detailsOf(entry, isWriter),
    })),
  };
}

type NotedOf<K extends Noted['kind']> = Extract<Noted, { kind: K }>;

const KINDS = {
  state: TraceKind.STATE,
  began: TraceKind.BEGAN,
  edited: TraceKind.EDITED,
  block: TraceKind.BLOCK,
  effect: TraceKind.EFFECT,
  ended: TraceKind.ENDED,
} as const;

function detailsOf(entry: Noted, isWriter: boolean): Partial<TraceEntry> {
  if (entry.kind === 'block') return visitOf(entry);
  if (entry.kind === 'effect') return effectOf(entry, isWriter);
  return entry.kind === 'ended' ? { limits: entry } : {};
}

function visitOf({ bot, groupId, blockId, call, to, ...visit }: NotedOf<'block'>) {
  const { conditions = [], logs = [] } = visit;
  const edges = (visit.edges ?? []).map(({ id: edgeId, ...from }) => ({ edgeId, ...from }));
  return {
    ...{ groupId, call: CALLS[call], way: wayOf(visit.way), conditions, edges, logs },
    ...(bot && { botId: bot.botId }),
    ...(blockId !== undefined && { blockId }),
    ...(to && { to }),
  };
}

/** `nextInGroup` is `NEXT_IN_GROUP`. */
function wayOf(way: string): TraceWay {
  // The enum is made of the same words (schema/enums.ts).
  return way.replace(/[A-Z]/g, '_$&').toUpperCase() as TraceWay;
}

function effectOf(entry: NotedOf<'effect'>, isWriter: boolean): Partial<TraceEntry> {
  const { groupId, blockId, effect: kind, request, result, isOk, error, duration } = entry;
  const { tries = 1, isKept = false, printed = [], use } = entry;
  return {
    ...(groupId !== undefined && { groupId }),
    ...(blockId !== undefined && { blockId }),
    effect: {
      ...{ kind, isOk, duration, tries, isKept, use },
      ...(error !== undefined && { error }),
      request: isWriter ? request : null,
      result: isWriter ? result : null,
      printed: isWriter ? printed : [],
    },
  };
}

function changeOf(change: StateChange): TracedChange {
  const kind = TraceChangeKind.STATE;
  switch (change.change) {
    case 'variable': {
      const { id: variableId, name, depth, from, to } = change;
      return { kind: TraceChangeKind.VARIABLE, variableId, name, depth, from, to };
    }
    case 'answer':
      return { kind: TraceChangeKind.ANSWER, name: change.key, depth: change.depth, to: change.to };
    case 'member':
      return { kind, name: change.member, depth: 0, to: change.to };
    case 'said':
      return { kind, name: 'transcript', depth: 0, to: change.added };
    default: {
      const { change: name, depth, ...to } = change;
      return { kind, name, depth, to };
    }
  }
}
