import {
  Arg,
  Ctx,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import type { Context } from '../../context/context.js';
import type { Flow, FlowOverride } from '../../engine/index.js';
import {
  FAULTS,
  Exploration,
  type GroupNotReached,
  ExploreSeconds,
  ExploreTurns,
  FoundChat,
} from '../../schema/exploration.js';
import { explore, type Explored } from '../../simulation/explore.js';
import { reportFaults, type ReportedFault } from '../../simulation/explorationReport.js';
import { notReached, type NotReached } from '../../simulation/notReached.js';
import { shareOf } from '../../simulation/reached.js';
import { paced, resultOf, watched } from '../progress.js';
import { runTests } from '../../simulation/runTests.js';
import { accessBot } from '../../auth/access.js';
import { loadedFlowId } from '../../chat/loadBot.js';
import type { ExploredBot } from '../../simulation/playMove.js';
import { rememberCode } from '../../simulation/rememberCode.js';
import { overAfter, simulatedBot, type SimulatedBot } from '../../simulation/simulatedBot.js';
import { draftOf } from '../bots/draftOf.js';
import { Field, NullableField } from '../../schema/field.js';
import { FlowOverride as FlowOverrideScalar, Name } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { MutationInput } from '../mutationInput.js';
import { invalid } from '../../errors/errors.js';
import { findChat } from '../../simulation/findChat.js';

/** Explores a flow for a caller who may run its tests: yields what was found so far, and at last the whole. */
async function* explorationOf(
  context: Context,
  request: ExploreRequest & { readonly withTests: boolean },
): AsyncGenerator<Exploration, Exploration> {
  const { botId, seed, turns, withTests } = request;
  const { bot, shortening, end } = await openExploration(context, request);
  const { flow } = bot;
  try {
    const running = paced(explore(bot, turns));
    let step = await running.next();
    for (; !step.done; step = await running.next()) yield summary(flow, seed, step.value);
    const faults = await reportFaults(shortening(), step.value);
    const explored = {
      ...summary(flow, seed, step.value),
      notReached: notReachedIn(flow, step.value),
      failures: faults.map(failureOf),
    };
    if (!withTests) return explored;
    const tests = (await context.loaders().botTests.load(botId)).map(({ test }) => test);
    const { coverage } = await runTests(context, { botId, flow, tests }, step.value.reached);
    return { ...explored, coverageWithTests: coverage };
  } finally {
    end();
  }
}

function summary(flow: Flow, seed: string, explored: Explored): Exploration {
  const { turns, chats, states, comparisons, reached, end = null } = explored;
  const coverage = shareOf(flow, reached, comparisons);
  const later = { coverageWithTests: null, notReached: [], failures: [] };
  return { seed, turns, chats, states, end, coverage, ...later };
}

function notReachedIn(flow: Flow, { comparisons, reached }: Explored): GroupNotReached[] {
  const groups = notReached(flow, comparisons, reached);
  return groups.map((one) => ({
    groupId: one.groupId,
    edgeId: one.edgeId ?? null,
    blockId: one.blockId ?? null,
    itemId: one.itemId ?? null,
    message: whyNotReached(flow, one),
  }));
}

function whyNotReached(flow: Flow, { edgeId, blockId, itemId, comparison }: NotReached): string {
  if (edgeId === undefined) return 'No edge leads here from where a chat came';
  const place = flow.block(blockId ?? '');
  const from = place ? `"${place.group.title}" (${place.block.type})` : 'a block';
  if (comparison) {
    const { variableId, operator, value } = comparison;
    const name = flow.variable(variableId)?.name ?? variableId;
    return `No chat left ${from} by its condition: nothing new found for ${name} ${operator} ${value}`.trim();
  }
  return itemId === undefined
    ? `No chat left ${from} this way`
    : `No chat left ${from} by this item`;
}

function failureOf(fault: ReportedFault): Exploration['failures'][number] {
  const { code, groupId = null, blockId = null, about, isSampled, transcript, test = null } = fault;
  const message = about === '' ? FAULTS[code] : `${FAULTS[code]}: ${about.slice(0, MAX_ABOUT)}`;
  return { code, message, groupId, blockId, isSampled, transcript, test };
}

/** In characters. */
const MAX_ABOUT = 500;

/** Which flow to explore, and how much. */
interface ExploreRequest {
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
async function openExploration(
  context: Context,
  { botId, flow: sent, seed, seconds }: ExploreRequest,
): Promise<OpenExploration> {
  const caller = await context.caller();
  const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'runTests' });
  const definition = sent ?? (await draftOf(bot, context));
  const { flow } = context.chats.flows.makeOwn(definition);
  const end = context.simulations.begin(caller?.userId);
  const explored = exploredBot(simulatedBot(context, { botId, flow }, seconds * 1_000), seed);
  return { bot: explored, shortening: () => ({ ...explored, isOver: overAfter(SHORTENING) }), end };
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

/** What all that explores a flow takes. */
@InputType()
abstract class FlowToExplore extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;

  @NullableField(() => FlowOverrideScalar, {
    description: 'A flow to explore in place of its draft, such as one with unsaved changes.',
  })
  flow?: FlowOverride | null;

  @Field(() => Name, {
    defaultValue: '1',
    description: 'What random choices follow from: the same flow, seed and turns find the same.',
  })
  seed: string;

  @Field(() => ExploreTurns, { defaultValue: 5_000, description: 'The most turns to take.' })
  turns: number;

  @Field(() => ExploreSeconds, {
    defaultValue: 10,
    description: 'How long it may take. A shorter time may end it before its turns are taken.',
  })
  seconds: number;
}

@InputType({ description: 'Which flow to explore, and how much.' })
class ExploreFlowInput extends FlowToExplore {
  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether to run the stored tests of the bot as well, for at most 20 seconds more: `coverageWithTests` is what both came through.',
  })
  withTests: boolean;
}

@ObjectType({ description: 'The payload of exploring a flow.' })
class ExploreFlowPayload extends Payload {
  @NullableField(() => Exploration, 'What was found.') exploration?: Exploration;
}

@InputType({ description: 'Which place of which flow to look for, and for how long.' })
class FindChatToInput extends FlowToExplore {
  @Field(() => ID, 'The group or block that a chat is to come to.') partId: string;
}

@ObjectType({ description: 'The payload of looking for a chat.' })
class FindChatToPayload extends Payload {
  @NullableField(() => FoundChat, {
    description:
      'The shortest chat that was found; null where none came there in these turns and this time.',
  })
  chat?: FoundChat | null;
}

/** The arguments, as graphql-js has parsed them. */
interface Asked {
  readonly input: ExploreFlowInput;
}

/** Explores flows. */
@Resolver()
export class ExplorationOperations {
  @Mutation(() => ExploreFlowPayload, {
    description:
      'Has conversations that nobody wrote with the draft of a bot, and says what they came through and what went wrong. Nothing leaves the server, and nothing is stored. See `flowExplored` for its progress.',
  })
  async exploreFlow(
    @Arg('input', () => ExploreFlowInput, { description: 'Which flow, and how much.' })
    input: ExploreFlowInput,
    @Ctx() context: Context,
  ): Promise<Partial<ExploreFlowPayload>> {
    return { exploration: await resultOf(explorationOf(context, input)) };
  }

  @Mutation(() => FindChatToPayload, {
    description:
      'Has conversations that nobody wrote, as `exploreFlow` does, until one comes to a group or block, and shows the shortest that it finds. Nothing leaves the server, and nothing is stored.',
  })
  async findChatTo(
    @Arg('input', () => FindChatToInput, { description: 'What to look for, and for how long.' })
    { partId, ...request }: FindChatToInput,
    @Ctx() context: Context,
  ): Promise<Partial<FindChatToPayload>> {
    const { bot, shortening, end } = await openExploration(context, request);
    try {
      if (!bot.flow.group(partId) && !bot.flow.block(partId)) {
        throw invalid([
          { path: ['partId'], message: 'The flow has no group or block with this id' },
        ]);
      }
      const found = await findChat(bot, { partId, most: request.turns, shortening });
      return { chat: found ? { ...found, test: found.test ?? null } : null };
    } finally {
      end();
    }
  }

  /** Explores a flow while somebody watches: it ends when they leave. */
  @Subscription(() => Exploration, {
    subscribe: ({ args: { input }, context }: SubscribeResolverData<unknown, Asked, Context>) =>
      watched(explorationOf(context, input)),
    description:
      'Explores a flow as `exploreFlow` does, and says what was found so far twice a second, and at last the whole. Ends when its watcher leaves.',
  })
  flowExplored(
    @Root() exploration: Exploration,
    @Arg('input', () => ExploreFlowInput, { description: 'Which flow, and how much.' })
    _input: ExploreFlowInput,
  ): Exploration {
    return exploration;
  }
}
