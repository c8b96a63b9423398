import { Field, ObjectType } from 'type-graphql';
import { Folder } from '../../schema/folder.js';
import { Payload } from '../../schema/userError.js';

/** The payload of a mutation of a folder. */
@ObjectType({ description: 'What a mutation of a folder answers with.' })
export class FolderPayload extends Payload {
  @Field(() => Folder, { nullable: true, description: 'The folder as it is now.' })
  folder?: Folder;
}
