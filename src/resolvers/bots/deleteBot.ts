import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { BotChangeKind } from '../../schema/enums.js';
import { endSplit } from '../../storage/splits.js';
import { DeletePayload } from '../deletePayload.js';
import { BotInput } from './botInput.js';
import { writeBot } from './writeBot.js';

/** Archives a bot: its addresses become free and new chats are refused. `restoreBot` undoes it. */
@Resolver()
export class DeleteBot {
  @Mutation(() => DeletePayload, {
    description:
      'Archives a bot: it gives up its addresses and takes no chats; restoreBot undoes it.',
  })
  async deleteBot(
    @Arg('input', () => BotInput, { description: 'Which bot.' })
    { botId, clientMutationId }: BotInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId, intent: 'write' });
    const { workspaceId, folderId } = await writeBot(
      context,
      { botId, kind: BotChangeKind.ARCHIVED, clientMutationId },
      async (bot, inner) => {
        const addresses = { publicId: null, customDomain: null, sourceId: null };
        Object.assign(bot, { isArchived: true, liveVersionId: null, ...addresses });
        await endSplit(inner, bot);
      },
    );
    return { deletedId: botId, workspaceId, folderId };
  }
}
