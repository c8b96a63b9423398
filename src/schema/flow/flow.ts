import { Field, ObjectType } from 'type-graphql';
import { flowDefinitionSchema, type FlowDefinition } from '../../engine/index.js';
import { HoldsParts } from '../queryCost.js';
import { FlowBlock } from './block.js';
import { addFields } from './objectType.js';

/** A group of a flow as GraphQL shows it; its other fields are made of its schema. */
@ObjectType({ description: 'Blocks that run one after another, under a title.' })
class FlowGroup {
  @HoldsParts
  @Field(() => [FlowBlock], { description: 'What the group does, in order.' })
  blocks: FlowBlock[];
}
addFields(FlowGroup, {
  name: FlowGroup.name,
  called: 'group',
  schemas: [flowDefinitionSchema.shape.groups.element],
  stated: ['blocks'],
  isEntry: true,
});

/**
 * A flow as GraphQL shows it. Its values are the documents themselves; every type in it is made of a zod schema, and
 * what has no field is in the document alone (`FlowDocument`).
 */
@ObjectType({
  description:
    'A flow by its parts. What this server does not know is only in the document beside it.',
})
export class Flow {
  @HoldsParts
  @Field(() => [FlowGroup], { description: 'The groups of blocks.' })
  groups: FlowDefinition['groups'];
}
addFields(Flow, {
  name: Flow.name,
  called: 'flow',
  schemas: [flowDefinitionSchema],
  stated: ['groups'],
});
