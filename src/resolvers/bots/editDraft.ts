import type { Context } from '../../context/context.js';
import type { FlowDefinition, FlowEdit } from '../../engine/index.js';
import { BotChangeKind, OnConflict } from '../../schema/enums.js';
import type { BotChange } from '../../schema/botChange.js';
import type { DraftEdits } from '../../storage/botChanges.js';
import { assertNoConflict, conflictsSince } from './conflictsSince.js';
import { editedDraft } from './editedDraft.js';
import type { EditFlowPayload } from './editFlow.js';
import { usableCredentials } from './usableCredentials.js';
import { writeBot } from './writeBot.js';

/** A draft to edit, and what its writer knew of it: see `EditFlowInput`. */
interface DraftEdit {
  readonly botId: string;
  readonly ifRevision?: number | null | undefined;
  readonly onConflict: OnConflict;
  readonly undoes?: number | null | undefined;
  readonly clientMutationId?: string | null | undefined;
  readonly once?: boolean;
}

/** Applies edits to the newest draft of a bot, from which `editsOf` makes them. The caller's rights must have been checked. */
export async function editDraft(
  context: Context,
  { botId, ifRevision, onConflict, undoes = null, clientMutationId, once }: DraftEdit,
  editsOf: (draft: FlowDefinition) => Promise<readonly FlowEdit[]>,
): Promise<Partial<EditFlowPayload>> {
  const caller = await context.caller();
  const done: Partial<EditFlowPayload> = {};
  const edited = (): DraftEdits => ({ edits: [], inverse: [], ...done, undoes });
  const storedBefore = ({ revision, edits, inverse }: BotChange): void => {
    Object.assign(done, { revision, edits, inverse, conflicts: [] });
  };
  const kind = BotChangeKind.UPDATED;
  const write = { botId, kind, clientMutationId, edited, ...(once && { storedBefore }) };
  done.bot = await writeBot(context, write, async (bot, unit) => {
    const before = bot.draft;
    const draft = (): FlowDefinition => before;
    const usable = await usableCredentials(unit, { caller, bot, draft });
    const { flow, ...rest } = await editedDraft(before, await editsOf(before), usable);
    const since = { bot, ifRevision, callerId: caller?.userId };
    const conflicts = await conflictsSince(unit, since, [before, flow]);
    if (onConflict === OnConflict.REFUSE) assertNoConflict(conflicts);
    bot.draft = flow;
    Object.assign(done, { ...rest, before, conflicts });
  });
  done.revision ??= done.bot.revision;
  return done;
}
