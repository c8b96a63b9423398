import { Ctx, FieldResolver, Float, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot, BotVersion } from '../../schema/bot.js';
import { ResultTotals } from '../../schema/botStats.js';
import { BotSplit, SplitArm, SplitPhase, SplitRate } from '../../schema/botSplit.js';
import { Costs, Holds, STATEMENT } from '../../schema/queryCost.js';
import { NO_RESULTS, type Totals } from '../../storage/counts.js';
import { armFlowId } from '../../storage/flowVariants.js';
import { totalsFrom } from '../analytics/botStats.js';
import { ratioChance, rateOf, SUSPECT } from './statistics.js';

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
