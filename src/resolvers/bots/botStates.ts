import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { BotChangeKind } from '../../schema/enums.js';
import { endSplit } from '../../storage/splits.js';
import { DeletePayload } from '../deletePayload.js';
import { BotInput, BotPayload, changedVersions } from './botPayload.js';
import { writeBot } from './writeBot.js';

/** Archives bots, restores them, and ends their publication. */
@Resolver()
export class BotStateMutations {
  /** Archives a bot: its addresses become free and new chats are refused. `restoreBot` undoes it. */
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

  /** Restores a bot from the archive. Its versions and results are kept; it is unpublished and has no addresses. */
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

  /** Unpublishes a bot: new chats are refused, running ones continue. Its versions and address are kept. */
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
