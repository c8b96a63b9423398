import { Arg, Query, Resolver } from 'type-graphql';
import type { FlowOverride } from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';
import { BotIssue } from '../../schema/botIssue.js';
import { Costs, DOCUMENT, Holds } from '../../schema/queryCost.js';
import { FlowOverride as FlowOverrideScalar } from '../../schema/scalars.js';
import { findFlowIssues } from './findFlowIssues.js';
import { MAX_ISSUES } from './issuesOf.js';

/** The issues of a flow in the request; takes no token. */
@Resolver()
export class FlowIssues {
  @Holds(MAX_ISSUES)
  @Costs(DOCUMENT)
  @Query(() => [BotIssue], {
    description:
      'What would be wrong with a bot made of a flow, at most 200 things, without storing it; takes no token. No credentials and no other bots are known to it.',
  })
  async flowIssues(
    @Arg('flow', () => FlowOverrideScalar, { description: 'The flow, such as an exported bot.' })
    flow: FlowOverride,
  ): Promise<BotIssue[]> {
    const none = new Set<string>();
    const around = {
      credentials: new Map(),
      bots: none,
      unpublished: none,
      endless: none,
      messenger: null,
      revision: null,
    };
    return unhurried(findFlowIssues(flow, around, MAX_ISSUES));
  }
}
