import { accessBot } from '../../auth/access.js';
import { loadedFlowId } from '../../chat/loadBot.js';
import type { Context } from '../../context/context.js';
import type { FlowOverride } from '../../engine/index.js';
import type { ExploredBot } from '../../simulation/playMove.js';
import { rememberCode } from '../../simulation/rememberCode.js';
import { overAfter, simulatedBot, type SimulatedBot } from '../../simulation/simulatedBot.js';
import { draftOf } from '../bots/draftOf.js';

/** Which flow to explore, and how much. */
export interface ExploreRequest {
  readonly botId: string;
  readonly flow?: FlowOverride | null;
  readonly seed: string;
  readonly turns: number;
  readonly seconds: number;
}

/** A flow that is being explored. */
interface OpenExploration {
  readonly bot: ExploredBot;
  /** The same bot, with time of its own to make chats shorter. */
  readonly shortening: () => ExploredBot;
  /** Lets the person run something else. */
  readonly end: () => void;
}

/** Shorter chats are searched for until this many milliseconds after the exploration. */
const SHORTENING = 5_000;

/** Opens the flow of a bot to a caller who may run its tests. Fails with `SIMULATIONS_BUSY`. */
export async function openExploration(
  context: Context,
  { botId, flow: sent, seed, seconds }: ExploreRequest,
): Promise<OpenExploration> {
  const caller = await context.caller();
  const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'runTests' });
  const definition = sent ?? (await draftOf(bot, context));
  const { flow } = context.chats.flows.makeOwn(definition);
  const end = context.simulations.begin(caller?.userId);
  const explored = exploredBot(simulatedBot(context, { botId, flow }, seconds * 1_000), seed);
  return {
    bot: explored,
    shortening: () => ({ ...explored, isOver: overAfter(SHORTENING) }),
    end,
  };
}

/** The bot as explorations see it: equal code runs once, and linked bots have a result that is the same in each run. */
function exploredBot(bot: SimulatedBot, seed: string): ExploredBot {
  return {
    ...bot,
    seed,
    sandbox: rememberCode(bot.sandbox),
    loadBot: async (session, effect) => {
      const found = await bot.loadBot(session, effect);
      if (!found.ok) return found;
      const flowId = loadedFlowId(found);
      return { ok: true, value: { botId: effect.botId, flowId, resultId: 'res_linked' } };
    },
  };
}
