import { Int, ObjectType, Arg, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import type { FlowDefinition, FlowEdit } from '../../engine/index.js';
import { EditConflict } from '../../schema/editConflict.js';
import { NullableField, Field } from '../../schema/field.js';
import { Holds } from '../../schema/queryCost.js';
import { FlowEdits } from '../../schema/scalars.js';
import { BotPayload, BotInput } from './botPayload.js';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { OnConflict } from '../../schema/enums.js';
import { keptMark } from '../../storage/botChanges.js';
import { editDraft } from './editDraft.js';

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

@InputType({ description: 'Which bot, and what is to change of its flow.' })
class EditFlowInput extends BotInput {
  @Field(() => FlowEdits, 'What to do, in order; all of it or nothing.') edits: readonly FlowEdit[];

  @NullableField(() => Int, {
    description:
      'The last revision that you know. What others have changed since then, and these edits change again, is answered as `conflicts`.',
  })
  ifRevision?: number | null;

  @Field(() => OnConflict, {
    defaultValue: OnConflict.OVERWRITE,
    description:
      'What to do with edits that would change what others have changed since `ifRevision`.',
  })
  onConflict: OnConflict;

  @NullableField(() => Int, {
    description:
      'The revision whose change these edits undo, if they do: `Bot.changes` shows it, so that an editor knows after a reload what was undone.',
  })
  undoes?: number | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Do nothing, and answer what was stored, where one of the newest 500 changes of this bot is yours and has this `clientMutationId`, of at most 200 characters. So an editor may send again what it got no answer to, even while the first request is still on its way.',
  })
  once: boolean;
}

/** Applies the edits of an editor to the draft of a bot. */
@Resolver()
export class EditFlow {
  @Mutation(() => EditFlowPayload, {
    description: 'Changes parts of the draft of a bot, and leaves the other parts alone.',
  })
  async editFlow(
    @Arg('input', () => EditFlowInput, {
      description: 'Which bot, and what is to change of its flow.',
    })
    { edits, ...input }: EditFlowInput,
    @Ctx() context: Context,
  ): Promise<Partial<EditFlowPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId: input.botId, intent: 'write' });
    if (input.once && !keptMark(input.clientMutationId)) {
      const message = 'With `once`, a mark of 1 to 200 characters of Unicode is needed';
      throw invalid([{ path: ['clientMutationId'], message }]);
    }
    return editDraft(context, input, async () => edits);
  }
}
