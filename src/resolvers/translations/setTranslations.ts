import { Arg, Ctx, InputType, Int, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { TRANSLATION_STATES, translationEdit, type FlowEdit } from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';
import { OnConflict } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { LanguageTag } from '../../schema/scalars.js';
import { TranslationStateEnum } from '../../schema/translations.js';
import { assertNoIssues } from '../bots/editedDraft.js';
import { BotInput } from '../bots/botPayload.js';
import { editDraft } from '../bots/editDraft.js';
import { EditFlowPayload } from '../bots/editFlow.js';

@InputType({ description: 'A translation of a text.' })
class TranslationInput {
  @Field(() => String, 'The text: `TranslatedText.path`.') path: string;

  @NullableField(() => String, 'Its translation; null or blank removes the one it has.')
  text?: string | null;

  @NullableField(() => TranslationStateEnum, 'How far it is; `TRANSLATED` without.')
  state?: TranslationStateEnum | null;
}

/** A language of a bot, and what its writer knew of the bot. */
@InputType()
export abstract class LanguageInput extends BotInput {
  @Field(() => LanguageTag, 'The language, as a tag (BCP 47) such as de or pt-BR.')
  language: string;

  @NullableField(() => Int, {
    description:
      'The last revision that you know. What others have changed since then, and this changes again, is answered as `conflicts`.',
  })
  ifRevision?: number | null;
}

@InputType({ description: 'Which bot, and its texts in a language.' })
class SetTranslationsInput extends LanguageInput {
  @Field(() => [TranslationInput], {
    description: 'The translations to store, at most 1,000; others stay as they are.',
  })
  texts: TranslationInput[];

  @NullableField(() => LanguageTag, 'The language that the flow is written in; unchanged without.')
  baseLanguage?: string | null;
}

const MOST_TEXTS = 1_000;

/** Stores translations in the draft of a bot. */
@Resolver()
export class SetTranslations {
  @Mutation(() => EditFlowPayload, {
    description:
      'Stores translations in the draft of a bot, and adds the language where it is new; chats have them once the draft is published.',
  })
  async setTranslations(
    @Arg('input', () => SetTranslationsInput, {
      description: 'Which bot, and its texts in a language.',
    })
    { language, texts, baseLanguage, ...input }: SetTranslationsInput,
    @Ctx() context: Context,
  ): Promise<Partial<EditFlowPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId: input.botId, intent: 'write' });
    const message = `Must be at most ${MOST_TEXTS} translations`;
    assertNoIssues(texts.length > MOST_TEXTS ? [{ path: [], message }] : [], 'texts');
    const sent = texts.map(({ path, text = null, state }) => ({
      path,
      text,
      state: stateOf(state),
    }));
    return editDraft(context, { ...input, onConflict: OnConflict.OVERWRITE }, async (draft) => {
      assertOther(language, baseLanguage ?? draft.translations?.base);
      const { edit, unknown } = await unhurried(translationEdit(draft, language, sent));
      const places = unknown.slice(0, 100);
      assertNoIssues(
        places.map((index) => ({ path: [index, 'path'], message: 'The draft has no such text' })),
        'texts',
      );
      const base: FlowEdit[] = baseLanguage
        ? [{ setTranslations: { patch: { base: baseLanguage } } }]
        : [];
      return [...base, edit];
    });
  }
}

function stateOf(word: TranslationStateEnum | null | undefined) {
  return TRANSLATION_STATES.find((state) => state.toUpperCase() === word);
}

/** A flow needs no translation into the language that it is written in. */
export function assertOther(language: string, base: string | undefined): void {
  const message = 'Is the language that the flow is written in';
  assertNoIssues(language === base ? [{ path: [], message }] : [], 'language');
}
