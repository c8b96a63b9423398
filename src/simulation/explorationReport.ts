import { botTestSchema, type BotTest } from '../engine/index.js';
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

/** The faults of an exploration, each with a short chat that leads there, until time is over. */
export async function reportFaults(
  bot: ExploredBot,
  { faults }: Explored,
  isOver: () => boolean,
): Promise<ReportedFault[]> {
  const reported: ReportedFault[] = [];
  for (const found of [...faults.values()].slice(0, MAX_FAULTS)) {
    const short = await shrink(bot, found, isOver);
    reported.push(await report(bot, short));
  }
  return reported;
}

async function report(bot: ExploredBot, found: FoundFault): Promise<ReportedFault> {
  const { fault, isSampled, clock } = found;
  const turns = await play(bot, found);
  const lines = turns.flatMap(({ played }) => linesOf(played.events)).slice(0, MAX_LINES);
  const seed = await seedOfTest(bot, found);
  const name = `${fault.code} at ${fault.blockId ?? 'the end'}`;
  return {
    ...fault,
    isSampled,
    transcript: lines.map((line) => line.slice(0, MAX_LINE)),
    ...(seed !== undefined && testOf(exploredTest(name, { clock, seed }, turns))),
  };
}

/** A test, if it is not longer than tests may be. */
function testOf(written: BotTest): { readonly test?: BotTest } {
  const { data } = botTestSchema.safeParse(written);
  return data ? { test: data } : {};
}

/** Seeds of tests that are tried where a chat depends on chance. */
const MAX_SEEDS = 20;

/** A seed with which a test has the same fault. */
async function seedOfTest(bot: ExploredBot, found: FoundFault): Promise<string | undefined> {
  for (let number = 1; number <= MAX_SEEDS; number += 1) {
    const seed = String(number);
    const last = (await play(bot, found, seed)).at(-1);
    if (!last) continue;
    const { code } = found.fault;
    if (code === 'NO_WAY_ON') return seed;
    const keys = faultsOf(bot.flow, last.before, last.played).map(faultKey);
    if (keys.includes(faultKey(found.fault))) return seed;
  }
  return undefined;
}

/** Plays a chat again, with a seed as a written test of it does. */
async function play(
  bot: ExploredBot,
  { clock, moves }: FoundFault,
  seed?: string,
): Promise<(ExploredTurn & { readonly before: ReturnType<typeof newChat> })[]> {
  const turns = [];
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
