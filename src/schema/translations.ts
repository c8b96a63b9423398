import { ID, Int, ObjectType } from 'type-graphql';
import type {
  RefusedDraft,
  TextStatus,
  TranslatedText,
  TranslationFormat,
} from '../engine/index.js';
import { connectionOf } from './connection.js';
import { enumOf } from './enums.js';
import { Field, NullableField } from './field.js';
import { Holds, HoldsParts } from './queryCost.js';

/** Whether a text is translated, as a GraphQL enum. */
export const TextStatusEnum = enumOf<TextStatus>(
  'TextStatus',
  'Whether a text of a draft is translated.',
  {
    MISSING: 'It has no translation, and is shown as it is.',
    STALE: 'It has changed since it was translated.',
    FAULTY: 'Its translation lost a variable, a link or another tag, or names another variable.',
    TRANSLATED: 'It is translated.',
  },
);

/** How far a translation is, as a GraphQL enum. */
export const TranslationStateEnum = enumOf(
  'TranslationState',
  'How far a translation is: the states of segments in XLIFF 2.',
  {
    INITIAL: 'A draft, such as that of a machine.',
    TRANSLATED: 'Somebody translated it.',
    REVIEWED: 'Somebody else read it.',
    FINAL: 'It stays as it is.',
  },
);
export type TranslationStateEnum = keyof typeof TranslationStateEnum;

/** A format of files for translators, as a GraphQL enum. */
export const TranslationFormatEnum = enumOf<TranslationFormat>(
  'TranslationFormat',
  'A format of files for translators.',
  {
    XLIFF: 'XLIFF 2.0, which tools of translators read.',
    CSV: 'CSV with the columns path, source, text and state, for spreadsheets.',
  },
);

/** The GraphQL type of a text with its translation. */
@ObjectType('TranslatedText', {
  description: 'A text of a draft that visitors read, and its translation into a language.',
})
export class TranslatedTextShown implements Omit<
  TranslatedText,
  'state' | 'eventId' | 'itemId' | 'memberPath'
> {
  @Field(() => String, 'Names the text: a JSON Pointer (RFC 6901) with ids in place of indexes.')
  path: string;

  @Field(() => String, {
    description:
      'The text in the language that the flow is written in; a rich text with tags of HTML, each paragraph a line.',
  })
  source: string;

  @NullableField(() => String, 'Its translation; null where it has none.') text: string | null;

  @NullableField(() => TranslationStateEnum, 'How far the translation is.')
  state: TranslationStateEnum | null;

  @Field(() => TextStatusEnum, 'Whether it is translated.') status: TextStatus;

  @HoldsParts
  @Field(() => [String], 'What is wrong with the translation, for people.')
  faults: readonly string[];

  @Field(() => String, 'What the text is in its block, for people.') title: string;

  @Field(() => Boolean, 'Whether it is a rich text, in which tags of HTML count.')
  isRichText: boolean;

  @NullableField(() => ID, 'The group that it is in.') groupId: string | null;
  @NullableField(() => ID, 'The block that it is in; null: the settings.') blockId: string | null;

  /** Its number among all, from 1. */
  nth: number;
}

/** A page of texts with their translations. */
@ObjectType({ description: 'A page of texts of a draft with their translations.' })
export class TranslatedTextConnection extends connectionOf(TranslatedTextShown, 'TranslatedText') {}

/** A language of a bot, and how far it is. */
@ObjectType({ description: 'A language of a draft, and how far it is.' })
export class BotLanguage {
  @Field(() => String, 'Its tag (BCP 47), such as de or pt-BR.') language: string;
  @Field(() => Boolean, 'Whether it is the language that the flow is written in.') isBase: boolean;
  @Field(() => Int, 'How many texts the flow has.') texts: number;
  @Field(() => Int, 'How many of them have no translation.') missing: number;
  @Field(() => Int, 'How many have changed since they were translated.') stale: number;
  @Field(() => Int, 'How many translations have a mistake.') faulty: number;
}

/** The GraphQL type of a draft that was not stored. */
@ObjectType('RefusedDraft', {
  description: 'A draft of a machine that lost something of its text, and was not stored.',
})
export class RefusedDraftShown implements RefusedDraft {
  @Field(() => String, 'The text: `TranslatedText.path`.') path: string;

  @Holds(10)
  @Field(() => [String], 'What is wrong with the draft, for people.')
  faults: readonly string[];
}
