import { ObjectType } from 'type-graphql';
import { NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { Workspace } from '../../schema/workspace.js';

/** The payload of a mutation of a workspace. */
@ObjectType({ description: 'What a mutation of a workspace answers with.' })
export class WorkspacePayload extends Payload {
  @NullableField(() => Workspace, 'The workspace as it is now.') workspace?: Workspace;
}
