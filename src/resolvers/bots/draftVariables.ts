import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { variableUses } from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';
import { Bot } from '../../schema/bot.js';
import { DraftVariable } from '../../schema/draftVariable.js';
import { Costs, DOCUMENT, HoldsParts } from '../../schema/queryCost.js';
import { draftOf } from './draftOf.js';

/** The variables of a draft with their uses, so that people see what a change of one concerns. */
@Resolver(() => Bot)
export class DraftVariables {
  @HoldsParts
  @Costs(DOCUMENT)
  @FieldResolver(() => [DraftVariable], {
    description:
      'The variables of its draft and where each is set, read and shown; then names in its texts that no variable has, at most 1,000.',
  })
  async draftVariables(@Root() bot: Bot, @Ctx() context: Context): Promise<DraftVariable[]> {
    return unhurried(variableUses(await draftOf(bot, context)));
  }
}
