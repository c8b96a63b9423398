import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { flowOfStage, type FlowDefinition } from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import { Bot, BotVersion } from '../../schema/bot.js';
import { BotStage, type StageCredentials } from '../../schema/botStage.js';
import { BotChangeKind } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { PrefilledVariables } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { findVersion } from '../../storage/botLists.js';
import { addVersion } from '../../storage/bots.js';
import { keepFlow } from '../../storage/flows.js';
import { stageFlowId } from '../../storage/flowVariants.js';
import type { Unit } from '../../storage/orm.js';
import { saveStage } from '../../storage/stages.js';
import { draftOf } from '../bots/draftOf.js';
import { freePublicId } from '../bots/publicIdCheck.js';
import { usableCredentials } from '../bots/usableCredentials.js';
import { writeBot } from '../bots/writeBot.js';
import { keepVariant } from '../versions/keepVariant.js';
import { StageInput } from './stages.js';

@InputType({ description: 'Credentials that a stage uses in place of others.' })
class StageCredentialsInput implements StageCredentials {
  @Field(() => ID, 'The credentials that the flow names.') credentialsId: string;

  @Field(() => ID, 'Those of the workspace that the stage uses, of the same type.')
  replacementId: string;
}

@InputType({ description: 'What a stage of a bot is to be.' })
class SetBotStageInput extends StageInput {
  @NullableField(() => ID, {
    description:
      'The version that its chats run; absent: the draft, which is kept as a version that is not live, unless a version has the same flow.',
  })
  versionId?: string | null;

  @NullableField(() => PrefilledVariables, {
    description:
      'What variables begin with, in place of what the flow says; absent: as before. No place for secrets: use credentials.',
  })
  variables?: Record<string, unknown> | null;

  @NullableField(() => [StageCredentialsInput], {
    description: 'The credentials that it uses in place of others, at most 50; absent: as before.',
  })
  credentials?: StageCredentialsInput[] | null;
}

@ObjectType({ description: 'What setting a stage answers with.' })
class BotStagePayload extends Payload {
  @NullableField(() => BotStage, 'The stage as it is now.') stage?: BotStage;
  @NullableField(() => Bot, 'The bot, with its stages.') bot?: Bot;
}

/** The most credentials that a stage replaces. */
const MOST_CREDENTIALS = 50;

/** Sets what a stage of a bot runs. */
@Resolver()
export class SetBotStage {
  @Mutation(() => BotStagePayload, {
    description:
      'Makes a stage of a bot, or sets what it runs: a version at an address of its own, beside what is live. Chats that run go on with what they began with.',
  })
  async setBotStage(
    @Arg('input', () => SetBotStageInput, { description: 'What the stage is to be.' })
    input: SetBotStageInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotStagePayload>> {
    const { botId, clientMutationId } = input;
    assertName(input.stage);
    const unit = context.openUnit();
    const caller = await context.caller();
    const found = await accessBot(unit, { caller, botId, intent: 'write' });
    await assertCredentials(context, found, input.credentials ?? []);
    let stage: BotStage | undefined;
    const write = { botId, kind: BotChangeKind.STAGED, clientMutationId };
    const bot = await writeBot(context, write, async (stored, inner) => {
      const authorId = caller?.userId ?? null;
      const version = await versionFor(inner, stored, { versionId: input.versionId, authorId });
      stored.publicId ??= await freePublicId(inner, stored);
      stage = await stageWith(inner, version, input);
    });
    return { bot, ...(stage && { stage }) };
  }
}

/** Names are part of addresses. */
const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

function assertName(name: string): void {
  if (NAME.test(name)) return;
  const message = 'Must be 1 to 40 small letters, digits and hyphens, such as staging';
  throw invalid([{ path: ['stage'], message }]);
}

interface Wanted {
  readonly versionId: string | null | undefined;
  readonly authorId: string | null;
}

/** The version with this id, else the newest one that has the draft of a bot whose row is locked, else one made of it. */
async function versionFor(
  unit: Unit,
  { id: botId, draft }: Bot,
  { versionId, authorId }: Wanted,
): Promise<BotVersion> {
  if (typeof versionId !== 'string') {
    const flowId = await keepFlow(unit, draft);
    const known = await unit.findOne(
      BotVersion,
      { botId, flowId },
      { orderBy: { number: 'desc' } },
    );
    if (known) return known;
    return addVersion(unit, { botId, flowId, authorId, label: null, overrideReason: null });
  }
  return findVersion(unit, botId, versionId);
}

/** Stores the stage with what it has of its own, and its flow. */
async function stageWith(
  unit: Unit,
  { id: versionId, botId, flowId }: BotVersion,
  { stage: name, variables, credentials }: SetBotStageInput,
): Promise<BotStage> {
  const before = await unit.findOne(BotStage, { botId, name });
  const values = {
    variables: variables ?? before?.variables ?? {},
    credentials: credentials ?? before?.credentials ?? [],
  };
  const ownId = stageFlowId(name, versionId);
  await keepVariant(unit, { flowId, ownId }, (definition) => {
    assertVariables(definition, variables ?? {});
    return flowOfStage(definition, values);
  });
  return saveStage(unit, before, { ...values, botId, name, versionId, flowId: ownId });
}

function assertVariables({ variables }: FlowDefinition, values: Record<string, unknown>): void {
  const names = new Set(variables.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !names.has(name));
  if (unknown.length === 0) return;
  throw invalid(
    unknown.slice(0, 10).map((name) => {
      const message = `The version has no variable "${name.slice(0, 100)}"`;
      return { path: ['variables', name], message };
    }),
  );
}

/** Refuses credentials that the caller may not use in the bot, and those of another type than the ones that they replace. */
async function assertCredentials(
  context: Context,
  bot: Bot,
  credentials: readonly StageCredentials[],
): Promise<void> {
  if (credentials.length === 0) return;
  if (credentials.length > MOST_CREDENTIALS) {
    throw invalid([{ path: ['credentials'], message: `At most ${MOST_CREDENTIALS}` }]);
  }
  const caller = await context.caller();
  const draft = () => draftOf(bot, context);
  const usable = await usableCredentials(context.openUnit(), { caller, bot, draft });
  const all = await context.loaders().credentials.load(bot.workspaceId);
  const typeOf = (id: string) => all.find((one) => one.id === id)?.type;
  for (const [place, { credentialsId, replacementId }] of credentials.entries()) {
    const path = ['credentials', place, 'replacementId'];
    if (!usable.has(replacementId)) {
      throw invalid([{ path, message: 'The workspace has no such credentials' }]);
    }
    const type = typeOf(credentialsId);
    if (type !== undefined && type !== typeOf(replacementId)) {
      throw invalid([{ path, message: 'Must be of the same type as those they replace' }]);
    }
  }
}
