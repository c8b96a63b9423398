import { Arg, Ctx, InputType, ID, Mutation, ObjectType, Resolver, Int } from 'type-graphql';
import { Bot, BotVersion } from '../../schema/bot.js';
import type { Unit } from '../../storage/orm.js';
import { endSplit } from '../../storage/splits.js';
import { tellWebhooks } from '../../storage/webhookEvents.js';
import { freePublicId } from '../bots/publicIdCheck.js';
import { publishedEvent } from '../bots/publishedEvent.js';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { BotChangeKind } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { findVersion } from '../../storage/botLists.js';
import { BotInput, CHANGED_VERSIONS, changedVersions } from '../bots/botPayload.js';
import { Holds } from '../../schema/queryCost.js';
import { writeBot } from '../bots/writeBot.js';
import { stripUnknownCredentials } from '../../engine/index.js';
import { knownCredentials } from '../../storage/credentials.js';
import { assertUnchanged } from '../bots/editedDraft.js';

/** Makes all new chats run a version of a bot whose row is locked, and tells webhooks. Returns the id of the version that was live. */
export async function goLive(unit: Unit, bot: Bot, version: BotVersion): Promise<string | null> {
  const before = bot.liveVersionId;
  bot.liveVersionId = version.id;
  await endSplit(unit, bot);
  bot.publicId ??= await freePublicId(unit, bot);
  await tellWebhooks(unit, publishedEvent(version, bot));
  return before;
}

@InputType({ description: 'Which version of which bot.' })
class VersionInput extends BotInput {
  @Field(() => ID, 'A version of the bot.') versionId: string;
}

@ObjectType({ description: 'What putting a version to use answers with.' })
class VersionPayload extends Payload {
  @NullableField(() => Bot, 'The bot.') bot?: Bot;
  @NullableField(() => BotVersion, 'The version.') version?: BotVersion;

  @Holds(2)
  @NullableField(() => [BotVersion], CHANGED_VERSIONS)
  changedVersions?: BotVersion[];
}

/** Loads a version of a bot that the caller may write to. */
async function versionToWrite(
  context: Context,
  { botId, versionId }: Pick<VersionInput, 'botId' | 'versionId'>,
): Promise<BotVersion> {
  const unit = context.openUnit();
  await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
  return findVersion(unit, botId, versionId);
}

@InputType({ description: 'Which version of which bot is to be the draft.' })
class RestoreVersionInput extends VersionInput {
  @NullableField(() => Int, 'Change the bot only if this is still its revision.')
  ifRevision?: number | null;
}

/** Makes versions the draft, or live again. */
@Resolver()
export class VersionMutations {
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

  /** Replaces the draft by a version; the published version stays. The previous draft is lost unless it was published. */
  @Mutation(() => VersionPayload, {
    description: 'Makes a version the draft again; what is live stays as it is.',
  })
  async restoreVersion(
    @Arg('input', () => RestoreVersionInput, { description: 'Which version of which bot.' })
    input: RestoreVersionInput,
    @Ctx() context: Context,
  ): Promise<Partial<VersionPayload>> {
    const { botId, ifRevision, clientMutationId } = input;
    const version = await versionToWrite(context, input);
    const definition = await context.loaders().definition.load(version.flowId);
    const write = { botId, kind: BotChangeKind.VERSION_RESTORED, clientMutationId };
    const bot = await writeBot(context, write, async (stored, unit) => {
      assertUnchanged(stored, undefined, ifRevision);
      const known = await knownCredentials(unit, stored.workspaceId);
      stored.draft = stripUnknownCredentials(definition, known);
    });
    return { bot, version };
  }
}
