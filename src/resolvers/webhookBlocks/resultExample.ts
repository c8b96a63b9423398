import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { sampleRequest } from '../../engine/index.js';
import { Costs, DOCUMENT } from '../../schema/queryCost.js';
import { Json } from '../../schema/scalars.js';
import { draftOf } from '../bots/draftOf.js';
import { webhookBlockOf } from './webhookBlockOf.js';

/** Returns an example of the data that a block sends, from which an automation tool learns the fields. */
@Resolver()
export class ReadResultExample {
  @Costs(DOCUMENT)
  @Query(() => Json, {
    description:
      'An example of what a block sends, with made-up values: its own body (parsed where it is JSON, else text), or, where it has none, answers and variables by their names.',
  })
  async resultExample(
    @Arg('botId', () => ID, { description: 'The bot.' }) botId: string,
    @Arg('blockId', () => ID, { description: 'The block that sends the request.' }) blockId: string,
    @Ctx() context: Context,
  ): Promise<unknown> {
    const caller = await context.caller();
    const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'read' });
    const draft = await draftOf(bot, context);
    webhookBlockOf(draft, blockId);
    return sampleRequest(draft, blockId, new Date(context.chats.now()).toISOString());
  }
}
