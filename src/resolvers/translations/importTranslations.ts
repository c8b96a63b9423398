import { Arg, Ctx, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import {
  NoTranslationFile,
  sentOfFile,
  textsOfCsv,
  textsOfXliff,
  translationEdit,
  type SentTranslation,
  type TranslationFormat,
} from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import { unhurried } from '../../eventLoop/steps.js';
import { OnConflict } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { HoldsParts } from '../../schema/queryCost.js';
import { TranslationFormatEnum } from '../../schema/translations.js';
import { editDraft } from '../bots/editDraft.js';
import { EditFlowPayload } from '../bots/editFlow.js';
import { assertOther, LanguageInput } from './setTranslations.js';

@InputType({ description: 'Which bot, and a file of translators.' })
class ImportTranslationsInput extends LanguageInput {
  @Field(() => TranslationFormatEnum, 'The format of the file.') format: TranslationFormat;
  @Field(() => String, 'The file, as text.') content: string;
}

/** The payload of importing translations. */
@ObjectType({ description: 'What importing translations answers with.' })
export class ImportTranslationsPayload extends EditFlowPayload {
  @NullableField(() => Int, 'How many translations were stored.') imported?: number;

  @HoldsParts
  @NullableField(() => [String], {
    description: 'The paths in the file that the draft has no text for, at most 100.',
  })
  skipped?: string[];
}

/** Stores the translations of a file in the draft of a bot. */
@Resolver()
export class ImportTranslations {
  @Mutation(() => ImportTranslationsPayload, {
    description:
      'Stores the translations of a file that `Bot.translationFile` made and translators filled in. Texts that the file does not translate stay as they are.',
  })
  async importTranslations(
    @Arg('input', () => ImportTranslationsInput, {
      description: 'Which bot, and a file of translators.',
    })
    { language, format, content, ...input }: ImportTranslationsInput,
    @Ctx() context: Context,
  ): Promise<Partial<ImportTranslationsPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId: input.botId, intent: 'write' });
    const sent = await readFile(content, format, language);
    const found: Pick<ImportTranslationsPayload, 'imported' | 'skipped'> = {};
    const edit = { ...input, onConflict: OnConflict.OVERWRITE };
    const done = await editDraft(context, edit, async (draft) => {
      assertOther(language, draft.translations?.base);
      const made = await unhurried(translationEdit(draft, language, sent));
      found.imported = made.stored;
      found.skipped = made.unknown.slice(0, 100).flatMap((index) => sent[index]?.path ?? []);
      return [made.edit];
    });
    return { ...done, ...found };
  }
}

async function readFile(
  content: string,
  format: TranslationFormat,
  language: string,
): Promise<SentTranslation[]> {
  try {
    if (format === 'CSV') return sentOfFile(await unhurried(textsOfCsv(content)));
    const file = await unhurried(textsOfXliff(content));
    if (file.language !== language)
      throw new NoTranslationFile(
        `Is a file of translations into ${file.language ?? 'no language'}`,
      );
    return sentOfFile(file.texts);
  } catch (error) {
    if (!(error instanceof NoTranslationFile)) throw error;
    throw invalid([{ path: ['content'], message: error.message }]);
  }
}
