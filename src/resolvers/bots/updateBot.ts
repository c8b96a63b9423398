import { Arg, Ctx, ID, InputType, Int, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import { didYouMean } from '../../checks/didYouMean.js';
import type { Context } from '../../context/context.js';
import {
  BOT_MEMBERS,
  misspeltFaults,
  patchedUnknownMembers,
  settleVariables,
  stripUnknownCredentials,
  unknownBlockIssues,
  unknownMembersFaults,
  type BotPatch,
  type FlowDefinition,
} from '../../engine/index.js';
import type { Bot } from '../../schema/bot.js';
import { BotChangeKind } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { BotPatch as BotPatchScalar } from '../../schema/scalars.js';
import { makeRoomAt } from '../../storage/domainHolds.js';
import { assertFolder } from '../folders/folders.js';
import { MutationInput } from '../mutationInput.js';
import { assertNoIssues, assertUnchanged } from './editedDraft.js';
import { BotPayload } from './botPayload.js';
import { usableCredentials } from './usableCredentials.js';
import { writeBot } from './writeBot.js';

@InputType({ description: 'Which bot, and what is to change of it.' })
class UpdateBotInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => BotPatchScalar, 'What is to change; absent is unchanged.') bot: BotPatch;

  @NullableField(() => Int, 'Change the bot only if this is still its revision.')
  ifRevision?: number | null;
}

/** Changes the draft of a bot, and the settings that take effect at once. */
@Resolver()
export class UpdateBot {
  @Mutation(() => BotPayload, {
    description: 'Changes the draft of a bot; address and closing take effect at once.',
  })
  async updateBot(
    @Arg('input', () => UpdateBotInput, { description: 'Which bot, and what is to change of it.' })
    input: UpdateBotInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    const { botId, bot: patch, ifRevision, clientMutationId } = input;
    const { workspaceId, folderId } = await accessBot(unit, { caller, botId, intent: 'write' });
    if (patch.folderId !== undefined && patch.folderId !== folderId) {
      await accessBot(unit, { caller, botId, intent: 'move' });
      await assertFolder(unit, { workspaceId, folderId: patch.folderId }, ['bot', 'folderId']);
    }
    const bot = await writeBot(
      context,
      { botId, kind: BotChangeKind.UPDATED, clientMutationId },
      async (stored, within) => {
        assertUnchanged(stored, patch.updatedAt, ifRevision);
        const { customDomain } = patch;
        if (customDomain && customDomain !== stored.customDomain)
          await makeRoomAt(within, stored.workspaceId, customDomain);
        applyPatch(
          stored,
          patch,
          await usableCredentials(within, { caller, bot: stored, draft: () => stored.draft }),
        );
      },
    );
    return { bot };
  }
}

function applyPatch(bot: Bot, patch: BotPatch, usable: ReadonlySet<string>): void {
  const { draft } = bot;
  const unknown = patchedUnknownMembers(draft, patch);
  const misspelt = misspeltFaults(patch, draft).map(({ path, message }) => ({
    path,
    message: message + didYouMean(String(path[0]), BOT_MEMBERS),
  }));
  const foreign = unknownBlockIssues(patch.groups ?? [], draft.groups);
  assertNoIssues([...misspelt, ...foreign, ...unknownMembersFaults(unknown)], 'bot');
  const messengerCredentialsId = usableMessenger(bot, patch, usable);
  const columns = { ...patch, messengerCredentialsId };
  for (const column of COLUMNS) {
    // Absent members stay as they are; null clears a column.
    if (columns[column] !== undefined) Object.assign(bot, { [column]: columns[column] });
  }
  const { notes = draft.notes } = patch;
  // A flow without notes has no such member.
  const noted = notes?.length ? { notes } : {};
  const next = { ...patchedFlow(draft, patch), ...unknown, ...noted };
  bot.draft = settleVariables(stripUnknownCredentials(next, usable));
}

/** The members of a flow that this server knows, after a patch. */
function patchedFlow(draft: FlowDefinition, patch: BotPatch): FlowDefinition {
  const { events, groups, edges, variables, theme, settings } = patch;
  const { translations = draft.translations } = patch;
  return {
    version: draft.version,
    events: events ?? draft.events,
    groups: groups ?? draft.groups,
    edges: edges ?? draft.edges,
    variables: variables ?? draft.variables,
    theme: theme ?? draft.theme,
    settings: settings ?? draft.settings,
    ...(translations && { translations }),
  };
}

/**
 * The messenger credentials to store; undefined leaves them unchanged. Those the caller may not use become null, as in blocks, unless the
 * bot has them already.
 */
function usableMessenger(
  { messengerCredentialsId: stored }: Bot,
  { messengerCredentialsId: sent }: BotPatch,
  usable: ReadonlySet<string>,
): string | null | undefined {
  return typeof sent !== 'string' || sent === stored || usable.has(sent) ? sent : null;
}

/** The members of a patch that are columns of the bot. */
const COLUMNS = [
  'name',
  'icon',
  'folderId',
  'selectedThemeTemplateId',
  'resultsTablePreferences',
  'publicId',
  'customDomain',
  'isClosed',
  'messengerCredentialsId',
  'riskLevel',
] as const;
