import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flowOverrideSchema } from '../../src/engine/documents/bot.js';
import { flowDefinitionSchema, type FlowDefinition } from '../../src/engine/index.js';
import { anyFlow } from '../../test/support/anyFlow.js';
import { fc } from '../../test/support/properties.js';
import { readChat } from '../../test/support/readChat.js';
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

/** A flow to change, by its name. */
export type NamedFlow = readonly [name: string, definition: FlowDefinition];

const EXAMPLES = fileURLToPath(new URL('../../examples/bots/', import.meta.url));
const TRANSCRIPTS = new URL('../../test/transcripts/', import.meta.url);
/** Recorded conversations, those with the most edges in their flows, and flows at random. */
const [CONVERSATIONS, RANDOM] = [24, 10];

/** The flows of the examples, of recorded conversations of the tests, and some at random. */
export function ownFlows(): NamedFlow[] {
  return [...flowsIn(EXAMPLES), ...conversations(), ...randomFlows()];
}

/** The flows of all files of a folder. */
export function flowsIn(folder: string): NamedFlow[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => {
    const sent: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const { id: _, ...definition } = flowOverrideSchema.parse(sent);
    return [name, flowDefinitionSchema.parse(definition)];
  });
}

function conversations(): NamedFlow[] {
  return readdirSync(TRANSCRIPTS)
    .filter((name) => name.endsWith('.chat'))
    .map((name): NamedFlow => {
      const { flow } = readChat(readFileSync(new URL(name, TRANSCRIPTS), 'utf8'));
      return [name, flow.definition];
    })
    .toSorted(([, one], [, other]) => other.edges.length - one.edges.length)
    .slice(0, CONVERSATIONS);
}

function randomFlows(): NamedFlow[] {
  return fc
    .sample(anyFlow('flow'), { seed: 7, numRuns: RANDOM })
    .map(({ definition }, index) => [`random ${index + 1}`, definition]);
}

/** A turn of an explored chat, and what came of it. */
interface CorpusTurn {
  /** The way to the turn before it; undefined for a start. */
  readonly before: State['way'];
  readonly way: NonNullable<State['way']>;
  readonly clock: Chat['clock'];
  readonly came: string;
}

/** Chats of a flow as a tree of turns, each after the one before it. */
type Corpus = readonly CorpusTurn[];

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
