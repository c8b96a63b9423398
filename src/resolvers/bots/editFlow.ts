import { Arg, Ctx, Field, Int, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import type { FlowDefinition, FlowEdit } from '../../engine/index.js';
import { BotChangeKind, OnConflict } from '../../schema/enums.js';
import { FlowEdits } from '../../schema/scalars.js';
import type { DraftEdits } from '../../storage/botChanges.js';
import { BotInput } from './botInput.js';
import { assertNoConflict, conflictsSince } from './conflictsSince.js';
import { editedDraft } from './editedDraft.js';
import { EditFlowPayload } from './editFlowPayload.js';
import { usableCredentials } from './usableCredentials.js';
import { writeBot } from './writeBot.js';

@InputType({ description: 'Which bot, and what is to change of its flow.' })
class EditFlowInput extends BotInput {
  @Field(() => FlowEdits, { description: 'What to do, in order; all of it or nothing.' })
  edits: readonly FlowEdit[];

  @Field(() => Int, {
    nullable: true,
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

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision whose change these edits undo, if they do: `Bot.changes` shows it, so that an editor knows after a reload what was undone.',
  })
  undoes?: number | null;
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
    { botId, edits, ifRevision, onConflict, undoes = null, clientMutationId }: EditFlowInput,
    @Ctx() context: Context,
  ): Promise<Partial<EditFlowPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId, intent: 'write' });
    const done: Partial<EditFlowPayload> = {};
    const edited = (): DraftEdits => ({ edits: [], inverse: [], ...done, undoes });
    const write = { botId, kind: BotChangeKind.UPDATED, clientMutationId, edited };
    done.bot = await writeBot(context, write, async (bot, unit) => {
      const before = bot.draft;
      const draft = (): FlowDefinition => before;
      const usable = await usableCredentials(unit, { caller, bot, draft });
      const { flow, ...rest } = await editedDraft(before, edits, usable);
      const since = { bot, ifRevision, callerId: caller?.userId };
      const conflicts = await conflictsSince(unit, since, [before, flow]);
      if (onConflict === OnConflict.REFUSE) assertNoConflict(conflicts);
      bot.draft = flow;
      Object.assign(done, { ...rest, before, conflicts });
    });
    return done;
  }
}
