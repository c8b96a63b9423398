import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import type { FlowOverride } from '../../engine/index.js';
import { Exploration, ExploreSeconds, ExploreTurns } from '../../schema/exploration.js';
import { Field, NullableField } from '../../schema/field.js';
import { FlowOverride as FlowOverrideScalar, Name } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { MutationInput } from '../mutationInput.js';
import { resultOf } from '../progress.js';
import { explorationOf } from './explorationOf.js';

/** What all that explores a flow takes. */
@InputType()
export abstract class FlowToExplore extends MutationInput {
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
export class ExploreFlowInput extends FlowToExplore {
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

/** Explores a flow. Nothing leaves the server, and nothing is stored. */
@Resolver()
export class ExploreFlow {
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
}
