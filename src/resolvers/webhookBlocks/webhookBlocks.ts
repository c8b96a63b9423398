import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { requestBlocks } from '../../engine/index.js';
import { Costs, DOCUMENT, Holds } from '../../schema/queryCost.js';
import { WebhookBlock } from '../../schema/webhookBlock.js';
import { draftOf } from '../bots/draftOf.js';

/** Lists the blocks that an automation tool can subscribe to. */
@Resolver()
export class ReadWebhookBlocks {
  @Costs(DOCUMENT)
  @Holds(100)
  @Query(() => [WebhookBlock], {
    description: 'The blocks of a draft that send a request, for automation tools to choose from.',
  })
  async webhookBlocks(
    @Arg('botId', () => ID, { description: 'The bot.' }) botId: string,
    @Ctx() context: Context,
  ): Promise<WebhookBlock[]> {
    const caller = await context.caller();
    const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'read' });
    return requestBlocks(await draftOf(bot, context));
  }
}
