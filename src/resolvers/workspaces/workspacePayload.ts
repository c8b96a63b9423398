import { Field, ObjectType } from 'type-graphql';
import { Payload } from '../../schema/userError.js';
import { Workspace } from '../../schema/workspace.js';

/** The payload of a mutation of a workspace. */
@ObjectType({ description: 'What a mutation of a workspace answers with.' })
export class WorkspacePayload extends Payload {
  @Field(() => Workspace, { nullable: true, description: 'The workspace as it is now.' })
  workspace?: Workspace;
}
