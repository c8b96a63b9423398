import { Float, InputType, Arg, Ctx, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import { Field, NullableField } from '../../schema/field.js';
import { ShortText } from '../../schema/scalars.js';
import { MutationInput } from '../mutationInput.js';
import { findUploadPlace } from '../../chat/uploads.js';
import type { Context } from '../../context/context.js';
import { StagedUpload } from '../../schema/stagedUpload.js';
import { Payload } from '../../schema/userError.js';
import { accessBot, accessWorkspace } from '../../auth/access.js';
import { invalid } from '../../errors/errors.js';
import { FileVisibility } from '../../schema/enums.js';
import { File } from '../../schema/file.js';

/** The description of a file, common to all uploads. */
@InputType()
abstract class UploadInput extends MutationInput {
  @Field(() => ShortText, 'What the file is called, with its ending.') fileName: string;

  @NullableField(() => ShortText, 'Its media type; without it the ending of the name counts.')
  fileType?: string | null;

  @NullableField(() => Float, {
    description: 'Its length in bytes, so that one that is too large is refused before it is sent.',
  })
  fileSize?: number | null;

  /** The description for `files/`, where nulls count as absent. */
  claimed() {
    const { fileName: name, fileType, fileSize } = this;
    return { name, type: fileType ?? undefined, size: fileSize ?? undefined };
  }
}

@InputType()
class CreateStagedUploadInput extends UploadInput {
  @Field(() => ID, 'The secret of the chat, from the reply of its start.') sessionId: string;

  @NullableField(() => ID, 'The input that the file is for: refused unless the chat waits there.')
  blockId?: string | null;
}

@ObjectType()
class CreateStagedUploadPayload extends Payload {
  @NullableField(() => StagedUpload, 'Where it is to be uploaded.') stagedUpload?: StagedUpload;
}

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

/** Prepares uploads. */
@Resolver()
export class UploadMutations {
  @Mutation(() => CreateStagedUploadPayload, {
    description:
      'Prepares the upload of a file to the input at which a chat waits. Upload it within ten minutes, then send its `fileUrl` as the answer, or with it.',
  })
  async createStagedUpload(
    @Arg('input', () => CreateStagedUploadInput) input: CreateStagedUploadInput,
    @Ctx() { chats, files, origin, clientAddress }: Context,
  ): Promise<Partial<CreateStagedUploadPayload>> {
    const { sessionId } = input;
    const blockId = input.blockId ?? undefined;
    const place = await findUploadPlace(chats, { sessionId, blockId, origin });
    return { stagedUpload: await files.stage({ ...place, clientAddress }, input.claimed()) };
  }

  /** Prepares the upload of a file for a bot or a workspace, for callers who may change it. */
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
