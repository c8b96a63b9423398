import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  InputType,
  Mutation,
} from 'type-graphql';
import type { Context } from '../../context/context.js';
import {
  csvOf,
  pace,
  translatedTexts,
  xliffOf,
  type FlowDefinition,
  type TextStatus,
  type TranslatedText,
  type TranslationFormat,
} from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';
import { Bot } from '../../schema/bot.js';
import { Field, NullableField } from '../../schema/field.js';
import { Costs, DOCUMENT, HoldsParts } from '../../schema/queryCost.js';
import { LanguageTag } from '../../schema/scalars.js';
import {
  BotLanguage,
  TextStatusEnum,
  TranslatedTextConnection,
  TranslationFormatEnum,
  TranslationStateEnum,
  type TranslatedTextShown,
} from '../../schema/translations.js';
import { draftOf } from '../bots/draftOf.js';
import { pageIn } from '../bots/searchFlow.js';
import { connectionFrom, numberInCursor, PageArgs, sliceOf } from '../pageArgs.js';
import { accessBot } from '../../auth/access.js';
import { OnConflict } from '../../schema/enums.js';
import { editDraft } from '../bots/editDraft.js';
import { EditFlowPayload } from '../bots/editFlow.js';
import { LanguageInput } from './setTranslations.js';

@ArgsType()
class TranslationsArgs extends PageArgs {
  @Field(() => LanguageTag, 'The language, also one that the bot does not have yet.')
  language: string;

  @NullableField(() => [TextStatusEnum], 'Only these; absent: all.')
  status?: readonly TextStatus[] | null;
}

/** The languages of a draft, and its texts in them. */
@Resolver(() => Bot)
export class Translations {
  @HoldsParts
  @Costs(DOCUMENT)
  @FieldResolver(() => [BotLanguage], {
    description:
      'The languages of its draft: first the one that it is written in, if it says which; empty where it is in one language and does not say.',
  })
  async languages(@Root() bot: Bot, @Ctx() context: Context): Promise<BotLanguage[]> {
    const draft = await draftOf(bot, context);
    const { base, languages = {} } = draft.translations ?? {};
    const tags = Object.keys(languages);
    const counted = await Promise.all(tags.map((language) => unhurried(countsOf(draft, language))));
    if (base === undefined) return counted;
    const texts = counted[0]?.texts ?? (await unhurried(countsOf(draft, base))).texts;
    const own = { language: base, isBase: true, texts, missing: 0, stale: 0, faulty: 0 };
    return [own, ...counted];
  }

  @Costs(DOCUMENT)
  @FieldResolver(() => TranslatedTextConnection, {
    description:
      'The texts of its draft that visitors read, in its order, with their translations.',
  })
  async translations(
    @Root() bot: Bot,
    @Args(() => TranslationsArgs) { language, status, ...args }: TranslationsArgs,
    @Ctx() context: Context,
  ): Promise<TranslatedTextConnection> {
    const all = await unhurried(translatedTexts(await draftOf(bot, context), language, pace()));
    const found = all.filter((text) => !status || status.includes(text.status));
    const numbered = found.map((text, index) => ({ ...shownText(text), nth: index + 1 }));
    return connectionFrom(pageIn(numbered, sliceOf(args, numberInCursor)), ({ nth }) => nth);
  }

  @Costs(2 * DOCUMENT)
  @FieldResolver(() => String, {
    description:
      'The same as a file for translators, which `importTranslations` takes back. Texts come back as they are, to the byte.',
  })
  async translationFile(
    @Root() bot: Bot,
    @Arg('language', () => LanguageTag, { description: 'The language.' }) language: string,
    @Arg('format', () => TranslationFormatEnum, { description: 'The format of the file.' })
    format: TranslationFormat,
    @Ctx() context: Context,
  ): Promise<string> {
    const draft = await draftOf(bot, context);
    const texts = await unhurried(translatedTexts(draft, language, pace()));
    const head = { botId: bot.id, base: draft.translations?.base, language };
    return format === 'CSV' ? csvOf(texts) : xliffOf(texts, head);
  }
}

function* countsOf(draft: FlowDefinition, language: string): Generator<undefined, BotLanguage> {
  const texts = yield* translatedTexts(draft, language, pace());
  const countOf = (status: TextStatus): number =>
    texts.filter((one) => one.status === status).length;
  return {
    ...{ language, isBase: false, texts: texts.length },
    ...{ missing: countOf('MISSING'), stale: countOf('STALE'), faulty: countOf('FAULTY') },
  };
}

function shownText({ state, ...text }: TranslatedText): Omit<TranslatedTextShown, 'nth'> {
  const word = state?.toUpperCase();
  const known = Object.values(TranslationStateEnum).find((one) => one === word);
  return { ...text, state: known ?? null };
}

@InputType({ description: 'Which bot, and one of its languages.' })
class RemoveLanguageInput extends LanguageInput {}

/** Removes a language from the draft of a bot. */
@Resolver()
export class RemoveLanguage {
  @Mutation(() => EditFlowPayload, {
    description:
      'Removes a language with all its translations from the draft of a bot; `inverse` has the edits that bring it back.',
  })
  async removeLanguage(
    @Arg('input', () => RemoveLanguageInput, {
      description: 'Which bot, and one of its languages.',
    })
    { language, ...input }: RemoveLanguageInput,
    @Ctx() context: Context,
  ): Promise<Partial<EditFlowPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId: input.botId, intent: 'write' });
    const patch = { languages: { [language]: null } };
    const edit = { ...input, onConflict: OnConflict.OVERWRITE };
    return editDraft(context, edit, async () => [{ setTranslations: { patch } }]);
  }
}
