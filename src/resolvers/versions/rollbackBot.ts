import { Arg, Ctx, InputType, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Bot, BotVersion } from '../../schema/bot.js';
import { BotChangeKind } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { findVersion } from '../../storage/botLists.js';
import { BotInput } from '../bots/botInput.js';
import { Holds } from '../../schema/queryCost.js';
import { CHANGED_VERSIONS, changedVersions } from './changedVersions.js';
import { goLive } from './goLive.js';
import { writeBot } from '../bots/writeBot.js';

@InputType({ description: 'Which version of which bot.' })
export class VersionInput extends BotInput {
  @Field(() => ID, 'A version of the bot.') versionId: string;
}

@ObjectType({ description: 'What putting a version to use answers with.' })
export class VersionPayload extends Payload {
  @NullableField(() => Bot, 'The bot.') bot?: Bot;
  @NullableField(() => BotVersion, 'The version.') version?: BotVersion;

  @Holds(2)
  @NullableField(() => [BotVersion], CHANGED_VERSIONS)
  changedVersions?: BotVersion[];
}

/** Publishes an earlier version again. The draft and running chats stay as they are. */
@Resolver()
export class RollbackBot {
  @Mutation(() => VersionPayload, {
    description:
      'Makes new chats run an earlier version; draft and running chats stay as they are. No publish policy refuses it: going back must always work.',
  })
  async rollbackBot(
    @Arg('input', () => VersionInput, { description: 'Which version of which bot.' })
    { botId, versionId, clientMutationId }: VersionInput,
    @Ctx() context: Context,
  ): Promise<Partial<VersionPayload>> {
    const version = await versionToWrite(context, { botId, versionId });
    let before: string | null = null;
    const bot = await writeBot(
      context,
      { botId, kind: BotChangeKind.ROLLED_BACK, clientMutationId },
      async (stored, unit) => {
        before = await goLive(unit, stored, version);
      },
    );
    return { bot, version, changedVersions: await changedVersions(context, before, versionId) };
  }
}

/** Loads a version of a bot that the caller may write to. */
export async function versionToWrite(
  context: Context,
  { botId, versionId }: Pick<VersionInput, 'botId' | 'versionId'>,
): Promise<BotVersion> {
  const unit = context.openUnit();
  await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
  return findVersion(unit, botId, versionId);
}
