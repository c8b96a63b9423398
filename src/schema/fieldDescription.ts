import { ObjectType } from 'type-graphql';
import type {
  CodeLanguage,
  Control,
  FieldChoice,
  FieldCondition,
  FieldDescription,
  VariableUse,
} from '../engine/index.js';
import { CodeLanguageEnum, ControlEnum } from './enums.js';
import { Field, NullableField } from './field.js';
import { VariableUseEnum } from './flowEnums.js';
import { HoldsParts } from './queryCost.js';
import { Json } from './scalars.js';

/** The GraphQL type of a choice. */
@ObjectType('FieldChoice', { description: 'A value that a member may have.' })
class FieldChoiceType implements FieldChoice {
  @Field(() => String, 'What is stored.') value: string;
  @Field(() => String, 'Its name for people.') label: string;
  @NullableField(() => String, 'What it means, in one sentence.') help?: string;
}

/** The GraphQL type of a condition. */
@ObjectType('FieldCondition', { description: 'A member, and the values of it that are meant.' })
class FieldConditionType implements FieldCondition {
  @Field(() => String, 'The path of the member; in a list, that of the same entry.') path: string;

  @HoldsParts
  @Field(() => [Json], 'The values; an absent member counts as its default.')
  in: readonly unknown[];
}

/** The GraphQL type of a description of a member. */
@ObjectType('FieldDescription', {
  description: 'What a form needs to draw a member of a document.',
})
export class FieldDescriptionType implements FieldDescription {
  @Field(() => String, {
    description:
      'Its path in the document, such as `options.labels.button`. The members of an object and the entries of a list (`items[]`) follow it. Several with one path never show at once.',
  })
  path: string;

  @Field(() => String, 'Its name for people.') title: string;
  @Field(() => String, 'What it is for, in a sentence or two.') help: string;
  @Field(() => ControlEnum, 'What it is filled in with.') control: Control;

  @NullableField(() => Json, 'What an absent member means; to be shown, and not to be stored.')
  default?: unknown;

  @NullableField(() => String, 'The unit of a number.') unit?: string;
  @NullableField(() => Number, 'The least that a number may be.') min?: number;
  @NullableField(() => Number, 'The most that a number may be.') max?: number;
  @NullableField(() => Number, 'The most characters of a text.') maxLength?: number;
  @NullableField(() => CodeLanguageEnum, 'What code is written in.') language?: CodeLanguage;

  @HoldsParts
  @Field(() => [FieldChoiceType], 'What it can be; a text with choices may be another one, too.')
  choices: readonly FieldChoice[];

  @HoldsParts
  @Field(() => [FieldConditionType], 'It counts only when all of these hold.')
  showsWhen: readonly FieldCondition[];

  @Field(() => Boolean, 'Whether its document does nothing without it.') isRequired: boolean;

  @Field(() => Boolean, 'Whether it is a secret: it is written, never read back.')
  isSecret: boolean;

  @Field(() => Boolean, {
    description: 'Whether it says where the secrets are sent: a change of it must come with them.',
  })
  needsSecrets: boolean;

  @Field(() => Boolean, 'Whether it is only kept for older documents; forms may leave it out.')
  isDeprecated: boolean;

  @Field(() => Boolean, {
    description: 'Whether visitors read it, so that a flow can have it in several languages.',
  })
  isTranslatable: boolean;

  @NullableField(() => String, {
    description:
      'The member beside it that keeps the answer in the language that the bot is written in; null where none does.',
  })
  keptIn?: string;

  @Field(() => Boolean, 'Whether it says what its block says or does, so that a canvas shows it.')
  isOnCanvas: boolean;

  @HoldsParts
  @NullableField(() => [FieldConditionType], {
    description:
      'Of code: where all of these hold, it is a text that is never run; null where it always is code.',
  })
  textWhen?: readonly FieldCondition[];

  @Field(() => Boolean, {
    description: 'Whether `{{variables}}` in it are filled in; a number may be such a text, too.',
  })
  takesVariables: boolean;

  @NullableField(() => VariableUseEnum, {
    description: 'What is done with the variables that it names; null where it names none.',
  })
  variableUse?: VariableUse;

  @HoldsParts
  @NullableField(() => [String], 'What `{{…}}` in it may name besides variables.')
  ownNames?: readonly string[];

  @NullableField(() => String, 'Of which type the credentials are that it names.')
  credentialsType?: string;

  @HoldsParts
  @NullableField(() => [String], {
    description:
      'The paths of the members that `fieldOptions` needs to list what this one can be; null where nothing lists it.',
  })
  listedBy?: readonly string[];
}
