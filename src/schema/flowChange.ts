import { ID, ObjectType, registerEnumType } from 'type-graphql';
import { FLOW_CHANGE_KINDS, type FlowChange, type FlowChangeKind } from '../engine/index.js';
import { Field, NullableField } from './field.js';
import { Json } from './scalars.js';
import { Holds } from './queryCost.js';

/** The change kinds of the engine as a GraphQL enum. */
const FlowChangeKindEnum = Object.fromEntries(FLOW_CHANGE_KINDS.map((kind) => [kind, kind])) as {
  [K in FlowChangeKind]: K;
}; // The type of fromEntries cannot express that the keys are those of the list.

registerEnumType(FlowChangeKindEnum, {
  name: 'FlowChangeKind',
  description: 'What happened to a part of a flow.',
  valuesConfig: Object.fromEntries(
    FLOW_CHANGE_KINDS.map((kind) => [kind, { description: `${sentenceOf(kind)}.` }]),
  ),
});

/** The GraphQL type of a difference between two flows. */
@ObjectType('FlowChange', { description: 'One difference between two flows.' })
export class FlowChangeShown implements FlowChange {
  @Field(() => FlowChangeKindEnum, 'What happened.') kind: FlowChangeKind;

  @NullableField(() => ID, {
    name: 'partId',
    description: 'The event, group, block, edge, variable or note it happened to.',
  })
  id?: string;

  @NullableField(() => ID, 'Of a block: the group it is in; of a removed one, the group it was in.')
  groupId?: string;

  @NullableField(() => String, {
    description:
      'What people know it by: a title, a name, the type of a block, the text of a note.',
  })
  name?: string;

  @NullableField(() => Json, 'Of a move, a new name, a new text, a new wiring: what it was.')
  before?: unknown;

  @NullableField(() => Json, 'And what it is.') after?: unknown;

  @Holds(20)
  @NullableField(() => [String], {
    description:
      'Of other changes: the members that differ, as dotted paths; entries of lists by their ids.',
  })
  paths?: readonly string[];
}

function sentenceOf(kind: FlowChangeKind): string {
  const [subject = '', ...verb] = kind.toLowerCase().split('_');
  return `The ${subject} was ${verb.join(' ')}`;
}
