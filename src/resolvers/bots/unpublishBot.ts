import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { BotChangeKind } from '../../schema/enums.js';
import { endSplit } from '../../storage/splits.js';
import { changedVersions } from '../versions/changedVersions.js';
import { BotInput } from './botInput.js';
import { BotPayload } from './botPayload.js';
import { writeBot } from './writeBot.js';

/** Unpublishes a bot: new chats are refused, running ones continue. Its versions and address are kept. */
@Resolver()
export class UnpublishBot {
  @Mutation(() => BotPayload, {
    description: 'Refuses new chats; running ones go on, versions and address are kept.',
  })
  async unpublishBot(
    @Arg('input', () => BotInput, { description: 'Which bot.' })
    { botId, clientMutationId }: BotInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId, intent: 'write' });
    let before: string | null = null;
    const bot = await writeBot(
      context,
      { botId, kind: BotChangeKind.UNPUBLISHED, clientMutationId },
      async (stored, inner) => {
        before = stored.liveVersionId;
        stored.liveVersionId = null;
        await endSplit(inner, stored);
      },
    );
    return { bot, changedVersions: await changedVersions(context, before, null) };
  }
}
