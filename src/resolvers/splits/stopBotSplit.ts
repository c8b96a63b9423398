import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { BotChangeKind } from '../../schema/enums.js';
import { NullableField } from '../../schema/field.js';
import { findVersion } from '../../storage/botLists.js';
import { endSplit } from '../../storage/splits.js';
import { BotInput } from '../bots/botInput.js';
import { BotPayload } from '../bots/botPayload.js';
import { writeBot } from '../bots/writeBot.js';
import { changedVersions } from '../versions/changedVersions.js';
import { goLive } from '../versions/goLive.js';

@InputType({ description: 'Which split to end, and what is live then.' })
class StopBotSplitInput extends BotInput {
  @NullableField(() => ID, {
    description: 'The version that all new chats run from now on; absent: the one that is live.',
  })
  versionId?: string | null;
}

/** Ends the split of a bot, and makes a version live. */
@Resolver()
export class StopBotSplit {
  @Mutation(() => BotPayload, {
    description:
      'Ends the split of a bot: new chats run the version that is named, or what is live. Running chats go on with what they began with. Does nothing where none runs and no version is named.',
  })
  async stopBotSplit(
    @Arg('input', () => StopBotSplitInput, { description: 'Which bot, and what is live then.' })
    { botId, versionId, clientMutationId }: StopBotSplitInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId, intent: 'write' });
    let before: string | null = null;
    const write = { botId, kind: BotChangeKind.SPLIT, clientMutationId };
    const bot = await writeBot(context, write, async (stored, inner) => {
      before = stored.liveVersionId;
      if (typeof versionId !== 'string') return endSplit(inner, stored);
      await goLive(inner, stored, await findVersion(inner, botId, versionId));
    });
    return { bot, changedVersions: await changedVersions(context, before, bot.liveVersionId) };
  }
}
