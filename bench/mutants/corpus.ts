import { exploredTurns } from '../../src/simulation/explore.js';
import {
  newChat,
  playMove,
  type Chat,
  type ExploredBot,
  type Played,
} from '../../src/simulation/playMove.js';
import { openSearch, type State } from '../../src/simulation/search.js';
import { shownParts } from '../../src/simulation/shownParts.js';

/** A turn of an explored chat, and what came of it. */
interface CorpusTurn {
  /** The way to the turn before it; undefined for a start. */
  readonly before: State['way'];
  readonly way: NonNullable<State['way']>;
  readonly clock: Chat['clock'];
  readonly came: string;
}

/** Chats of a flow as a tree of turns, each after the one before it. */
export type Corpus = readonly CorpusTurn[];

/** Explores a flow for a number of turns, and keeps all of its chats. */
export async function corpusOf(bot: ExploredBot, most: number): Promise<Corpus> {
  const corpus: CorpusTurn[] = [];
  for await (const { played, next } of exploredTurns(openSearch(bot))) {
    if (next.way) {
      const { before } = next.way;
      corpus.push({ before, way: next.way, clock: next.chat.clock, came: cameOf(played) });
    }
    if (corpus.length === most) break;
  }
  return corpus;
}

/** Whether some chat of a corpus goes otherwise with another flow: in what a visitor or a service receives. */
export async function changesAny(corpus: Corpus, bot: ExploredBot): Promise<boolean> {
  const chats = new Map<State['way'], Chat>();
  for (const { before, way, clock, came } of corpus) {
    const chat = before ? chats.get(before) : newChat(bot, clock);
    // Only refused turns are not in the map.
    if (!chat) continue;
    const played = await playMove(bot, { before: chat, move: way.move, wanted: () => [] });
    if (cameOf(played) !== came) return true;
    chats.set(way, played.chat);
  }
  return false;
}

/** All that is seen of a turn from outside. */
function cameOf({ events, asked, refusal }: Played): string {
  const sent = asked.map(({ effect }) => effect);
  return JSON.stringify([shownParts(events), sent, refusal?.message]);
}
