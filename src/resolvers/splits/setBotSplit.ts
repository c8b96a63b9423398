import { Arg, Ctx, Float, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import type { Bot } from '../../schema/bot.js';
import type { SplitArm } from '../../schema/botSplit.js';
import { BotChangeKind } from '../../schema/enums.js';
import { Field } from '../../schema/field.js';
import { findVersion } from '../../storage/botLists.js';
import { armFlowId } from '../../storage/flowVariants.js';
import type { Unit } from '../../storage/orm.js';
import { beginPhase } from '../../storage/splits.js';
import { BotInput } from '../bots/botInput.js';
import { BotPayload } from '../bots/botPayload.js';
import { writeBot } from '../bots/writeBot.js';
import { keepVariant } from '../versions/keepVariant.js';

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

/** Divides the live traffic of a bot over versions. */
@Resolver()
export class SetBotSplit {
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
}

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
