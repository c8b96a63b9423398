import { Float, InputType } from 'type-graphql';
import { Field, NullableField } from '../../schema/field.js';
import { ShortText } from '../../schema/scalars.js';
import { MutationInput } from '../mutationInput.js';

/** The description of a file, common to all uploads. */
@InputType()
export abstract class UploadInput extends MutationInput {
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
