import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { BotChangeKind } from '../../schema/enums.js';
import { BotInput } from './botInput.js';
import { BotPayload } from './botPayload.js';
import { writeBot } from './writeBot.js';

/** Restores a bot from the archive. Its versions and results are kept; it is unpublished and has no addresses. */
@Resolver()
export class RestoreBot {
  @Mutation(() => BotPayload, {
    description: 'Takes a bot out of the archive, unpublished, with its versions and results.',
  })
  async restoreBot(
    @Arg('input', () => BotInput, { description: 'Which bot.' })
    { botId, clientMutationId }: BotInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId, intent: 'write', archive: 'inside' });
    const bot = await writeBot(
      context,
      { botId, kind: BotChangeKind.RESTORED, clientMutationId },
      async (stored) => {
        stored.isArchived = false;
      },
    );
    return { bot };
  }
}
