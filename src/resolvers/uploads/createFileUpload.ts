import {
  Arg,
  Ctx,
  Field,
  Float,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Resolver,
} from 'type-graphql';
import { accessBot, accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { FileVisibility } from '../../schema/enums.js';
import { File } from '../../schema/file.js';
import { ShortText } from '../../schema/scalars.js';
import { StagedUpload } from '../../schema/stagedUpload.js';
import { Payload } from '../../schema/userError.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'What is to be uploaded, and what for: a bot or a workspace.' })
class CreateFileUploadInput extends MutationInput {
  @Field(() => ID, {
    nullable: true,
    description: 'The bot it is for, with which it is deleted; instead of `workspaceId`.',
  })
  botId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The workspace it is for, whatever its bots do; instead of `botId`.',
  })
  workspaceId?: string | null;

  @Field(() => ShortText, { description: 'What the file is called, with its ending.' })
  fileName: string;

  @Field(() => ShortText, {
    nullable: true,
    description: 'Its media type; without it the ending of the name counts.',
  })
  fileType?: string | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Its length in bytes, so that one that is too large is refused before it is sent.',
  })
  fileSize?: number | null;

  @Field(() => FileVisibility, {
    defaultValue: FileVisibility.PUBLIC,
    description: 'Who may read it; what visitors are to see is public.',
  })
  visibility: FileVisibility;
}

@ObjectType({ description: 'What preparing the upload of a file answers with.' })
class CreateFileUploadPayload extends Payload {
  @Field(() => StagedUpload, { nullable: true, description: 'Where it is to be uploaded.' })
  stagedUpload?: StagedUpload;

  @Field(() => File, { nullable: true, description: 'The file, without bytes so far.' })
  file?: File;
}

/** Prepares the upload of a file for a bot or a workspace, by somebody who may change it. */
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
    const { fileName: name, fileType, fileSize, visibility } = input;
    const claimed = { name, type: fileType ?? undefined, size: fileSize ?? undefined };
    return context.files.stageForMember({ owner, claimed, visibility });
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
