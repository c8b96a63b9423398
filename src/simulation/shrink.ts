import type { EndSlice } from '../eventLoop/slices.js';
import { faultKey, faultsOf } from './faults.js';
import { newChat, playMove, type Clock, type ExploredBot, type Move } from './playMove.js';
import type { FoundFault } from './search.js';

/** The most chats that are played to shorten one. */
const MAX_CHATS = 150;

/** A chat as it is played again. */
interface Script {
  readonly clock: Clock;
  readonly moves: readonly Move[];
}

/**
 * Shortens the chat that leads to a fault, as long as it has the same fault at the same place: turns are left out, first many at once, and
 * then what is special about those that stay. A chat without a way on needs all its turns.
 */
export async function shrink(
  bot: ExploredBot,
  found: FoundFault,
  endSlice: EndSlice,
): Promise<FoundFault> {
  const { fault, clock, moves } = found;
  if (fault.code === 'NO_WAY_ON') return found;
  const key = faultKey(fault);
  let left = MAX_CHATS;
  const tried = new Set<string>();
  const isAsBad = async (script: Script): Promise<boolean> => {
    const text = JSON.stringify(script);
    if (left <= 0 || bot.isOver() || tried.has(text)) return false;
    tried.add(text);
    left -= 1;
    await endSlice();
    const at = await faultAt(bot, script, key);
    return at === script.moves.length - 1 && !bot.isOver();
  };
  let best: Script = { clock, moves };
  for (const candidates of [shorter, plainer]) {
    let next: Script | undefined = best;
    for (; next; next = await firstOf(candidates(best), isAsBad)) best = next;
  }
  return { ...found, ...best };
}

async function firstOf<T>(
  candidates: Iterable<T>,
  isIt: (one: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const one of candidates) if (await isIt(one)) return one;
  return undefined;
}

/** The turn of a chat that first has a fault, from 0; undefined where none has it, or where the chat cannot go so. */
async function faultAt(
  bot: ExploredBot,
  { clock, moves }: Script,
  key: string,
): Promise<number | undefined> {
  let chat = newChat(bot, clock);
  for (const [index, move] of moves.entries()) {
    const { phase, at } = chat.session;
    const isGivenBack = move.input.type === 'handback';
    if (phase === 'ended' || isGivenBack !== (at?.waitsFor === 'agent')) return undefined;
    const played = await playMove(bot, { before: chat, move, wanted: () => [] });
    const faults = faultsOf(bot.flow, chat, played);
    if (faults.some((fault) => faultKey(fault) === key)) return index;
    chat = played.chat;
  }
  return undefined;
}

/** The same chat with fewer turns; its start stays. */
function* shorter({ clock, moves }: Script): Generator<Script> {
  for (let size = moves.length - 1; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 1; from + size <= moves.length; from += size) {
      yield { clock, moves: [...moves.slice(0, from), ...moves.slice(from + size)] };
    }
  }
}

/** The same chat with one turn in which nothing special happens. */
function* plainer({ clock, moves }: Script): Generator<Script> {
  for (const [index, move] of moves.entries()) {
    for (const plain of [
      { ...move, outcomes: [] },
      { ...move, draw: 0 },
    ]) {
      yield { clock, moves: moves.with(index, plain) };
    }
  }
}
