import {
  Ctx,
  FieldResolver,
  Float,
  Resolver,
  Root,
  Arg,
  ID,
  InputType,
  Mutation,
} from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot, BotVersion } from '../../schema/bot.js';
import { ResultTotals } from '../../schema/botStats.js';
import { BotSplit, SplitArm, SplitPhase, SplitRate } from '../../schema/botSplit.js';
import { Costs, Holds, STATEMENT } from '../../schema/queryCost.js';
import { NO_RESULTS, type Totals } from '../../storage/counts.js';
import { armFlowId } from '../../storage/flowVariants.js';
import { totalsFrom } from '../analytics/botStats.js';
import { ratioChance, rateOf, SUSPECT } from './statistics.js';
import { accessBot } from '../../auth/access.js';
import { invalid } from '../../errors/errors.js';
import { BotChangeKind } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { findVersion } from '../../storage/botLists.js';
import type { Unit } from '../../storage/orm.js';
import { beginPhase, endSplit } from '../../storage/splits.js';
import { BotInput, BotPayload, changedVersions } from '../bots/botPayload.js';
import { writeBot } from '../bots/writeBot.js';
import { keepVariant } from '../versions/keepVariant.js';
import { goLive } from '../versions/versions.js';

/** A split as it is shown. */
type SplitShown = Omit<BotSplit, 'phases'> & { readonly phases: readonly PhaseShown[] };

/** A phase with the counts of its arms. */
type PhaseShown = Omit<SplitPhase, 'arms'> & { readonly arms: readonly ArmShown[] };

type ArmShown = SplitArm & {
  readonly totals: Totals;
  /** The number of arms of its phase. */
  readonly among: number;
};

/** The splits of a bot. Reading the bot includes them, so the right was checked where the bot was loaded. */
@Resolver(() => Bot)
export class BotSplits {
  @Holds(2)
  @Costs(STATEMENT)
  @FieldResolver(() => [BotSplit], {
    description:
      'The splits of its live traffic, the newest first, at most 20; the first one runs while it has no end.',
  })
  async splits(@Root() { id }: Bot, @Ctx() context: Context): Promise<SplitShown[]> {
    const splits = await context.loaders().splits.load(id);
    if (splits.length === 0) return [];
    const query = { flows: splits.map((split) => `${split.id}/%`) };
    const counted = await context.loaders().totalsByFlow.load({ of: id, query });
    const totals = new Map(counted.map(({ flowId, ...counts }) => [flowId, counts]));
    return splits.map((split) => ({
      ...split,
      phases: split.phases.map((phase) => ({
        ...phase,
        arms: phase.arms.map((arm) => {
          const flowId = armFlowId({ id: split.id, phase: phase.number }, arm.versionId);
          const among = phase.arms.length;
          return { ...arm, among, totals: totals.get(flowId) ?? NO_RESULTS };
        }),
      })),
    }));
  }
}

/** The fields of a phase that are computed. */
@Resolver(() => SplitPhase)
export class SplitPhaseFields {
  @FieldResolver(() => Date, { description: 'When it began.' })
  createdAt(@Root() { began }: PhaseShown): Date {
    return new Date(began);
  }

  @FieldResolver(() => Float, {
    nullable: true,
    description:
      'How likely chance alone makes the numbers of results differ as much from the weights (χ² test); null while there are too few.',
  })
  ratioChance(@Root() phase: PhaseShown): number | null {
    return chanceOf(phase);
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether that is below 0.001: then visitors are lost or counted in one arm and not in another, and its rates cannot be compared.',
  })
  isRatioSuspect(@Root() phase: PhaseShown): boolean {
    return (chanceOf(phase) ?? 1) < SUSPECT;
  }
}

/** The fields of an arm that are computed. */
@Resolver(() => SplitArm)
export class SplitArmFields {
  @FieldResolver(() => BotVersion, { description: 'The version that it runs.' })
  async version(
    @Root() { versionId }: ArmShown,
    @Ctx() context: Context,
  ): Promise<BotVersion | undefined> {
    return context.loaders().version.load(versionId);
  }

  @FieldResolver(() => ResultTotals, {
    description: 'What became of the results that began in this arm in this phase.',
  })
  stats(@Root() { totals }: ArmShown): ResultTotals {
    return totalsFrom(totals);
  }

  @FieldResolver(() => SplitRate, {
    nullable: true,
    description: 'The part of its results that has an answer; null without results.',
  })
  startRate(@Root() { totals: { starts, views }, among }: ArmShown): SplitRate | null {
    return rateOf(starts, views, among);
  }

  @FieldResolver(() => SplitRate, {
    nullable: true,
    description: 'The part of its results that came to the end; null without results.',
  })
  completionRate(@Root() { totals: { completions, views }, among }: ArmShown): SplitRate | null {
    return rateOf(completions, views, among);
  }
}

function chanceOf({ arms }: PhaseShown): number | null {
  return ratioChance(arms.map(({ weight, totals }) => ({ weight, count: totals.views })));
}

@InputType({ description: 'A part of live traffic.' })
class SplitArmInput implements SplitArm {
  @Field(() => ID, 'A version of the bot.') versionId: string;

  @Field(() => Float, {
    description: 'Its weight beside those of the others, from 0 (no new visitors) to 1 000 000.',
  })
  weight: number;
}

@InputType({ description: 'Over which versions the live traffic of a bot is divided.' })
class SetBotSplitInput extends BotInput {
  @Field(() => [SplitArmInput], 'From two to five versions with their weights.')
  arms: SplitArmInput[];
}

const FEWEST_ARMS = 2;
const MOST_ARMS = 5;
const MOST_WEIGHT = 1_000_000;

function assertArms(arms: readonly SplitArm[]): void {
  const refuse = (message: string, ...path: (string | number)[]) =>
    invalid([{ path: ['arms', ...path], message }]);
  if (arms.length < FEWEST_ARMS || arms.length > MOST_ARMS) {
    throw refuse(`From ${FEWEST_ARMS} to ${MOST_ARMS} versions`);
  }
  for (const [place, { weight }] of arms.entries()) {
    const isWeight = weight >= 0 && weight <= MOST_WEIGHT;
    if (!isWeight) throw refuse(`Must be from 0 to ${MOST_WEIGHT}`, place, 'weight');
  }
  if (arms.every(({ weight }) => weight === 0)) throw refuse('One weight must be above 0');
  const ids = new Set(arms.map(({ versionId }) => versionId));
  if (ids.size < arms.length) throw refuse('A version is named twice');
}

/** Begins the phase, and stores the flow of each arm. */
async function divide(unit: Unit, bot: Bot, arms: readonly SplitArm[]): Promise<void> {
  if (bot.liveVersionId === null) {
    throw invalid([{ path: ['botId'], message: 'Publish the bot first: it has no live traffic' }]);
  }
  const split = await beginPhase(unit, bot, arms);
  if (!split) return;
  for (const { versionId } of arms) {
    const { flowId } = await findVersion(unit, bot.id, versionId);
    const phase = split.phases.length;
    await keepVariant(unit, { flowId, ownId: armFlowId({ id: split.id, phase }, versionId) });
  }
}

@InputType({ description: 'Which split to end, and what is live then.' })
class StopBotSplitInput extends BotInput {
  @NullableField(() => ID, {
    description: 'The version that all new chats run from now on; absent: the one that is live.',
  })
  versionId?: string | null;
}

/** Starts and stops splits of bots. */
@Resolver()
export class SplitMutations {
  @Mutation(() => BotPayload, {
    description:
      'Divides new live chats of a bot over versions: begins a split, or another phase of the one that runs. Who comes back stays in their version. Publishing, rolling back and promoting end it.',
  })
  async setBotSplit(
    @Arg('input', () => SetBotSplitInput, { description: 'Over which versions, and how.' })
    { botId, arms: sent, clientMutationId }: SetBotSplitInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId, intent: 'write' });
    const arms = sent.map(({ versionId, weight }) => ({ versionId, weight }));
    assertArms(arms);
    const write = { botId, kind: BotChangeKind.SPLIT, clientMutationId };
    const bot = await writeBot(context, write, (stored, inner) => divide(inner, stored, arms));
    return { bot };
  }

  @Mutation(() => BotPayload, {
    description:
      'Ends the split of a bot: new chats run the version that is named, or what is live. Running chats go on with what they began with. Does nothing where none runs and no version is named.',
  })
  async stopBotSplit(
    @Arg('input', () => StopBotSplitInput, { description: 'Which bot, and what is live then.' })
    { botId, versionId, clientMutationId }: StopBotSplitInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId, intent: 'write' });
    let before: string | null = null;
    const write = { botId, kind: BotChangeKind.SPLIT, clientMutationId };
    const bot = await writeBot(context, write, async (stored, inner) => {
      before = stored.liveVersionId;
      if (typeof versionId !== 'string') return endSplit(inner, stored);
      await goLive(inner, stored, await findVersion(inner, botId, versionId));
    });
    return { bot, changedVersions: await changedVersions(context, before, bot.liveVersionId) };
  }
}
