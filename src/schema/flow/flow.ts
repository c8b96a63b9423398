import { ObjectType } from 'type-graphql';
import { flowDefinitionSchema, type FlowDefinition } from '../../engine/index.js';
import { Field } from '../field.js';
import { HoldsParts } from '../queryCost.js';
import { FlowBlock } from './block.js';
import { addFields } from './objectType.js';

/** The GraphQL type of a group; its other fields are generated from its schema. */
@ObjectType({ description: 'Blocks that run one after another, under a title.' })
class FlowGroup {
  @HoldsParts @Field(() => [FlowBlock], 'What the group does, in order.') blocks: FlowBlock[];
}
addFields(FlowGroup, {
  name: FlowGroup.name,
  called: 'group',
  schemas: [flowDefinitionSchema.shape.groups.element],
  stated: ['blocks'],
  isEntry: true,
});

/**
 * The GraphQL type of a flow. The values are the documents themselves, and the types of all parts are generated from zod schemas. Members
 * without a field are only in the document (`FlowDocument`).
 */
@ObjectType({
  description:
    'A flow by its parts. What this server does not know is only in the document beside it.',
})
export class Flow {
  @HoldsParts @Field(() => [FlowGroup], 'The groups of blocks.') groups: FlowDefinition['groups'];
}
addFields(Flow, {
  name: Flow.name,
  called: 'flow',
  schemas: [flowDefinitionSchema],
  stated: ['groups'],
});
