import { Arg, Ctx, Field, ID, InputType, Int, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context.js';
import { settleVariables, stripUnknownCredentials, type BotPatch } from '../../engine/index.js';
import { Failure, invalid } from '../../errors.js';
import type { Bot } from '../../schema/bot.js';
import { BotPatch as BotPatchScalar } from '../../schema/scalars.js';
import { changeBot } from '../../storage/bots.js';
import type { Unit } from '../../storage/orm.js';
import { hasFolder } from '../../storage/workspaces.js';
import { MutationInput } from '../mutationInput.js';
import { BotPayload } from './botPayload.js';

@InputType()
class UpdateBotInput extends MutationInput {
  @Field(() => ID)
  botId: string;

  @Field(() => BotPatchScalar)
  bot: BotPatch;

  @Field(() => Int, {
    nullable: true,
    description: 'Change the bot only if this is still its revision.',
  })
  ifRevision?: number | null;
}

/** How much older than the stored one a sent `updatedAt` may be: clocks differ (choices, "Authoring"). */
const CLOCK_GRACE = 5_000;

/** Changes the draft of a bot, and what holds for it at once (interface §4, "Update a bot"). */
@Resolver()
export class UpdateBot {
  @Mutation(() => BotPayload, {
    description: 'Changes the draft of a bot; address and closing take effect at once.',
  })
  async updateBot(
    @Arg('input', () => UpdateBotInput) input: UpdateBotInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    const { botId, bot: patch, ifRevision } = input;
    const { workspaceId } = await accessBot(unit, { caller, botId, intent: 'write' });
    await assertFolder(unit, workspaceId, patch.folderId);
    const bot = await changeBot(unit, botId, async (stored) => {
      assertUnchanged(stored, patch.updatedAt, ifRevision);
      applyPatch(stored, patch);
    });
    return { bot };
  }
}

function applyPatch(bot: Bot, patch: BotPatch): void {
  const { events, groups, edges, variables, theme, settings, updatedAt, ...rest } = patch;
  // Absent leaves as it is, null clears.
  Object.assign(bot, rest);
  const { draft } = bot;
  const next = {
    ...draft,
    events: events ?? draft.events,
    groups: groups ?? draft.groups,
    edges: edges ?? draft.edges,
    variables: variables ?? draft.variables,
    theme: theme ?? draft.theme,
    settings: settings ?? draft.settings,
  };
  bot.draft = settleVariables(stripUnknownCredentials(next, new Set()));
}

function assertUnchanged(
  bot: Bot,
  seen: Date | undefined,
  revision: number | null | undefined,
): void {
  const isOlder = seen !== undefined && bot.updatedAt.getTime() - seen.getTime() > CLOCK_GRACE;
  const isOther = typeof revision === 'number' && revision !== bot.revision;
  if (!isOlder && !isOther) return;
  throw new Failure(
    'BOT_CHANGED',
    `The bot was changed at ${bot.updatedAt.toISOString()} and is at revision ${bot.revision}; load it again`,
  );
}

async function assertFolder(
  unit: Unit,
  workspaceId: string,
  folderId: string | null | undefined,
): Promise<void> {
  if (folderId === undefined || folderId === null) return;
  if (await hasFolder(unit, workspaceId, folderId)) return;
  throw invalid([{ path: ['bot', 'folderId'], message: 'Not a folder of this workspace' }]);
}
