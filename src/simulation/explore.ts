import type { Flow } from '../engine/index.js';
import { openSlices } from '../eventLoop/slices.js';
import type { FlowComparisons } from './flowComparisons.js';
import { newChat, type Clock, type ExploredBot, type Move } from './playMove.js';
import type { Reached } from './reached.js';
import {
  isShort,
  nextWaiting,
  noteStuckPlaces,
  openSearch,
  otherDraws,
  otherOutcomes,
  take,
  type FoundFault,
  type Search,
  type State,
  type Taken,
} from './search.js';

/** Why an exploration ended. */
export type ExploreEnd = 'NOTHING_NEW' | 'TURNS' | 'STOPPED' | 'VALUES_TOO_LARGE';

/** What an exploration has found so far. It grows while the exploration runs. */
export interface Explored {
  readonly reached: Reached;
  readonly comparisons: FlowComparisons;
  readonly turns: number;
  /** Chats that were begun, or branched off from another. */
  readonly chats: number;
  /** Abstract states: see `chatKey`. */
  readonly states: number;
  readonly faults: ReadonlyMap<string, FoundFault>;
  /** Absent while it runs. */
  readonly end?: ExploreEnd | undefined;
}

/** So many turns in a row without anything new end an exploration. */
const QUIET_TURNS = 2_000;
/** How often what outside answers is as expected, in chats at random. */
const EXPECTED = 0.6;
/** How many different random numbers turns of chats at random have. */
const DRAWS = 1_000;

/** The times at which explored chats happen: an ordinary morning, and those at which calendars go wrong. */
const CLOCKS: readonly [Clock, ...Clock[]] = [
  { now: Date.UTC(2026, 4, 13, 10) },
  { now: Date.UTC(2026, 4, 14) },
  { now: Date.UTC(2026, 0, 31, 23, 59, 30) },
  { now: Date.UTC(2028, 1, 29, 12) },
  { now: Date.UTC(2026, 2, 29, 0, 59, 30), timeZone: 'Europe/Berlin' },
];

/**
 * Explores a flow with answers that nobody wrote: first each abstract state with each answer, beginning with those that led to something
 * new; then chats at random, until nothing new comes, but not more than a number of turns. What it finds depends on the flow, the seed and the number of turns alone. Yields
 * what was found so far after each piece of work; other requests are served in between.
 */
export async function* explore(bot: ExploredBot, most: number): AsyncGenerator<Explored, Explored> {
  const search = openSearch(bot);
  const endOf = (): ExploreEnd | undefined => {
    if (bot.isOver()) return 'STOPPED';
    return search.turns >= most ? 'TURNS' : undefined;
  };
  const endSlice = openSlices();
  const turns = exploredTurns(search);
  while (!(await turns.next()).done && !endOf()) {
    if (await endSlice()) yield soFar(search);
  }
  noteStuckPlaces(search);
  return soFar(search, endOf() ?? (search.dropped > 0 ? 'VALUES_TOO_LARGE' : 'NOTHING_NEW'));
}

function soFar(search: Search, end?: ExploreEnd): Explored {
  const { reached, comparisons, turns, chats, faults, seen } = search;
  return { reached, comparisons, turns, chats, faults, states: seen.size, end };
}

/** Takes all turns of an exploration, one after the other. */
export async function* exploredTurns(search: Search): AsyncGenerator<Taken, undefined> {
  const { bot } = search;
  const roots = clocksFor(bot).map((clock): State => ({ chat: newChat(bot, clock), depth: 0 }));
  for (const root of roots) yield* expand(search, root);
  yield* expandQueue(search);
  while (search.quiet < QUIET_TURNS) {
    yield* wander(search, roots);
    yield* expandQueue(search);
  }
}

async function* expandQueue(search: Search): AsyncGenerator<Taken> {
  for (let state = nextWaiting(search); state; state = nextWaiting(search))
    yield* expand(search, state);
}

/** Tries each answer in a state, with what else may come of it: other outcomes of what is asked outside, and other chances. */
async function* expand(search: Search, state: State): AsyncGenerator<Taken> {
  for (const move of search.maker.movesOf(state.chat, search.random)) {
    const waiting = [move];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const taken = await take(search, { state, move: next });
      yield taken;
      waiting.push(...otherOutcomes(search, taken), ...otherDraws(search, taken));
    }
  }
}

/** A chat with answers, outcomes and chances at random. */
async function* wander(search: Search, roots: readonly State[]): AsyncGenerator<Taken> {
  const { random, maker } = search;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const choose = (outcomes: readonly unknown[]) =>
    random() < EXPECTED ? 0 : Math.floor(random() * outcomes.length);
  let state = pick(roots);
  search.chats += 1;
  while (state && isShort(state)) {
    const move: Move | undefined = pick(maker.movesOf(state.chat, random));
    if (!move) return;
    const drawn = { ...move, draw: Math.floor(random() * DRAWS) };
    const taken = await take(search, { state, move: drawn, choose });
    yield taken;
    state = taken.next;
  }
}

/** Chats of a flow that reads the clock are also explored at other times. */
function clocksFor({ flow }: ExploredBot): readonly [Clock, ...Clock[]] {
  return readsClock(flow) ? CLOCKS : [CLOCKS[0]];
}

/** Whether chats of a flow may depend on the time. */
export function readsClock({ definition }: Flow): boolean {
  return READS_CLOCK.test(JSON.stringify(definition.groups));
}

/** Code, kinds of blocks and values that depend on the time. */
const READS_CLOCK =
  /"type":"(?:Now|Today|Tomorrow|Yesterday|Moment of the day)"|"date input"|"time input"|"Human handover"|\bDate\b/;
