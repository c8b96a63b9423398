import { ObjectType } from 'type-graphql';
import { NullableField } from '../../schema/field.js';
import { Folder } from '../../schema/folder.js';
import { Payload } from '../../schema/userError.js';

/** The payload of a mutation of a folder. */
@ObjectType({ description: 'What a mutation of a folder answers with.' })
export class FolderPayload extends Payload {
  @NullableField(() => Folder, 'The folder as it is now.') folder?: Folder;
}
