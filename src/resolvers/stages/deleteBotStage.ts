import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { BotChangeKind } from '../../schema/enums.js';
import { findStage } from '../../storage/stages.js';
import { BotPayload } from '../bots/botPayload.js';
import { writeBot } from '../bots/writeBot.js';
import { StageInput } from './stageInput.js';

/** Deletes a stage of a bot. Its version and its results stay, and chats that run go on. */
@Resolver()
export class DeleteBotStage {
  @Mutation(() => BotPayload, {
    description:
      'Deletes a stage of a bot, with its address. Its version and results stay, and chats that run go on.',
  })
  async deleteBotStage(
    @Arg('input', () => StageInput, { description: 'Which stage.' })
    { botId, stage: name, clientMutationId }: StageInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
    const write = { botId, kind: BotChangeKind.STAGED, clientMutationId };
    const bot = await writeBot(context, write, async (_, inner) => {
      inner.remove(await findStage(inner, botId, name));
    });
    return { bot };
  }
}
