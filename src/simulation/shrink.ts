import type { EndSlice } from '../eventLoop/slices.js';
import { newChat, playMove, type Chat, type ExploredBot, type Played } from './playMove.js';
import type { Script } from './search.js';

/** The most chats that are played to shorten one. */
const MAX_CHATS = 150;

/** Whether a turn shows what somebody looks for. */
export type IsFound = (before: Chat, played: Played) => boolean;

/**
 * Shortens a chat whose last turn is the first that shows what is looked for, as long as that is so: turns are left out, first many at
 * once, and then what is special about those that stay.
 */
export async function shrink(
  bot: ExploredBot,
  { script, isFound }: { readonly script: Script; readonly isFound: IsFound },
  endSlice: EndSlice,
): Promise<Script> {
  let left = MAX_CHATS;
  const tried = new Set<string>();
  const isAsGood = async (candidate: Script): Promise<boolean> => {
    const text = JSON.stringify(candidate);
    if (left <= 0 || bot.isOver() || tried.has(text)) return false;
    tried.add(text);
    left -= 1;
    await endSlice();
    const at = await foundAt(bot, candidate, isFound);
    return at === candidate.moves.length - 1 && !bot.isOver();
  };
  let best = script;
  for (const candidates of [shorter, plainer]) {
    let next: Script | undefined = best;
    for (; next; next = await firstOf(candidates(best), isAsGood)) best = next;
  }
  return best;
}

async function firstOf<T>(
  candidates: Iterable<T>,
  isIt: (one: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const one of candidates) if (await isIt(one)) return one;
  return undefined;
}

/** The turn of a chat that first shows what is looked for, from 0; undefined where none does, or where the chat cannot go so. */
async function foundAt(
  bot: ExploredBot,
  { clock, moves }: Script,
  isFound: IsFound,
): Promise<number | undefined> {
  let chat = newChat(bot, clock);
  for (const [index, move] of moves.entries()) {
    const { phase, at } = chat.session;
    const isGivenBack = move.input.type === 'handback';
    if (phase === 'ended' || isGivenBack !== (at?.waitsFor === 'agent')) return undefined;
    const played = await playMove(bot, { before: chat, move, wanted: () => [] });
    if (isFound(chat, played)) return index;
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
