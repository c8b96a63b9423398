import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { BotChangeKind } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { WebUrl } from '../../schema/webUrl.js';
import { WebhookBlock } from '../../schema/webhookBlock.js';
import type { DraftEdits } from '../../storage/botChanges.js';
import { BotInput } from '../bots/botInput.js';
import { editedDraft } from '../bots/editedDraft.js';
import { usableCredentials } from '../bots/usableCredentials.js';
import { writeBot } from '../bots/writeBot.js';
import { webhookBlockOf } from './webhookBlockOf.js';

@InputType({ description: 'Which block of which bot.' })
export class WebhookBlockInput extends BotInput {
  @Field(() => ID, 'The block that sends the request.') blockId: string;
}

@InputType({ description: 'Which block, and where its request is to go.' })
class SubscribeWebhookInput extends WebhookBlockInput {
  @Field(() => WebUrl, 'Where its request is to go.') url: string;
}

@ObjectType({ description: 'What setting the address of a block answers with.' })
export class WebhookBlockPayload extends Payload {
  @NullableField(() => WebhookBlock, 'The block as it is now.') block?: WebhookBlock;
  @NullableField(() => Bot, 'The bot, whose draft has the block.') bot?: Bot;
}

/** Sets the URL of a block's request in the draft; null clears it. */
export async function setAddress(
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

/** Lets an automation tool set the URL of its trigger. */
@Resolver()
export class SubscribeWebhook {
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
}
