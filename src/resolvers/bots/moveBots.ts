import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot, accessWorkspace, signedIn } from '../../auth/access.js';
import { botsTopic, type Context } from '../../context/context.js';
import { stripUnknownCredentials } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { invalid } from '../../errors/errors.js';
import { Bot } from '../../schema/bot.js';
import { BotChangeKind } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { Workspace } from '../../schema/workspace.js';
import { changeBot } from '../../storage/bots.js';
import { knownCredentials } from '../../storage/credentials.js';
import { moveChats } from '../../storage/chats.js';
import { moveFiles } from '../../storage/files.js';
import { keepShardKeys } from '../../storage/shardKeys.js';
import { endSharesOf } from '../../storage/people.js';
import type { Unit } from '../../storage/orm.js';
import { assertFolder } from '../folders/folders.js';
import { findWorkspaceFor } from '../findFor.js';
import { MutationInput } from '../mutationInput.js';
import { Holds } from '../../schema/queryCost.js';

@InputType({ description: 'Which bots to move, and where to.' })
class MoveBotsInput extends MutationInput {
  @Field(() => [ID], 'The bots, at most 100.') botIds: string[];
  @NullableField(() => ID, 'Their new folder; none is the root.') toFolderId?: string | null;

  @NullableField(() => ID, 'Their new workspace; none keeps the one each is in.')
  toWorkspaceId?: string | null;
}

@ObjectType({ description: 'What moving bots answers with.' })
class MoveBotsPayload extends Payload {
  @Holds(100)
  @NullableField(() => [Bot], 'The bots, in the order they were named.')
  bots?: Bot[];

  @NullableField(() => Workspace, {
    description: 'The workspace they are in now; null where that is not the same for all.',
  })
  workspace?: Workspace | null;
}

const MAX_BOTS = 100;

/** Moves bots to a folder, or to another workspace: all of them or none. */
@Resolver()
export class MoveBots {
  @Mutation(() => MoveBotsPayload, {
    description: 'Moves bots to a folder or another workspace, all of them or none.',
  })
  async moveBots(
    @Arg('input', () => MoveBotsInput, { description: 'Which bots, and where to.' })
    input: MoveBotsInput,
    @Ctx() context: Context,
  ): Promise<Partial<MoveBotsPayload>> {
    const unit = context.openUnit();
    const { userId: actorId } = signedIn(await context.caller());
    const { clientMutationId } = input;
    const places = await placesOf(context, input);
    const moved = new Map<string, Bot>();
    await unit.transactional(async (inner) => {
      // In a fixed order, so that concurrent moves cannot deadlock.
      for (const [botId, place] of [...places].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const write = { botId, actorId, kind: BotChangeKind.MOVED, clientMutationId };
        const bot = await changeBot(inner, write, (stored, within) =>
          moveBot(within, stored, place),
        );
        moved.set(botId, bot);
      }
    });
    for (const botId of moved.keys()) context.wakeUps.announce(botId);
    const left = [...places.values()].flatMap((place) => [place.from, place.workspaceId]);
    for (const workspaceId of new Set(left)) {
      context.chats.announceChats(workspaceId);
      context.wakeUps.announce(botsTopic(workspaceId));
    }
    const bots = [...places.keys()].flatMap((botId) => moved.get(botId) ?? []);
    const [workspaceId = '', ...others] = new Set(bots.map((bot) => bot.workspaceId));
    const isOne = others.length === 0;
    return { bots, workspace: isOne ? await findWorkspaceFor(context, workspaceId, 'see') : null };
  }
}

interface Place {
  readonly workspaceId: string;
  readonly folderId: string | null;
  /** The workspace in which the rights were checked. */
  readonly from: string;
}

/** The target of each bot, after checking the rights for every bot and workspace. */
async function placesOf(context: Context, input: MoveBotsInput): Promise<Map<string, Place>> {
  const { botIds, toFolderId: folderId = null, toWorkspaceId } = input;
  if (botIds.length > MAX_BOTS) {
    throw invalid([{ path: ['botIds'], message: `At most ${MAX_BOTS} bots at once` }]);
  }
  const caller = await context.caller();
  const unit = context.openUnit();
  const places = new Map<string, Place>();
  for (const botId of botIds) {
    const { workspaceId: from } = await accessBot(unit, { caller, botId, intent: 'write' });
    const workspaceId = toWorkspaceId ?? from;
    if (workspaceId !== from) await accessBot(unit, { caller, botId, intent: 'move' });
    places.set(botId, { workspaceId, folderId, from });
  }
  for (const workspaceId of new Set([...places.values()].map((place) => place.workspaceId))) {
    await accessWorkspace(unit, { caller, workspaceId, intent: 'write' });
    await assertFolder(unit, { workspaceId, folderId }, ['toFolderId']);
  }
  return places;
}

/** Moves a bot within a transaction. To another workspace it takes its files, but not its credentials and shares. */
async function moveBot(
  unit: Unit,
  bot: Bot,
  { workspaceId, folderId, from }: Place,
): Promise<void> {
  if (bot.workspaceId !== from) throw commonFailure('BOT_NOT_FOUND');
  if (workspaceId !== from) {
    bot.draft = stripUnknownCredentials(bot.draft, await knownCredentials(unit, workspaceId));
    bot.messengerCredentialsId = null;
    bot.selectedThemeTemplateId = null;
    bot.sourceId = null;
    await endSharesOf(unit, bot.id);
    await moveFiles(unit, bot.id, workspaceId);
    await moveChats(unit, bot.id, workspaceId);
    await keepShardKeys(unit, bot);
  }
  Object.assign(bot, { workspaceId, folderId });
}
