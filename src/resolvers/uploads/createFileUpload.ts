import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot, accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { FileVisibility } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { File } from '../../schema/file.js';
import { StagedUpload } from '../../schema/stagedUpload.js';
import { Payload } from '../../schema/userError.js';
import { UploadInput } from './uploadInput.js';

@InputType({ description: 'What is to be uploaded, and what for: a bot or a workspace.' })
class CreateFileUploadInput extends UploadInput {
  @NullableField(() => ID, 'The bot it is for, with which it is deleted; instead of `workspaceId`.')
  botId?: string | null;

  @NullableField(() => ID, 'The workspace it is for, whatever its bots do; instead of `botId`.')
  workspaceId?: string | null;

  @Field(() => FileVisibility, {
    defaultValue: FileVisibility.PUBLIC,
    description: 'Who may read it; what visitors are to see is public.',
  })
  visibility: FileVisibility;
}

@ObjectType({ description: 'What preparing the upload of a file answers with.' })
class CreateFileUploadPayload extends Payload {
  @NullableField(() => StagedUpload, 'Where it is to be uploaded.') stagedUpload?: StagedUpload;
  @NullableField(() => File, 'The file, without bytes so far.') file?: File;
}

/** Prepares the upload of a file for a bot or a workspace, for callers who may change it. */
@Resolver()
export class CreateFileUpload {
  @Mutation(() => CreateFileUploadPayload, {
    description:
      'Prepares the upload of a file for a bot or a workspace, such as an image or an avatar. Upload it within ten minutes, then use its `fileUrl`.',
  })
  async createFileUpload(
    @Arg('input', () => CreateFileUploadInput, { description: 'What, and what for.' })
    input: CreateFileUploadInput,
    @Ctx() context: Context,
  ): Promise<Partial<CreateFileUploadPayload>> {
    const owner = await accessOwner(context, input);
    const { visibility } = input;
    return context.files.stageForMember({ owner, claimed: input.claimed(), visibility });
  }
}

async function accessOwner(
  context: Context,
  { botId, workspaceId }: CreateFileUploadInput,
): Promise<{ botId: string | null; workspaceId: string }> {
  const unit = context.openUnit();
  const caller = await context.caller();
  if (typeof botId === 'string' && typeof workspaceId !== 'string') {
    const bot = await accessBot(unit, { caller, botId, intent: 'write' });
    return { botId, workspaceId: bot.workspaceId };
  }
  if (typeof workspaceId === 'string' && typeof botId !== 'string') {
    await accessWorkspace(unit, { caller, workspaceId, intent: 'write' });
    return { botId: null, workspaceId };
  }
  throw invalid([{ path: ['botId'], message: 'Send either `botId` or `workspaceId`' }]);
}
