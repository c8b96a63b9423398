import { botTestSchema, type BotTest } from '../engine/index.js';
import { openSlices, type EndSlice } from '../eventLoop/slices.js';
import { linesOf } from './chatLines.js';
import type { Explored } from './explore.js';
import { exploredTest, type ExploredTurn } from './exploredTest.js';
import { faultKey, faultsOf, type Fault } from './faults.js';
import { newChat, playMove, type ExploredBot } from './playMove.js';
import type { FoundFault } from './search.js';
import { shrink } from './shrink.js';

/** A fault with the shortest chat that was found for it. */
export interface ReportedFault extends Fault {
  readonly isSampled: boolean;
  /** The chat as readable lines. */
  readonly transcript: readonly string[];
  /** The chat as a test; absent where chance would not repeat it there. */
  readonly test?: BotTest;
}

/** The most faults that are reported, and the most lines of the chat of each. */
const [MAX_FAULTS, MAX_LINES] = [50, 200] as const;
/** In characters. */
const MAX_LINE = 1_000;

/**
 * The faults of an exploration, each with a short chat that leads there. Those for which there is no time any more have no chat. Other
 * requests are served in between.
 */
export async function reportFaults(
  bot: ExploredBot,
  { faults }: Explored,
): Promise<ReportedFault[]> {
  const reported: ReportedFault[] = [];
  const endSlice = openSlices();
  for (const found of [...faults.values()].slice(0, MAX_FAULTS)) {
    const { fault, isSampled } = found;
    const chat = bot.isOver() ? { transcript: [] } : await chatTo(bot, found, endSlice);
    reported.push({ ...fault, isSampled, ...chat });
  }
  return reported;
}

async function chatTo(
  bot: ExploredBot,
  found: FoundFault,
  endSlice: EndSlice,
): Promise<Pick<ReportedFault, 'transcript' | 'test'>> {
  const short = await shrink(bot, found, endSlice);
  const { fault, clock } = short;
  const tested = await playAsTest(bot, short, endSlice);
  const turns = tested?.turns ?? (await play(bot, short));
  const lines = turns.flatMap(({ played }) => linesOf(played.events)).slice(0, MAX_LINES);
  const name = `${fault.code} at ${fault.blockId ?? 'the end'}`;
  return {
    transcript: lines.map((line) => line.slice(0, MAX_LINE)),
    ...(tested && testOf(exploredTest(name, { clock, seed: tested.seed }, turns))),
  };
}

/** A test, if it is not longer than tests may be. */
function testOf(written: BotTest): { readonly test?: BotTest } {
  const { data } = botTestSchema.safeParse(written);
  return data ? { test: data } : {};
}

/** Seeds of tests that are tried where a chat depends on chance. */
const MAX_SEEDS = 20;

/** Plays a chat as a test of it goes, with the first seed with which it has the same fault; undefined where none is found in time. */
async function playAsTest(
  bot: ExploredBot,
  found: FoundFault,
  endSlice: EndSlice,
): Promise<{ readonly seed: string; readonly turns: readonly PlayedTurn[] } | undefined> {
  for (let number = 1; number <= MAX_SEEDS; number += 1) {
    await endSlice();
    const seed = String(number);
    const turns = await play(bot, found, seed);
    const last = turns.at(-1);
    if (bot.isOver() || !last) return undefined;
    if (found.fault.code === 'NO_WAY_ON') return { seed, turns };
    const keys = faultsOf(bot.flow, last.before, last.played).map(faultKey);
    if (keys.includes(faultKey(found.fault))) return { seed, turns };
  }
  return undefined;
}

/** A turn that was played again, and the chat before it. */
type PlayedTurn = ExploredTurn & { readonly before: ReturnType<typeof newChat> };

/** Plays a chat again, with a seed as a written test of it does. */
async function play(
  bot: ExploredBot,
  { clock, moves }: FoundFault,
  seed?: string,
): Promise<PlayedTurn[]> {
  const turns: PlayedTurn[] = [];
  let chat = newChat(bot, clock);
  for (const [index, move] of moves.entries()) {
    const { at } = chat.session;
    const played = await playMove(bot, {
      before: chat,
      move,
      wanted: () => [],
      asTest: seed === undefined ? undefined : { seed, turn: index + 1 },
    });
    const waiting = bot.flow.block(at?.blockId ?? '')?.block;
    const waitedFor = { kind: at?.waitsFor ?? 'user', isWebhook: waiting?.type === 'webhook' };
    turns.push({ move, played, before: chat, waitedFor });
    chat = played.chat;
  }
  return turns;
}
