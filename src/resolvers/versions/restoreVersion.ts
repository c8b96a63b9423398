import { Arg, Ctx, InputType, Int, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { stripUnknownCredentials } from '../../engine/index.js';
import { BotChangeKind } from '../../schema/enums.js';
import { NullableField } from '../../schema/field.js';
import { knownCredentials } from '../../storage/credentials.js';
import { assertUnchanged } from '../bots/assertUnchanged.js';
import { writeBot } from '../bots/writeBot.js';
import { VersionInput, VersionPayload, versionToWrite } from './rollbackBot.js';

@InputType({ description: 'Which version of which bot is to be the draft.' })
class RestoreVersionInput extends VersionInput {
  @NullableField(() => Int, 'Change the bot only if this is still its revision.')
  ifRevision?: number | null;
}

/** Replaces the draft by a version; the published version stays. The previous draft is lost unless it was published. */
@Resolver()
export class RestoreVersion {
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
