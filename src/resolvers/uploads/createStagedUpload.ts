import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { findUploadPlace } from '../../chat/uploads.js';
import type { Context } from '../../context/context.js';
import { Field, NullableField } from '../../schema/field.js';
import { StagedUpload } from '../../schema/stagedUpload.js';
import { Payload } from '../../schema/userError.js';
import { UploadInput } from './uploadInput.js';

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

/** Prepares the upload of a file to the input at which a chat waits; the session id is enough. */
@Resolver()
export class CreateStagedUpload {
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
}
