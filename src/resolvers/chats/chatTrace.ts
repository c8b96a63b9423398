import {
  Arg,
  Ctx,
  ID,
  Int,
  Query,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import {
  type Session,
  type StateChange,
  type TraceEntry as Noted,
  isTraced,
  replyOf,
  upgradeSession,
} from '../../engine/index.js';
import {
  type ChatVariable,
  type TracedChange,
  type TraceEntry,
  TurnTrace,
} from '../../schema/turnTrace.js';
import { CALLS, isForgotten, pausedIn, pauseOf } from '../../chat/pausedTurn.js';
import { TraceChangeKind, TraceKind, type TraceWay } from '../../schema/traceEnums.js';
import type { StoredEntries } from '../../storage/chatTraces.js';
import { accessTrace } from '../../auth/accessTrace.js';
import { isOver } from '../../chat/load.js';
import { tracedTurns } from '../../chat/tracedTurns.js';
import type { Context, Watch } from '../../context/context.js';
import { ChatTracePage, type PausedTurn } from '../../schema/chatTracePage.js';
import type { ChatRow } from '../../storage/hot/chats.js';
import { untilLeft, watchAs } from '../watchAs.js';

/** The variables of the open bots that have a value. */
export function variablesIn({ stack }: Session): ChatVariable[] {
  return stack.flatMap(({ variables }, depth) =>
    variables.flatMap(({ id: variableId, name, value }) =>
      value === null ? [] : [{ variableId, name, value, depth }],
    ),
  );
}

/** A traced turn as GraphQL has it. Only a writer of the bot sees what effects requested and what came back. */
function presentTrace({ turn, at, entries }: StoredEntries, isWriter: boolean): TurnTrace {
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

const SESSION_ID = 'The chat.';
const AFTER = 'The last turn that is known already; 0 for all.';

/** What happened in a chat, turn by turn, for people who may read its bot or its results. */
@Resolver()
export class ChatTraces {
  @Query(() => ChatTracePage, {
    description:
      'What happened in the turns of a chat after a turn: at most 20 turns, as far as they were traced and are still kept.',
  })
  async chatTrace(
    @Arg('sessionId', () => ID, { description: SESSION_ID }) sessionId: string,
    @Arg('after', () => Int, { defaultValue: 0, description: AFTER }) after: number,
    @Ctx() context: Context,
  ): Promise<ChatTracePage> {
    const { chat, isWriter } = await accessTraced(context, sessionId);
    const turns = await tracedTurns(context.chats, sessionId, after);
    const session = upgradeSession(chat.state);
    return {
      turns: turns.map((turn) => presentTrace(turn, isWriter)),
      lastTurn: Math.max(chat.turn, turns.at(-1)?.turn ?? 0),
      isTraced: isTraced(session),
      variables: variablesIn(session),
      breakpoints: session.settings.breakpoints,
      branchedFrom: session.settings.branchedFrom,
      paused: pausedTurn(context, chat, isWriter),
    };
  }

  @Subscription(() => TurnTrace, {
    name: 'chatTrace',
    subscribe: async ({ args, context }: SubscribeResolverData<unknown, Watched, Context>) => {
      const watch = await watchAs(context, args.sessionId);
      return untilLeft(watch, follow(context, watch, args));
    },
    description: 'The traced turns of a chat after a turn, those stored first, then as they come.',
  })
  watchChatTrace(
    @Root() trace: TurnTrace,
    @Arg('sessionId', () => ID, { description: SESSION_ID }) _sessionId: string,
    @Arg('after', () => Int, { defaultValue: 0, description: AFTER }) _after: number,
  ): TurnTrace {
    return trace;
  }
}

/** The turn that is paused, as far as it has come. */
function pausedTurn(
  { chats }: Context,
  { state, turn }: ChatRow,
  isWriter: boolean,
): PausedTurn | undefined {
  const session = upgradeSession(state);
  const pause = pauseOf(session);
  const paused = pausedIn(session);
  if (!pause || !paused || isForgotten(paused, chats.now())) return undefined;
  const until = new Date(paused.paused.until);
  const reply = replyOf(paused.open.events);
  const soFar = { turn: turn + 1, at: until, entries: paused.paused.trace };
  return { pause, until, reply, ...presentTrace(soFar, isWriter) };
}

/** The arguments, as graphql-js has parsed them. */
interface Watched {
  readonly sessionId: string;
  readonly after: number;
}

/** The right to read is checked before each read, because it may be lost meanwhile. */
async function accessTraced(context: Context, sessionId: string): ReturnType<typeof accessTrace> {
  const at = { unit: context.openUnit(), pool: context.chats.watchPool };
  return accessTrace(at, { caller: await context.callerNow(), sessionId });
}

async function* follow(
  context: Context,
  watch: Watch,
  { sessionId, after }: Watched,
): AsyncGenerator<TurnTrace, void> {
  let known = after;
  try {
    while (!watch.isClosed) {
      const { chat, isWriter } = await accessTraced(context, sessionId);
      const turns = await tracedTurns(context.chats, sessionId, known);
      for (const turn of turns) yield presentTrace(turn, isWriter);
      // Where none followed, the log up to the chat as it was loaded is not scanned again.
      known = turns.at(-1)?.turn ?? Math.max(known, chat.turn);
      if (turns.length > 0) continue;
      if (isOver(chat)) return;
      await watch.next();
    }
  } finally {
    watch.close();
  }
}
