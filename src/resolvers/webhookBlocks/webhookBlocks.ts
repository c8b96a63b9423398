import { Arg, Ctx, ID, Query, Resolver, InputType, Mutation, ObjectType } from 'type-graphql';
import { requestBlocks, type FlowDefinition, sampleRequest } from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import { WebhookBlock } from '../../schema/webhookBlock.js';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Costs, DOCUMENT, Holds } from '../../schema/queryCost.js';
import { draftOf } from '../bots/draftOf.js';
import { Json } from '../../schema/scalars.js';
import { Bot } from '../../schema/bot.js';
import { BotChangeKind } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { WebUrl } from '../../schema/webUrl.js';
import type { DraftEdits } from '../../storage/botChanges.js';
import { BotInput } from '../bots/botPayload.js';
import { editedDraft } from '../bots/editedDraft.js';
import { usableCredentials } from '../bots/usableCredentials.js';
import { writeBot } from '../bots/writeBot.js';

/** The block with this id that sends a request. Fails with `VALIDATION` if the draft has none. */
export function webhookBlockOf(draft: FlowDefinition, blockId: string): WebhookBlock {
  const match = requestBlocks(draft).find((block) => block.blockId === blockId);
  if (match) return match;
  throw invalid([
    { path: ['blockId'], message: 'The draft has no block with this id that sends a request' },
  ]);
}

@InputType({ description: 'Which block of which bot.' })
export class WebhookBlockInput extends BotInput {
  @Field(() => ID, 'The block that sends the request.') blockId: string;
}

@InputType({ description: 'Which block, and where its request is to go.' })
class SubscribeWebhookInput extends WebhookBlockInput {
  @Field(() => WebUrl, 'Where its request is to go.') url: string;
}

@ObjectType({ description: 'What setting the address of a block answers with.' })
class WebhookBlockPayload extends Payload {
  @NullableField(() => WebhookBlock, 'The block as it is now.') block?: WebhookBlock;
  @NullableField(() => Bot, 'The bot, whose draft has the block.') bot?: Bot;
}

/** Sets the URL of a block's request in the draft; null clears it. */
async function setAddress(
  context: Context,
  { botId, blockId, clientMutationId }: WebhookBlockInput,
  url: string | null,
): Promise<Partial<WebhookBlockPayload>> {
  const caller = await context.caller();
  await accessBot(context.openUnit(), { caller, botId, intent: 'write' });
  const done: Partial<DraftEdits> = {};
  const edited = (): DraftEdits => ({ edits: [], inverse: [], undoes: null, ...done });
  const write = { botId, kind: BotChangeKind.UPDATED, clientMutationId, edited };
  const changed = await writeBot(context, write, async (bot, unit) => {
    const before = bot.draft;
    webhookBlockOf(before, blockId);
    const usable = await usableCredentials(unit, { caller, bot, draft: () => before });
    const patch = { options: { webhook: { url } } };
    const { flow, ...rest } = await editedDraft(
      before,
      [{ updateBlock: { blockId, patch } }],
      usable,
    );
    bot.draft = flow;
    Object.assign(done, rest);
  });
  return { block: webhookBlockOf(changed.draft, blockId), bot: changed };
}

/** Lists the blocks that send a request, and sets where it goes. */
@Resolver()
export class WebhookBlockOperations {
  /** Lists the blocks that an automation tool can subscribe to. */
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

  /** Returns an example of the data that a block sends, from which an automation tool learns the fields. */
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

  /** Lets an automation tool set the URL of its trigger. */
  @Mutation(() => WebhookBlockPayload, {
    description:
      'Sets where the request of a block goes, as automation tools do; live chats follow when the bot is published.',
  })
  async subscribeWebhook(
    @Arg('input', () => SubscribeWebhookInput, {
      description: 'Which block, and where its request is to go.',
    })
    input: SubscribeWebhookInput,
    @Ctx() context: Context,
  ): Promise<Partial<WebhookBlockPayload>> {
    return setAddress(context, input, input.url);
  }

  /** Lets an automation tool remove the URL of its trigger. */
  @Mutation(() => WebhookBlockPayload, {
    description: 'Clears where the request of a block goes, so that nothing is sent.',
  })
  async unsubscribeWebhook(
    @Arg('input', () => WebhookBlockInput, { description: 'Which block of which bot.' })
    input: WebhookBlockInput,
    @Ctx() context: Context,
  ): Promise<Partial<WebhookBlockPayload>> {
    return setAddress(context, input, null);
  }
}
