import { Int, ObjectType } from 'type-graphql';
import type { FlowDefinition, FlowEdit } from '../../engine/index.js';
import { EditConflict } from '../../schema/editConflict.js';
import { NullableField } from '../../schema/field.js';
import { Holds } from '../../schema/queryCost.js';
import { FlowEdits } from '../../schema/scalars.js';
import { BotPayload } from './botPayload.js';

/** The payload of editing a flow. */
@ObjectType({ description: 'What editing a flow answers with.' })
export class EditFlowPayload extends BotPayload {
  @NullableField(() => Int, {
    description:
      'The revision with which they were stored; below that of the bot where `once` found them stored already.',
  })
  revision?: number;

  @NullableField(() => FlowEdits, {
    description:
      'The edits as they were applied: those sent, and what the server changed besides. An editor that applies them to the flow it had has the flow as it is stored.',
  })
  edits?: readonly FlowEdit[];

  @NullableField(() => FlowEdits, {
    description: 'The edits that undo them, in order. Undoing those is doing it again.',
  })
  inverse?: readonly FlowEdit[];

  @NullableField(() => Int, {
    description: 'How many texts name a variable by another name since `renameVariable`.',
  })
  renamedTexts?: number;

  @Holds(5)
  @NullableField(() => [EditConflict], {
    description:
      'What others had changed since `ifRevision` and these edits changed again, or would have changed where `onConflict: REFUSE` refused them; at most 100 things, empty without `ifRevision`.',
  })
  conflicts?: readonly EditConflict[];

  /** The draft before the edits. */
  before?: FlowDefinition;
}
