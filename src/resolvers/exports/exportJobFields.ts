import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { ExportJob } from '../../schema/exportJob.js';
import { User } from '../../schema/user.js';
import { findBotFor } from '../findBotFor.js';

/** The fields of an export that are not columns. */
@Resolver(() => ExportJob)
export class ExportJobFields {
  @FieldResolver(() => Bot, {
    nullable: true,
    description: 'The bot whose results they are; null for those who may not read it.',
  })
  async bot(@Root() { botId }: ExportJob, @Ctx() context: Context): Promise<Bot | null> {
    return findBotFor(context, botId, 'read');
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'Who requested it; null once they are gone.',
  })
  async requestedBy(@Root() { userId }: ExportJob, @Ctx() context: Context): Promise<User | null> {
    return userId === null ? null : ((await context.loaders().user.load(userId)) ?? null);
  }
}
