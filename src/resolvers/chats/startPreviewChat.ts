import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot, accessPreview, isWriterOf, signedIn } from '../../auth/access.js';
import { startPreview, type PreviewRequest } from '../../chat/startPreview.js';
import type { Context } from '../../context/context.js';
import {
  flowOfStage,
  stripUnknownCredentials,
  type Breakpoint,
  type FlowDefinition,
  type FlowOverride,
  type StartFrom,
} from '../../engine/index.js';
import { Failure } from '../../errors/errors.js';
import { Breakpoints } from '../../schema/breakpoints.js';
import { ChatPayload } from '../../schema/chatReply.js';
import { Field, NullableField } from '../../schema/field.js';
import {
  FlowOverride as FlowOverrideScalar,
  ShortText,
  StartFrom as StartFromScalar,
} from '../../schema/scalars.js';
import { findStage } from '../../storage/stages.js';
import { draftOf } from '../bots/draftOf.js';
import { usableCredentials } from '../bots/usableCredentials.js';
import { StartOptionsInput } from './startOptionsInput.js';

@InputType()
class StartPreviewChatInput extends StartOptionsInput {
  @Field(() => ID, 'The bot whose draft is to be run.') botId: string;

  @NullableField(() => FlowOverrideScalar, 'A flow to run instead of the stored draft.')
  bot?: FlowOverride | null;

  @NullableField(() => StartFromScalar, 'Where to begin; absent: where the flow begins.')
  startFrom?: StartFrom | null;

  @NullableField(() => Breakpoints, {
    description:
      'Where its turns pause, to be stepped through with `stepChat`. Only where you may read the bot.',
  })
  breakpoints?: Breakpoint[] | null;

  @NullableField(() => ShortText, {
    description:
      'The stage of the bot whose variables and credentials it has. Only where you may read the bot.',
  })
  stage?: string | null;
}

/** Starts a chat of a draft, or of a flow in the request, which leaves no result. */
@Resolver()
export class StartPreviewChat {
  @Mutation(() => ChatPayload, {
    description: 'Starts a chat of a draft, or of a flow sent along; leaves no result.',
  })
  async startPreviewChat(
    @Arg('input', () => StartPreviewChatInput) input: StartPreviewChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<ChatPayload>> {
    const caller = await context.caller();
    if (context.previewRequiresToken) signedIn(caller);
    const { botId, stage } = input;
    const access = { caller, botId, stage };
    const played = input.bot
      ? await overrideOf(context, input.bot, access)
      : ((await exampleOf(context, input)) ?? (await storedDraft(context, access)));
    const breakpoints = input.breakpoints ?? undefined;
    if (played.reach && (breakpoints || typeof stage === 'string')) {
      const what = breakpoints ? 'debug it' : 'try it as a stage';
      throw new Failure('FORBIDDEN', `Only people who may read the bot may ${what}`);
    }
    const reply = await startPreview(context.chats, {
      ...input.options(context.origin),
      ...played,
      botId,
      clientAddress: context.clientAddress,
      startFrom: input.startFrom ?? undefined,
      breakpoints,
    });
    return { reply };
  }
}

type Access = Parameters<typeof accessPreview>[1] & { readonly stage: string | null | undefined };
type PreviewSource = Pick<
  PreviewRequest,
  'definition' | 'reach' | 'shownBotId' | 'prefilledVariables'
>;

/**
 * An example bot that uses an account of the operator. Flow and variables are the server's own, because they limit what a model can be
 * asked.
 */
async function exampleOf(
  { examples }: Context,
  { botId }: StartPreviewChatInput,
): Promise<PreviewSource | undefined> {
  const definition = await examples.findFlow(botId);
  return definition && { definition, reach: 'example', prefilledVariables: undefined };
}

/** A flow in the request. It runs restricted unless the caller may change the bot whose id it has; no bot needs to have that id. */
async function overrideOf(
  context: Context,
  bot: FlowOverride,
  access: Access,
): Promise<PreviewSource> {
  const { id, ...definition } = bot;
  const unit = context.openUnit();
  if (!(await isWriterOf(unit, access))) return { definition, shownBotId: id, reach: 'nothing' };
  const { caller, botId } = access;
  const stored = await accessBot(unit, { caller, botId, intent: 'preview' });
  const usable = await usableCredentials(unit, {
    caller,
    bot: stored,
    draft: () => draftOf(stored, context),
  });
  // What a guest may not use is not lent to a flow of theirs by a stage either.
  const staged = await atStage(context, definition, access);
  return { definition: stripUnknownCredentials(staged, usable), shownBotId: id };
}

async function storedDraft(context: Context, access: Access): Promise<PreviewSource> {
  const { bot, isReader } = await accessPreview(context.openUnit(), access);
  const draft = await draftOf(bot, context);
  if (!isReader) return { definition: draft, reach: 'bots' };
  return { definition: await atStage(context, draft, access) };
}

/** The flow with the variables and credentials of the stage, for somebody who may read the bot. */
async function atStage(
  context: Context,
  definition: FlowDefinition,
  { botId, stage }: Access,
): Promise<FlowDefinition> {
  if (typeof stage !== 'string') return definition;
  return flowOfStage(definition, await findStage(context.openUnit(), botId, stage));
}
