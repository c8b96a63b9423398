import { Float, ObjectType } from 'type-graphql';
import { Field } from './field.js';
import { Json } from './scalars.js';

/** Where and how a client uploads a file. */
@ObjectType({
  description:
    'Where a file is to be uploaded: as the last part of a form (multipart/form-data) that holds the fields of `formData` before it, named `file`.',
})
export class StagedUpload {
  @Field(() => String, 'Where the form is posted.') url: string;

  @Field(() => Json, 'The fields of the form before the file, by their names.')
  formData: Readonly<Record<string, string>>;

  @Field(() => String, {
    description: 'The address of the file once it is uploaded: what an answer of the chat names.',
  })
  fileUrl: string;

  @Field(() => String, 'The media type it is taken for.') fileType: string;
  @Field(() => Float, 'The largest length that is taken, in bytes.') maxBytes: number;
  @Field(() => Date, 'Until when the upload may begin.') expiresAt: Date;
}
