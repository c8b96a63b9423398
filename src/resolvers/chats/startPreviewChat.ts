import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessPreview, signedIn } from '../../auth/access.js';
import { startPreview } from '../../chat/startPreview.js';
import type { Context } from '../../context.js';
import type { FlowDefinition, FlowOverride, StartFrom } from '../../engine/index.js';
import { ChatPayload } from '../../schema/chatReply.js';
import {
  FlowOverride as FlowOverrideScalar,
  StartFrom as StartFromScalar,
} from '../../schema/scalars.js';
import { StartOptionsInput } from './startOptionsInput.js';

@InputType()
class StartPreviewChatInput extends StartOptionsInput {
  @Field(() => ID)
  botId: string;

  @Field(() => FlowOverrideScalar, {
    nullable: true,
    description: 'A flow to run instead of the stored draft.',
  })
  bot?: FlowOverride | null;

  @Field(() => StartFromScalar, { nullable: true })
  startFrom?: StartFrom | null;
}

/** Starts a chat of a draft, or of a flow sent along; leaves no result (interface §4, "Start a preview chat"). */
@Resolver()
export class StartPreviewChat {
  @Mutation(() => ChatPayload, {
    description: 'Starts a chat of a draft, or of a flow sent along; leaves no result.',
  })
  async startPreviewChat(
    @Arg('input', () => StartPreviewChatInput) input: StartPreviewChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<ChatPayload>> {
    const definition = input.bot ? definitionOf(input.bot) : await draftOf(context, input.botId);
    const reply = await startPreview(context.chats, {
      ...input.options(),
      botId: input.botId,
      definition,
      startFrom: input.startFrom ?? undefined,
    });
    return { reply };
  }
}

function definitionOf(override: FlowOverride): FlowDefinition {
  const { id, ...definition } = override;
  return definition;
}

async function draftOf(context: Context, botId: string): Promise<FlowDefinition> {
  const caller = await context.caller();
  if (context.previewRequiresToken) signedIn(caller);
  const { bot } = await accessPreview(context.openUnit(), { caller, botId });
  return bot.draft;
}
