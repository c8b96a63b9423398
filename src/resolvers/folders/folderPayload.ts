import { Field, ObjectType } from 'type-graphql';
import { Folder } from '../../schema/folder.js';
import { Payload } from '../../schema/userError.js';

/** What a mutation of a folder answers with. */
@ObjectType({ description: 'What a mutation of a folder answers with.' })
export class FolderPayload extends Payload {
  @Field(() => Folder, { nullable: true, description: 'The folder as it is now.' })
  folder?: Folder;
}
