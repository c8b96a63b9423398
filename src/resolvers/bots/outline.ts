import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { type Miniature, miniatureOf, outlineOf, variableUses } from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';
import { Bot } from '../../schema/bot.js';
import { BotMiniature } from '../../schema/botMiniature.js';
import { Costs, DOCUMENT, HoldsParts } from '../../schema/queryCost.js';
import { draftOf } from './draftOf.js';
import { DraftVariable } from '../../schema/draftVariable.js';

/** A draft in words, for people who do not see a canvas, and as a small picture. */
@Resolver(() => Bot)
export class Outline {
  @Costs(DOCUMENT)
  @FieldResolver(() => String, {
    description:
      'Its draft in words, as Markdown: events and groups in the order in which a reader meets them, what each block says or asks for, and where each exit leads. Texts of the flow are in it as they are, so show it as text. The rest of an outline of more than a million characters is left out, and so are items of a block after the first 500.',
  })
  async outline(@Root() bot: Bot, @Ctx() context: Context): Promise<string> {
    return unhurried(outlineOf(bot.name, await draftOf(bot, context)));
  }

  @Costs(DOCUMENT)
  @FieldResolver(() => BotMiniature, {
    description: 'What a small picture of its draft shows, as in a list of bots.',
  })
  async miniature(@Root() bot: Bot, @Ctx() context: Context): Promise<Miniature> {
    return unhurried(miniatureOf(await draftOf(bot, context)));
  }
}

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
