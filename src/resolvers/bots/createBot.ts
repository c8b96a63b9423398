import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessWorkspace, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import {
  newDefinition,
  settleVariables,
  stripUnknownCredentials,
  type NewBot,
} from '../../engine/index.js';
import { Field } from '../../schema/field.js';
import { NewBot as NewBotScalar } from '../../schema/scalars.js';
import type { BotMade } from '../../storage/bots.js';
import { knownCredentials } from '../../storage/credentials.js';
import { newId } from '../../storage/newId.js';
import type { Unit } from '../../storage/orm.js';
import { hasFolder } from '../../storage/workspaces.js';
import { MutationInput } from '../mutationInput.js';
import { BotPayload } from './botPayload.js';
import { makeBot } from './writeBot.js';

@InputType({ description: 'The bot to make.' })
class CreateBotInput extends MutationInput {
  @Field(() => ID, 'Where the bot is to be.') workspaceId: string;
  @Field(() => NewBotScalar, 'The bot; what it leaves out has its default.') bot: NewBot;
}

const DEFAULT_NAME = 'My bot';

/** Creates a bot. */
@Resolver()
export class CreateBot {
  @Mutation(() => BotPayload, { description: 'Makes a bot.' })
  async createBot(
    @Arg('input', () => CreateBotInput, { description: 'The bot to make.' })
    input: CreateBotInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    const caller = signedIn(await context.caller());
    const { workspaceId, bot } = input;
    await accessWorkspace(unit, { caller, workspaceId, intent: 'write' });
    const { publicId = null, customDomain = null } = bot;
    const made = await newBotData(unit, workspaceId, bot);
    return { bot: await makeBot(context, { ...made, publicId, customDomain }) };
  }
}

/** The bot to store: defaults stand for absent members, and references to things of other workspaces are left out. */
export async function newBotData(unit: Unit, workspaceId: string, sent: NewBot): Promise<BotMade> {
  const { name = DEFAULT_NAME, icon = null, folderId = null } = sent;
  const { selectedThemeTemplateId = null, resultsTablePreferences = null } = sent;
  const known = await knownCredentials(unit, workspaceId);
  const isOurs = folderId !== null && (await hasFolder(unit, workspaceId, folderId));
  return {
    workspaceId,
    name,
    icon,
    folderId: isOurs ? folderId : null,
    selectedThemeTemplateId,
    resultsTablePreferences,
    draft: settleVariables(stripUnknownCredentials(newDefinition(sent, newId('evt')), known)),
  };
}
