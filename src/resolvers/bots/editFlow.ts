import { Arg, Ctx, Field, Int, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import {
  editFaults,
  EditRefused,
  editSteps,
  settleVariables,
  stripUnknownCredentials,
  type FlowDefinition,
  type FlowEdit,
} from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import { unhurried } from '../../eventLoop/steps.js';
import { BotChangeKind } from '../../schema/enums.js';
import { FlowEdits } from '../../schema/scalars.js';
import type { DraftEdits } from '../../storage/botChanges.js';
import { assertNone } from './assertNone.js';
import { assertUnchanged } from './assertUnchanged.js';
import { BotInput } from './botInput.js';
import { BotPayload } from './botPayload.js';
import { usableCredentials } from './usableCredentials.js';
import { writeBot } from './writeBot.js';

@InputType({ description: 'Which bot, and what is to change of its flow.' })
class EditFlowInput extends BotInput {
  @Field(() => FlowEdits, { description: 'What to do, in order; all of it or nothing.' })
  edits: readonly FlowEdit[];

  @Field(() => Int, {
    nullable: true,
    description: 'Edit the flow only if this is still the revision of the bot.',
  })
  ifRevision?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision whose change these edits undo, if they do: `Bot.changes` shows it, so that an editor knows after a reload what was undone.',
  })
  undoes?: number | null;
}

@ObjectType({ description: 'What editing a flow answers with.' })
class EditFlowPayload extends BotPayload {
  @Field(() => FlowEdits, {
    nullable: true,
    description:
      'The edits as they were applied: those sent, and what the server changed besides. An editor that applies them to the flow it had has the flow as it is stored.',
  })
  edits?: readonly FlowEdit[];

  @Field(() => FlowEdits, {
    nullable: true,
    description: 'The edits that undo them, in order. Undoing those is doing it again.',
  })
  inverse?: readonly FlowEdit[];
}

/** Changes parts of the draft of a bot; what an editor does while people work in it. */
@Resolver()
export class EditFlow {
  @Mutation(() => EditFlowPayload, {
    description: 'Changes parts of the draft of a bot, and leaves the other parts alone.',
  })
  async editFlow(
    @Arg('input', () => EditFlowInput, {
      description: 'Which bot, and what is to change of its flow.',
    })
    { botId, edits, ifRevision, undoes = null, clientMutationId }: EditFlowInput,
    @Ctx() context: Context,
  ): Promise<Partial<EditFlowPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId, intent: 'write' });
    const done: { edits: readonly FlowEdit[]; inverse: readonly FlowEdit[] } = {
      edits: [],
      inverse: [],
    };
    const edited = (): DraftEdits => ({ ...done, undoes });
    const write = { botId, kind: BotChangeKind.UPDATED, clientMutationId, edited };
    const changed = await writeBot(context, write, async (bot, unit) => {
      assertUnchanged(bot, undefined, ifRevision);
      const draft = (): FlowDefinition => bot.draft;
      const usable = await usableCredentials(unit, { caller, bot, draft });
      const { flow, ...rest } = await applied(bot.draft, edits, usable);
      bot.draft = flow;
      Object.assign(done, rest);
    });
    return { bot: changed, ...done };
  }
}

type Applied = Required<Pick<EditFlowPayload, 'edits' | 'inverse'>> & {
  readonly flow: FlowDefinition;
};

/** The flow after the edits, and what undoes them. Refused with the path of what is wrong in them. */
async function applied(
  before: FlowDefinition,
  sent: readonly FlowEdit[],
  usable: ReadonlySet<string>,
): Promise<Applied> {
  assertPossible(before, sent);
  try {
    const edited = await unhurried(editSteps(before, sent));
    assertNone(await unhurried(editFaults([before, edited.flow], sent)), 'edits');
    const settling = settlingEdits(edited.flow, usable);
    assertPossible(edited.flow, settling);
    const { flow, inverse } = await unhurried(editSteps(edited.flow, settling));
    return { flow, edits: [...sent, ...settling], inverse: [...inverse, ...edited.inverse] };
  } catch (error) {
    if (!(error instanceof EditRefused)) throw error;
    throw invalid([{ path: ['edits', ...error.path], message: error.message }]);
  }
}

/** Each edit searches the parts of the flow, so many edits of a large flow take long. */
function assertPossible(
  { events, groups, edges, variables }: FlowDefinition,
  edits: readonly FlowEdit[],
): void {
  const blocks = groups.reduce((count, group) => count + group.blocks.length, 0);
  const parts = events.length + groups.length + blocks + edges.length + variables.length;
  if (edits.length * parts <= MAX_SEARCHED) return;
  const most = Math.floor(MAX_SEARCHED / parts);
  throw invalid([{ path: ['edits'], message: `A flow of this size takes ${most} edits at once` }]);
}

/** Parts; about half a second in all. */
const MAX_SEARCHED = 10_000_000;

/** What the server changes of every draft, as edits: credentials that are not there, variables that answers fill. */
function settlingEdits(flow: FlowDefinition, usable: ReadonlySet<string>): FlowEdit[] {
  const settled = settleVariables(stripUnknownCredentials(flow, usable));
  const blocks = settled.groups.flatMap((group, at) =>
    group.blocks.filter((block, index) => block !== flow.groups[at]?.blocks[index]),
  );
  const variables = settled.variables.filter((one, index) => one !== flow.variables[index]);
  return [
    ...blocks.map((value): FlowEdit => ({ put: { part: 'block', value } })),
    ...variables.map((value): FlowEdit => ({ put: { part: 'variable', value } })),
  ];
}
