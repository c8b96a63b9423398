import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot, accessWorkspace, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Field, NullableField } from '../../schema/field.js';
import { Name } from '../../schema/scalars.js';
import { MutationInput } from '../mutationInput.js';
import { BotPayload } from './botPayload.js';
import { draftOf } from './draftOf.js';
import { newBotData } from './createBot.js';
import { makeBot } from './writeBot.js';

@InputType({ description: 'What to copy, and where to.' })
class DuplicateBotInput extends MutationInput {
  @Field(() => ID, 'The bot to copy.') botId: string;

  @NullableField(() => ID, 'Where the copy goes; its own workspace if absent.')
  toWorkspaceId?: string | null;

  @NullableField(() => ID, {
    description: 'The folder of the copy; null is the root, absent is the folder of the bot.',
  })
  toFolderId?: string | null;

  @NullableField(() => Name, 'What to call the copy; as the bot if absent.') name?: string | null;
}

/** Copies the draft of a bot into a new bot, which is unpublished and has no address. The parts of the flow keep their ids. */
@Resolver()
export class DuplicateBot {
  @Mutation(() => BotPayload, {
    description: 'Copies the draft of a bot into a new bot; the graph keeps its ids.',
  })
  async duplicateBot(
    @Arg('input', () => DuplicateBotInput, { description: 'What to copy, and where to.' })
    input: DuplicateBotInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    const caller = signedIn(await context.caller());
    const { botId } = input;
    const bot = await accessBot(unit, { caller, botId, intent: 'copy' });
    const workspaceId = input.toWorkspaceId ?? bot.workspaceId;
    await accessWorkspace(unit, { caller, workspaceId, intent: 'write' });
    const { icon, selectedThemeTemplateId, resultsTablePreferences } = bot;
    const { toFolderId: folderId = bot.folderId } = input;
    const name = input.name ?? bot.name;
    const copied = {
      ...(await draftOf(bot, context)),
      name,
      icon,
      folderId,
      selectedThemeTemplateId,
    };
    const made = await newBotData(unit, workspaceId, copied);
    return { bot: await makeBot(context, { ...made, resultsTablePreferences }) };
  }
}
