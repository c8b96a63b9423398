import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { FileConnection } from '../../schema/file.js';
import { Costs, STATEMENT } from '../../schema/queryCost.js';
import { FilesArgs, filesShown } from './filesArgs.js';

/** The files that members uploaded for a bot, for callers who may read the bot. */
@Resolver(() => Bot)
export class BotFiles {
  @Costs(STATEMENT)
  @FieldResolver(() => FileConnection, {
    description: 'The files that were uploaded for it by `createFileUpload`.',
  })
  async files(
    @Root() { id: of }: Bot,
    @Args(() => FilesArgs) args: FilesArgs,
    @Ctx() context: Context,
  ): Promise<FileConnection> {
    return filesShown(args, (query) => context.loaders().filesOfBot.load({ of, query }));
  }
}
