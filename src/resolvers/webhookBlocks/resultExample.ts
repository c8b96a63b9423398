import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { sampleState } from '../../engine/index.js';
import { Costs, DOCUMENT } from '../../schema/queryCost.js';
import { Json } from '../../schema/scalars.js';
import { draftOf } from '../bots/draftOf.js';
import { webhookBlockOf } from './webhookBlockOf.js';

/** Gives an example of what a block sends, from which an automation tool learns the fields. */
@Resolver()
export class ReadResultExample {
  @Costs(DOCUMENT)
  @Query(() => Json, {
    description:
      'An example of what a block sends that has no body of its own: answers and variables by their names.',
  })
  async resultExample(
    @Arg('botId', () => ID, { description: 'The bot.' }) botId: string,
    @Arg('blockId', () => ID, { description: 'The block that sends the request.' }) blockId: string,
    @Ctx() context: Context,
  ): Promise<Record<string, string>> {
    const caller = await context.caller();
    const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'read' });
    const draft = await draftOf(bot, context);
    webhookBlockOf(draft, blockId);
    return sampleState(draft, new Date(context.chats.now()).toISOString());
  }
}
