import { exitsOf, seededEnv, type LocatedBlock } from '../engine/index.js';
import { chatKey, placeKey } from './chatKey.js';
import { faultKey, faultsOf, type Fault } from './faults.js';
import { ownVisits } from './ownVisits.js';
import { comparisonsOf, type FlowComparisons } from './flowComparisons.js';
import { openKnownTurns, type KnownTurns } from './knownTurns.js';
import { openMoves, type MoveMaker } from './moves.js';
import {
  playMove,
  type Asked,
  type Chat,
  type Clock,
  type ExploredBot,
  type Move,
  type Outcome,
  type Played,
  type Playing,
} from './playMove.js';
import { openReached, type Reached } from './reached.js';

/** A chat as it is played again, from its start. */
export interface Script {
  readonly clock: Clock;
  readonly moves: readonly Move[];
}

/** A fault that was found, and the chat that leads to it. */
export interface FoundFault extends Script {
  readonly fault: Fault;
  /** Whether something outside was answered with a sample on the way. */
  readonly isSampled: boolean;
}

/** A chat that was reached, and how. */
export interface State {
  readonly chat: Chat;
  /** The last move that led to it, and those before. The chats before are not kept: their values may be large. */
  readonly way?: Way | undefined;
  readonly depth: number;
}

interface Way {
  readonly before: Way | undefined;
  readonly move: Move;
}

/** A state that waits to be explored, and the characters that it takes. */
interface Waiting {
  readonly state: State;
  readonly size: number;
}

/** What was tried at a place where chats rest. */
interface Place {
  states: number;
  /** Whether some chat went on from there to another place, or ended. */
  hasWayOn: boolean;
  /** The first chat that rested there, as a fault that there is no way on; absent where no visitor is asked. */
  readonly stuck: FoundFault | undefined;
  readonly refused: Move[];
}

/** Everything that an exploration knows. It changes in place. */
export interface Search {
  readonly bot: ExploredBot;
  readonly comparisons: FlowComparisons;
  readonly reached: Reached;
  readonly maker: MoveMaker;
  readonly random: () => number;
  readonly known: KnownTurns;
  readonly faults: Map<string, FoundFault>;
  /** The keys of the states that were reached: see `chatKey`. */
  readonly seen: Set<string>;
  readonly places: Map<string, Place>;
  /** The outcomes that were tried, by block. */
  readonly outcomes: Set<string>;
  /** How often a block that goes by chance was tried for one of its ways. */
  readonly draws: Map<string, number>;
  /** States to be explored: those that led to something new come first. */
  readonly queue: { readonly fresh: Waiting[]; readonly plain: Waiting[]; size: number };
  /** States that were not kept to be explored, because there was no room for their values. */
  dropped: number;
  turns: number;
  chats: number;
  /** Turns since something new was found. */
  quiet: number;
}

/** A turn to take: the move, and what chooses outcomes that it does not say. */
interface Step {
  readonly state: State;
  readonly move: Move;
  readonly choose?: Playing['choose'];
}

/** A turn that was taken. */
export interface Taken {
  readonly played: Played;
  /** The move, with the outcomes that it had. */
  readonly move: Move;
  /** The state that it leads to. */
  readonly next: State;
}

/** The most states that are explored of one place, and the most turns of one chat. */
const [MAX_STATES_OF_PLACE, MAX_DEPTH] = [64, 60] as const;
/** The characters of all states that wait to be explored, at most. */
const MAX_WAITING = 32_000_000;
/** How often a block that goes by chance is tried for one of its ways. */
const MAX_DRAWS = 300;
/** The most faults that are kept. */
const MAX_FAULTS = 100;
/** How often an input is asked without a way on before that is a fault. */
const ASKED = 3;

/** Begins to explore a bot. */
export function openSearch(bot: ExploredBot): Search {
  const { flow, seed } = bot;
  const comparisons = comparisonsOf(flow);
  const reached = openReached(flow);
  return {
    bot,
    comparisons,
    reached,
    maker: openMoves(flow, comparisons, reached),
    random: seededEnv({ now: 0, seed }).random,
    known: openKnownTurns(),
    faults: new Map(),
    seen: new Set(),
    places: new Map(),
    outcomes: new Set(),
    draws: new Map(),
    queue: { fresh: [], plain: [], size: 0 },
    dropped: 0,
    turns: 0,
    chats: 0,
    quiet: 0,
  };
}

/** Whether a chat is not longer than chats that are explored. */
export function isShort({ depth }: State): boolean {
  return depth < MAX_DEPTH;
}

/** Plays a move, and keeps what is new in it; nothing of a turn during which time was over. */
export async function take(search: Search, { state, move, choose }: Step): Promise<Taken> {
  const { bot, reached, known } = search;
  const before = state.chat;
  const again = known.find(before, move);
  const played = again ?? known.keep(before, move, await play(search, { state, move, choose }));
  search.turns += 1;
  const moved = { ...move, outcomes: played.asked.map(outcomeOf) };
  const way = { before: state.way, move: moved };
  const next: State = { chat: played.chat, way, depth: state.depth + 1 };
  const taken = { played, move: moved, next };
  if (bot.isOver()) return taken;
  // A known turn has no other parts, faults or state than the first time.
  const isNew = !again && reached.add(played);
  search.quiet = isNew ? 0 : search.quiet + 1;
  if (!played.refusal) notePlace(search, state, taken);
  if (again) return taken;
  for (const fault of faultsOf(bot.flow, before, played)) noteFault(search, fault, next);
  if (!played.refusal) noteState(search, next, isNew);
  return taken;
}

function play({ bot, maker }: Search, { state: { chat: before }, move, choose }: Step) {
  const frame = before.session.stack.at(-1);
  const wanted = frame ? maker.wanted(frame) : () => [];
  return playMove(bot, { before, move, wanted, choose });
}

function outcomeOf({ blockId, chosen }: Asked): Outcome {
  return { ...chosen, blockId };
}

function noteFault({ faults }: Search, fault: Fault, state: State): void {
  const key = faultKey(fault);
  if (faults.has(key) || faults.size >= MAX_FAULTS) return;
  faults.set(key, { fault, ...scriptOf(state), isSampled: state.chat.isSampled });
}

function movesOf(way: Way | undefined): Move[] {
  return way ? [...movesOf(way.before), way.move] : [];
}

/** The chat that led to a state. */
export function scriptOf({ chat: { clock }, way }: State): Script {
  return { clock, moves: movesOf(way) };
}

/** Keeps whether the place where a chat rested has a way on. */
function notePlace({ places }: Search, state: State, { played, move, next }: Taken): void {
  const now = placeKey(next.chat);
  const before = placeKey(state.chat);
  const left = places.get(before);
  if (left && (before !== now || isConversation(state, played))) left.hasWayOn = true;
  else if (left && left.refused.length < ASKED) left.refused.push(move);
  if (!places.has(now))
    places.set(now, { states: 0, hasWayOn: false, stuck: stuckAt(next), refused: [] });
}

function stuckAt(state: State): FoundFault | undefined {
  const { session, isSampled } = state.chat;
  const { at, phase, stack } = session;
  if (phase !== 'running' || stack.length !== 1 || at?.waitsFor !== 'user') return undefined;
  const { groupId, blockId } = at;
  const fault: Fault = { code: 'NO_WAY_ON', groupId, blockId, about: '' };
  return { fault, ...scriptOf(state), isSampled };
}

/** Whether an answer was accepted, and no condition sent the chat back to its input: then the flow means to ask again. */
function isConversation({ chat: before }: State, { chat, trace }: Played): boolean {
  const isAccepted = chat.session.answered > before.session.answered;
  return isAccepted && !trace.some((entry) => entry.kind === 'block' && entry.conditions);
}

/** Keeps a state that was not reached before, to be explored. */
function noteState(search: Search, next: State, isNew: boolean): void {
  const { seen, places, comparisons } = search;
  const key = chatKey(next.chat, comparisons);
  const place = places.get(placeKey(next.chat));
  if (!place || seen.has(key) || (place.states >= MAX_STATES_OF_PLACE && !isNew)) return;
  seen.add(key);
  place.states += 1;
  search.chats += 1;
  if (next.chat.session.phase !== 'ended' && isShort(next)) keep(search, next, isNew);
}

/** Keeps a state to be explored, in place of the last plain ones where there is no room for a fresh one. */
function keep(search: Search, state: State, isNew: boolean): void {
  const { queue } = search;
  const size = JSON.stringify(state.chat.session).length;
  while (isNew && queue.size + size > MAX_WAITING) {
    const last = queue.plain.pop();
    if (!last) break;
    queue.size -= last.size;
    search.dropped += 1;
  }
  if (queue.size + size > MAX_WAITING) {
    search.dropped += 1;
    return;
  }
  queue.size += size;
  (isNew ? queue.fresh : queue.plain).push({ state, size });
}

/** Takes the next state to be explored; undefined where there is none. */
export function nextWaiting({ queue }: Search): State | undefined {
  const next = queue.fresh.shift() ?? queue.plain.shift();
  if (next) queue.size -= next.size;
  return next?.state;
}

/** The same move with other outcomes of what it asked outside: those that its blocks never had. */
export function otherOutcomes({ outcomes: tried }: Search, { move, played }: Taken): Move[] {
  return played.asked.flatMap(({ blockId, outcomes, chosen }, index) => {
    tried.add(`${blockId} ${chosen.name}`);
    return outcomes.flatMap((other) => {
      const key = `${blockId} ${other.name}`;
      if (tried.has(key)) return [];
      tried.add(key);
      return [{ ...move, outcomes: [...move.outcomes.slice(0, index), { blockId, ...other }] }];
    });
  });
}

/** The same move with other random numbers, where it went by chance and not each way was taken. */
export function otherDraws({ bot, reached, draws }: Search, { move, played }: Taken): Move[] {
  for (const { block } of ownVisits(bot.flow, played.trace)) {
    if (block?.type !== 'AB test' || !hasNewWay(block, reached)) continue;
    const tries = draws.get(block.id) ?? 0;
    if (tries >= MAX_DRAWS) continue;
    draws.set(block.id, tries + 1);
    return [{ ...move, draw: move.draw + 1 }];
  }
  return [];
}

/** Whether a block that goes by chance has a way that no chat took. */
function hasNewWay(block: LocatedBlock['block'], { edges }: Reached): boolean {
  return exitsOf(block).some(
    ({ outgoingEdgeId }) => outgoingEdgeId !== undefined && !edges.has(outgoingEdgeId),
  );
}

/** Keeps the inputs at which no answer led on. */
export function noteStuckPlaces({ places, faults }: Search): void {
  for (const { hasWayOn, stuck, refused } of places.values()) {
    if (hasWayOn || !stuck || refused.length < ASKED) continue;
    const moves = [...stuck.moves, ...refused.slice(0, ASKED - 1)];
    faults.set(faultKey(stuck.fault), { ...stuck, moves });
  }
}
