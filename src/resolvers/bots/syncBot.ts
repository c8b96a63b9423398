import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot, accessWorkspace, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { textOfFlow, type BotImport } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Failure, invalid } from '../../errors/errors.js';
import { Bot } from '../../schema/bot.js';
import { BotChangeKind, SyncOutcome } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { BotImport as BotImportScalar, Name } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { findBotOfSource, type BotMade } from '../../storage/bots.js';
import { flowIdOf } from '../../storage/flows.js';
import type { Unit } from '../../storage/orm.js';
import { MutationInput } from '../mutationInput.js';
import { newBotData } from './createBot.js';
import { draftOf } from './draftOf.js';
import { makeBot, writeBot } from './writeBot.js';

@InputType({ description: 'A bot that is kept at another place, as it is there.' })
class SyncBotInput extends MutationInput {
  @Field(() => ID, 'Where the bot is to be.') workspaceId: string;
  @Field(() => Name, 'The id it has at the other place.') sourceId: string;
  @Field(() => BotImportScalar, 'The exported bot, of versions 3 to 6.') bot: BotImport;

  @NullableField(() => ID, {
    description: 'The bot whose draft it replaces, even if that was changed or made here.',
  })
  replacesBotId?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'True: answers what would be done, and does nothing.',
  })
  isDryRun: boolean;
}

@ObjectType({ description: 'What bringing a bot answers with.' })
class SyncBotPayload extends Payload {
  @NullableField(() => Bot, 'The bot as it is now; of a dry run the one that would change, if any.')
  bot?: Bot | null;

  @NullableField(() => SyncOutcome, 'What was done.') outcome?: SyncOutcome;
}

/** Imports a bot that is maintained elsewhere, again whenever it has changed there. Each id there belongs to one bot here. */
@Resolver()
export class SyncBot {
  @Mutation(() => SyncBotPayload, {
    description:
      'Imports a bot that is kept at another place, and the next time replaces its draft if it changed there. Refused with `BOT_CHANGED` when it changed here, too.',
  })
  async syncBot(
    @Arg('input', () => SyncBotInput, { description: 'The bot, and where it is to be.' })
    input: SyncBotInput,
    @Ctx() context: Context,
  ): Promise<Partial<SyncBotPayload>> {
    const unit = context.openUnit();
    const caller = signedIn(await context.caller());
    const { workspaceId, sourceId, bot } = input;
    await accessWorkspace(unit, { caller, workspaceId, intent: 'write' });
    assertIndexable(sourceId);
    const made = await newBotData(unit, workspaceId, bot);
    const brought = { ...made, sourceId, sourceFlowId: flowIdOf(textOfFlow(made.draft)) };
    const before = await findBefore(unit, context, input);
    const outcome = await outcomeOf(context, { before, brought, input });
    if (input.isDryRun || outcome === SyncOutcome.UNCHANGED) return { bot: before, outcome };
    const done = before
      ? await replaceDraft(context, before, brought)
      : await makeBot(context, brought);
    return { bot: done, outcome };
  }
}

/** In bytes: the database cannot index much longer texts. */
const MAX_SOURCE_ID = 1_000;

function assertIndexable(sourceId: string): void {
  if (Buffer.byteLength(sourceId) <= MAX_SOURCE_ID) return;
  const message = `May not be longer than ${MAX_SOURCE_ID} bytes`;
  throw invalid([{ path: ['sourceId'], message }]);
}

type ImportedBot = BotMade & Pick<Bot, 'sourceFlowId'>;

/** The bot that the import replaces: the one imported from there before, or the one named by `replacesBotId`. */
async function findBefore(
  unit: Unit,
  context: Context,
  { workspaceId, sourceId, replacesBotId }: SyncBotInput,
): Promise<Bot | null> {
  const same = await findBotOfSource(unit, workspaceId, sourceId);
  if (typeof replacesBotId !== 'string' || replacesBotId === same?.id) return same;
  const caller = await context.caller();
  const named = await accessBot(unit, { caller, botId: replacesBotId, intent: 'write' });
  const message = faultOf(named);
  if (message === undefined) return named;
  throw invalid([{ path: ['replacesBotId'], message }]);

  function faultOf(bot: Bot): string | undefined {
    if (same) return `Another bot was brought from there already: ${same.id}`;
    if (bot.workspaceId !== workspaceId) return 'Is a bot of another workspace';
    return bot.sourceId === null ? undefined : 'Was brought from another bot';
  }
}

interface Sync {
  readonly before: Bot | null;
  readonly brought: ImportedBot;
  readonly input: SyncBotInput;
}

async function outcomeOf(
  context: Context,
  { before, brought: { sourceFlowId }, input }: Sync,
): Promise<SyncOutcome> {
  if (!before) return SyncOutcome.CREATED;
  const isReplaced = typeof input.replacesBotId === 'string';
  const isChangedThere = before.sourceFlowId !== sourceFlowId;
  if (!isChangedThere && !isReplaced) return SyncOutcome.UNCHANGED;
  const flowId = flowIdOf(textOfFlow(await draftOf(before, context)));
  const isChangedHere = before.sourceFlowId !== flowId;
  if (!isChangedThere && !isChangedHere) return SyncOutcome.UNCHANGED;
  if (!isChangedHere || flowId === sourceFlowId || isReplaced) return SyncOutcome.UPDATED;
  const message = `The bot was changed here since it was imported; name it in \`replacesBotId\` to replace those changes`;
  throw new Failure('BOT_CHANGED', message);
}

/** Replaces the draft, unless the bot has changed since it was loaded. Its name and icon stay. */
async function replaceDraft(context: Context, before: Bot, brought: ImportedBot): Promise<Bot> {
  const { id: botId, revision } = before;
  return writeBot(context, { botId, kind: BotChangeKind.UPDATED }, async (stored) => {
    if (stored.revision !== revision) throw commonFailure('CHANGED_MEANWHILE');
    const { draft, sourceId = null, sourceFlowId } = brought;
    Object.assign(stored, { draft, sourceId, sourceFlowId });
  });
}
