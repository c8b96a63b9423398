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
import { findUploadPlace } from '../../chat/findUploadPlace.js';
import type { Context } from '../../context/context.js';
import { ShortText } from '../../schema/scalars.js';
import { StagedUpload } from '../../schema/stagedUpload.js';
import { Payload } from '../../schema/userError.js';
import { MutationInput } from '../mutationInput.js';

@InputType()
class CreateStagedUploadInput extends MutationInput {
  @Field(() => ID, { description: 'The secret of the chat, from the reply of its start.' })
  sessionId: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The input that the file is for: refused unless the chat waits there.',
  })
  blockId?: string | null;

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
}

@ObjectType()
class CreateStagedUploadPayload extends Payload {
  @Field(() => StagedUpload, { nullable: true, description: 'Where it is to be uploaded.' })
  stagedUpload?: StagedUpload;
}

/** Prepares the upload of a file to the input at which a chat waits; it needs only the session id. */
@Resolver()
export class CreateStagedUpload {
  @Mutation(() => CreateStagedUploadPayload, {
    description:
      'Prepares the upload of a file to the input at which a chat waits. Upload it within ten minutes, then send its `fileUrl` as the answer, or with it.',
  })
  async createStagedUpload(
    @Arg('input', () => CreateStagedUploadInput) input: CreateStagedUploadInput,
    @Ctx() { chats, files, origin }: Context,
  ): Promise<Partial<CreateStagedUploadPayload>> {
    const { sessionId, fileName: name, fileType, fileSize } = input;
    const blockId = input.blockId ?? undefined;
    const place = await findUploadPlace(chats, { sessionId, blockId, origin });
    const claimed = { name, type: fileType ?? undefined, size: fileSize ?? undefined };
    return { stagedUpload: await files.stage(place, claimed) };
  }
}
