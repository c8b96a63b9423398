import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessWorkspace, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import type { BotImport } from '../../engine/index.js';
import { Field } from '../../schema/field.js';
import { BotImport as BotImportScalar } from '../../schema/scalars.js';
import { MutationInput } from '../mutationInput.js';
import { BotPayload } from './botPayload.js';
import { newBotData } from './createBot.js';
import { makeBot } from './writeBot.js';

@InputType({ description: 'The file to make a bot of.' })
class ImportBotInput extends MutationInput {
  @Field(() => ID, 'Where the bot is to be.') workspaceId: string;
  @Field(() => BotImportScalar, 'The exported bot.') bot: BotImport;
}

/** Creates a bot from an exported one, of versions 3 to 6; its parts keep their ids. */
@Resolver()
export class ImportBot {
  @Mutation(() => BotPayload, {
    description: 'Makes a bot of an exported one, of versions 3 to 6; its parts keep their ids.',
  })
  async importBot(
    @Arg('input', () => ImportBotInput, { description: 'The file to make a bot of.' })
    input: ImportBotInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    const caller = signedIn(await context.caller());
    const { workspaceId, bot } = input;
    await accessWorkspace(unit, { caller, workspaceId, intent: 'write' });
    const made = await newBotData(unit, workspaceId, bot);
    return { bot: await makeBot(context, made) };
  }
}
