import { ObjectType } from 'type-graphql';
import { BotChange } from './botChange.js';
import { Field, NullableField } from './field.js';
import { FlowChangeShown } from './flowChange.js';
import { Json } from './scalars.js';

/** A part of a flow that somebody else had changed and an edit changed again. */
@ObjectType({
  description:
    'Something that somebody else had changed since the revision you knew, and that your edits changed again.',
})
export class EditConflict {
  @Field(() => FlowChangeShown, 'What they did to it since then.') change: FlowChangeShown;

  @NullableField(() => Json, {
    description:
      'The part at the revision you knew, a group without its blocks; null: it was not there.',
  })
  before: unknown;

  @NullableField(() => Json, {
    description: 'The part as they left it, before your edits; null: they had removed it.',
  })
  after: unknown;

  @Field(() => BotChange, 'The last of their writes that did it.') by: BotChange;
}
