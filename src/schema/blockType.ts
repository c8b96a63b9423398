import { ObjectType } from 'type-graphql';
import { type BlockKind, type FieldDescription, fieldsOfKind, svgOf } from '../engine/index.js';
import { BlockCategory } from './enums.js';
import { Field, NullableField } from './field.js';
import { FieldDescriptionType } from './fieldDescription.js';
import { HoldsParts } from './queryCost.js';
import { Json } from './scalars.js';

/** A kind of block as an editor offers it. */
@ObjectType({ description: 'A kind of block, with all that an editor needs to offer it.' })
export class BlockType {
  @Field(() => String, 'The `type` of such a block.') type: string;
  @Field(() => BlockCategory, 'The family it belongs to.') category: BlockCategory;
  @Field(() => String, 'Its name for people.') label: string;
  @Field(() => String, 'What it does, in one sentence.') help: string;

  @Field(() => String, 'A picture of our own as SVG: 20 by 20 pixels, in the colour of the text.')
  icon: string;

  @HoldsParts
  @Field(() => [String], 'Further words by which people search for it.')
  searchWords: readonly string[];

  @Field(() => Json, 'Such a block without its `id`, to start from.') example: unknown;

  @Field(() => Json, {
    description:
      'A new block of the kind without its `id`, as an editor adds it; each of its `items` gets an `id`, too.',
  })
  initial: unknown;

  @NullableField(() => String, {
    description:
      'For kinds whose request `testHttpRequest` sends: the member of a list that takes one of the `paths` of its answer.',
  })
  responsePath?: string;

  @Field(() => Boolean, 'Whether what it does counts towards the budgets for AI.') usesAi: boolean;

  @HoldsParts
  @Field(() => [FieldDescriptionType], {
    description:
      'The members that say what a block or one of its items says or does, for a canvas, the first that has a text, and the variable it sets.',
  })
  canvasFields: readonly FieldDescription[];

  @Field(() => Boolean, 'Whether it is only kept for stored flows; nothing new is made with it.')
  isDeprecated: boolean;

  @HoldsParts
  @Field(() => [FieldDescriptionType], 'Its members, in the order of a form.')
  fields: readonly FieldDescription[];
}

/** Describes a kind of block. */
export function blockTypeOf(kind: BlockKind): BlockType {
  const { type, family, label, summary, icon, searchWords, example, initial, responsePath } = kind;
  const fields = fieldsOfKind(kind);
  return {
    type,
    // The families, in upper case.
    category: family.toUpperCase() as BlockCategory,
    label,
    help: summary,
    icon: svgOf(icon),
    searchWords,
    example: { type, ...example },
    initial: { type, ...initial },
    ...(responsePath !== undefined && { responsePath }),
    usesAi: kind.usesAi === true,
    canvasFields: fields.filter(({ isOnCanvas }) => isOnCanvas),
    isDeprecated: kind.isRetired === true,
    fields,
  };
}
