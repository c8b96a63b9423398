import { Arg, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Exploration } from '../../schema/exploration.js';
import { watched } from '../progress.js';
import { explorationOf } from './explorationOf.js';
import { ExploreFlowInput } from './exploreFlow.js';

/** Explores a flow while somebody watches: it ends when they leave. */
@Resolver()
export class FlowExplored {
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

/** The arguments, as graphql-js has parsed them. */
interface Asked {
  readonly input: ExploreFlowInput;
}
