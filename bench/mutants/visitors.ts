import { simulateTurn } from '../../src/chat/simulateTurn.js';
import { placeOf } from '../../src/chat/turnTrace.js';
import { seededEnv, startSession } from '../../src/engine/index.js';
import { Failure } from '../../src/errors/errors.js';
import { runCodeEffect } from '../../src/simulation/codeEffect.js';
import { inputOf } from '../../src/simulation/differences.js';
import { comparisonsOf } from '../../src/simulation/flowComparisons.js';
import { openMoves } from '../../src/simulation/moves.js';
import { mayBeLeft, type Chat, type ExploredBot } from '../../src/simulation/playMove.js';
import { openReached } from '../../src/simulation/reached.js';
import type { KeptChat } from '../../src/simulation/replayChat.js';
import { sampleOutcomes } from '../../src/simulation/sampleOutcomes.js';

/** The most turns of a chat. */
const MAX_TURNS = 30;
/** How often a service answers as expected. */
const EXPECTED = 0.7;
/** An ordinary morning. */
const NOW = Date.UTC(2026, 4, 13, 10);

/** Chats that visitors had with a bot, as a server keeps them for replays: each answer is one at random of those that its input suggests. */
export async function visitorChats(bot: ExploredBot, count: number): Promise<KeptChat[]> {
  const chats: KeptChat[] = [];
  for (let number = 0; number < count; number += 1) chats.push(await visit(bot, String(number)));
  // A chat of which the start is refused does not begin.
  return chats.filter(({ turns }) => turns.length > 0);
}

async function visit(bot: ExploredBot, seed: string): Promise<KeptChat> {
  const { flow } = bot;
  const { random } = seededEnv({ now: NOW, seed: `${bot.seed} ${seed}` });
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const { movesOf, wanted } = openMoves(flow, comparisonsOf(flow), openReached(flow));
  const start = { botId: bot.botId, resultId: 'res_1', isStreamEnabled: false };
  const session = startSession({ ...start, flow, isPreview: false, isReplayable: true });
  let chat: Chat = { clock: { now: NOW }, session, mayBeLeft: false, isSampled: false };
  const turns: KeptChat['turns'][number][] = [];
  const handle = async (...[ports, effect, { session: open }]: HandleArguments) => {
    if (effect.kind === 'loadBot') return bot.loadBot(open, effect);
    if (effect.kind === 'evaluate' || effect.kind === 'runScript') {
      const fixed = { now: NOW, seed: `${seed}/${turns.length}` };
      const fetch = async () => ({ ok: true, body: '{}' }) as const;
      return json(await runCodeEffect(bot.sandbox, effect, { key: 'bench', fixed, fetch }));
    }
    const { blockId } = await placeOf(ports, open);
    const frame = chat.session.stack.at(-1);
    const outcomes = sampleOutcomes(
      effect,
      flow.block(String(blockId))?.block,
      frame ? wanted(frame) : () => [],
    );
    return (random() < EXPECTED ? outcomes[0] : (pick(outcomes) ?? outcomes[0])).result;
  };
  const simulation = { now: () => NOW, seed: `ses_${seed}`, loadFlow: bot.loadFlow, handle };
  while (turns.length < MAX_TURNS) {
    const move = pick(movesOf(chat, random));
    if (!move) break;
    const turn = turns.length + 1;
    const sent = { session: chat.session, turn, input: move.input };
    const ran = await simulateTurn(bot.ports, simulation, sent).catch(unlessRefused);
    // A chat that refuses whatever comes is as good as over.
    if (!ran?.replay) break;
    const record = { ...ran.replay, ...(turn === 1 && { start: { ...start, flowId: flow.id } }) };
    turns.push(json({ turn, record, events: ran.events }));
    chat = { ...chat, session: ran.session, input: inputOf(ran.events), mayBeLeft: mayBeLeft(ran) };
  }
  return { sessionId: simulation.seed, turns };
}

type HandleArguments = Parameters<Parameters<typeof simulateTurn>[1]['handle']>;

/** What a server keeps is JSON. */
function json<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T; // A copy of the same shape.
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
}
