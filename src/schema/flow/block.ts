import { ID, InterfaceType, ObjectType } from 'type-graphql';
import { KINDS, type AnyBlock, type BlockKind } from '../../engine/index.js';
import { Field, NullableField } from '../field.js';
import { TypeFrom } from '../queryCost.js';
import { Json } from '../scalars.js';
import { implementKinds, wordsOf } from './kinds.js';

/** The GraphQL interface of blocks; the types of the kinds are generated from their schemas. */
@TypeFrom(blockTypeOf)
@InterfaceType({ description: 'A step of a flow; the types that implement it are its kinds.' })
export abstract class FlowBlock implements AnyBlock {
  @Field(() => ID, { name: 'blockId', description: 'Its id, unique within the flow.' }) id: string;
  @Field(() => String, 'Its kind, as the document names it.') type: string;
  @NullableField(() => ID, 'The edge it leaves by.') outgoingEdgeId?: string;

  @Field(() => Json, 'The block as stored, with the members that have no field here.')
  document: unknown;
}

/** A block of a kind that this server does not know. */
@ObjectType({
  implements: FlowBlock,
  description: 'A block of a kind that this server does not know; `document` holds all of it.',
})
class UnknownBlock extends FlowBlock {}

/** The names of kinds whose `type` would produce nearly the same name as another. */
const ownNames: Readonly<Record<string, string>> = {
  Webhook: 'HttpRequest',
  webhook: 'WebhookListener',
  OpenAI: 'ClassicOpenai',
  'Zemantic AI': 'ClassicZemanticAi',
};

/** The last word of the names of each family. */
const lastWords: Readonly<Record<BlockKind['family'], string>> = {
  bubble: 'Bubble',
  input: 'Input',
  logic: 'Block',
  integration: 'Block',
};

/**
 * The name of the GraphQL type of a kind: the words of its `type`, followed by the word of its family if there is only one. The bubble
 * `text` is `TextBubble`, `Set variable` is `SetVariable`, `Wait` is `WaitBlock`.
 */
function typeNameOf({ type, family }: BlockKind): string {
  const words = wordsOf(type);
  return ownNames[type] ?? words.join('') + (words.length === 1 ? lastWords[family] : '');
}

const typeNames = new Map(KINDS.map((kind: BlockKind) => [kind.type, typeNameOf(kind)]));

/** The name of the GraphQL type of a block. */
export function blockTypeOf({ type }: Pick<AnyBlock, 'type'>): string {
  return typeNames.get(type) ?? UnknownBlock.name;
}

implementKinds(FlowBlock, KINDS, {
  nameOf: blockTypeOf,
  called: 'block',
  stated: ['id', 'type', 'outgoingEdgeId'],
  mayLackAll: true,
});
