import { botTestSchema, type BotTest } from '../engine/index.js';
import type { EndSlice } from '../eventLoop/slices.js';
import { linesOf } from './chatLines.js';
import { exploredTest, type ExploredTurn } from './exploredTest.js';
import { newChat, playMove, type ExploredBot } from './playMove.js';
import type { Script } from './search.js';
import { shrink, type IsFound } from './shrink.js';

/** A chat as it is shown. */
export interface ShownChat {
  /** Its readable lines. */
  readonly transcript: readonly string[];
  /** The chat as a test; absent where chance would not repeat it there. */
  readonly test?: BotTest;
}

/** An explored chat, with the name of a test of it. */
export interface Sought extends Script {
  readonly name: string;
  /** What its last turn shows; absent where all its turns are needed. */
  readonly isFound?: IsFound;
}

/** The most lines of a chat. */
const MAX_LINES = 200;
/** In characters. */
const MAX_LINE = 1_000;

/** Shows an explored chat, as short as it can be made. Other requests are served in between. */
export async function showChat(
  bot: ExploredBot,
  sought: Sought,
  endSlice: EndSlice,
): Promise<ShownChat> {
  const { name, isFound } = sought;
  const script = isFound ? await shrink(bot, { script: sought, isFound }, endSlice) : sought;
  const short = { ...sought, ...script };
  const tested = await playAsTest(bot, short, endSlice);
  const turns = tested?.turns ?? (await play(bot, short));
  const lines = turns.flatMap(({ played }) => linesOf(played.events)).slice(0, MAX_LINES);
  return {
    transcript: lines.map((line) => line.slice(0, MAX_LINE)),
    ...(tested && testOf(exploredTest(name, { clock: short.clock, seed: tested.seed }, turns))),
  };
}

/** A test, if it is not longer than tests may be. */
function testOf(written: BotTest): { readonly test?: BotTest } {
  const { data } = botTestSchema.safeParse(written);
  return data ? { test: data } : {};
}

/** Seeds of tests that are tried where a chat depends on chance. */
const MAX_SEEDS = 20;

/** Plays a chat as a test of it goes, with the first seed with which it shows the same; undefined where none is found in time. */
async function playAsTest(
  bot: ExploredBot,
  sought: Sought,
  endSlice: EndSlice,
): Promise<{ readonly seed: string; readonly turns: readonly PlayedTurn[] } | undefined> {
  for (let number = 1; number <= MAX_SEEDS; number += 1) {
    await endSlice();
    const seed = String(number);
    const turns = await play(bot, sought, seed);
    const last = turns.at(-1);
    if (bot.isOver() || !last) return undefined;
    if (sought.isFound?.(last.before, last.played) ?? true) return { seed, turns };
  }
  return undefined;
}

/** A turn that was played again, and the chat before it. */
type PlayedTurn = ExploredTurn & { readonly before: ReturnType<typeof newChat> };

/** Plays a chat again, with a seed as a written test does. */
async function play(
  bot: ExploredBot,
  { clock, moves }: Script,
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
