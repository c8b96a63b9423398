import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { ExportJob } from '../../schema/exportJob.js';
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
}
