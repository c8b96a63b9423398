import {
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  type ClassType,
  Args,
  ObjectType,
  Query,
  Arg,
  InputType,
  Mutation,
} from 'type-graphql';
import { rolesThatMay, accessAccount, callerWith, scopesFor } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { User } from '../../schema/user.js';
import { Payload } from '../../schema/userError.js';
import { DeletePayload } from '../deletePayload.js';
import { AcceptInvitationPayload } from '../invitations/invitations.js';
import { ApiTokenPayload } from '../tokens/apiTokens.js';
import { WorkspacePayload } from '../workspaces/workspaces.js';
import { ApiToken } from '../../schema/apiToken.js';
import { SignIn } from '../../schema/signIn.js';
import { listSignIns, MOST_LISTED } from '../../storage/clientSignIns.js';
import { listTokens } from '../../storage/tokens.js';
import { Holds } from '../../schema/queryCost.js';
import { Field, NullableField } from '../../schema/field.js';
import { WorkspaceConnection } from '../../schema/workspace.js';
import { listWorkspaces } from '../../storage/workspaces.js';
import { PageArgs, connectionFrom, idInCursor, sliceOf } from '../pageArgs.js';
import { Name } from '../../schema/scalars.js';
import { renameUser } from '../../storage/people.js';
import { MutationInput } from '../mutationInput.js';

/** The fields of a person that not everybody may read: guests see only their own e-mail address. */
@Resolver(() => User)
export class UserFields {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Their e-mail address, for themselves and for members of a workspace they are in.',
  })
  async email(@Root() { id, email }: User, @Ctx() context: Context): Promise<string | null> {
    const caller = await context.caller();
    if (!caller || email === null) return null;
    if (caller.userId === id) return email;
    const asked = { by: caller.userId, roles: rolesThatMay('read'), userId: id };
    return (await context.loaders().isKnown.load(asked)) ? email : null;
  }
}

/** Adds the field `viewer` to the payloads of mutations that change lists of the caller: workspaces, tokens and sign-ins. */
export const payloadViewers: readonly ClassType[] = [
  AcceptInvitationPayload,
  ApiTokenPayload,
  DeletePayload,
  WorkspacePayload,
].map(payloadViewer);

function payloadViewer(payload: ClassType): ClassType {
  @Resolver(() => payload)
  class PayloadViewer {
    @FieldResolver(() => Viewer, {
      nullable: true,
      description: 'You, with your lists as they are now; null when nothing was done.',
    })
    async viewer(@Root() { userErrors }: Payload, @Ctx() context: Context): Promise<Viewer | null> {
      return userErrors.length > 0 ? null : findViewer(context);
    }
  }
  return PayloadViewer;
}

/** The fields that only the caller sees. */
@Resolver(() => Viewer)
export class ViewerFields {
  @Holds(100)
  @FieldResolver(() => [ApiToken], {
    description: 'Their tokens that were not revoked, oldest first.',
  })
  async apiTokens(@Ctx() context: Context): Promise<ApiToken[]> {
    const { userId } = accessAccount(await context.caller(), 'read');
    return listTokens(context.openUnit(), userId);
  }

  @Holds(MOST_LISTED)
  @FieldResolver(() => [SignIn], {
    description: 'The dashboards and programs they are signed in to, newest first; 100 at most.',
  })
  async signIns(@Ctx() context: Context): Promise<SignIn[]> {
    const { userId } = accessAccount(await context.caller(), 'read');
    return listSignIns(context.openUnit(), userId);
  }
}

/** The caller. */
@ObjectType({ description: 'The caller.' })
class Viewer {
  @Field(() => User, 'The person.') user: User;
}

/** The caller, and what they may see. */
@Resolver(() => Viewer)
export class ReadViewer {
  @Query(() => Viewer, { nullable: true, description: 'The caller; null without a token.' })
  async viewer(@Ctx() context: Context): Promise<Viewer | null> {
    return findViewer(context);
  }

  @FieldResolver(() => WorkspaceConnection, {
    description: 'The workspaces they belong to, as guests too, oldest first.',
  })
  async workspaces(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: Context,
  ): Promise<WorkspaceConnection> {
    const caller = callerWith(await context.caller(), scopesFor('see'));
    const slice = sliceOf(args, idInCursor);
    const { userId, workspaceId: only } = caller;
    const asked = { userId, roles: rolesThatMay('see'), ...(only !== null && { only }) };
    return connectionFrom(await listWorkspaces(context.openUnit(), asked, slice), ({ id }) => id);
  }
}

/** The caller; null without a token. */
async function findViewer(context: Context): Promise<Viewer | null> {
  const caller = await context.caller();
  const user = caller && (await context.loaders().user.load(caller.userId));
  return user ? { user } : null;
}

@InputType({ description: 'What to change of the caller.' })
class UpdateViewerInput extends MutationInput {
  @NullableField(() => Name, 'What to be called; null is nothing, absent is unchanged.')
  name?: string | null;
}

@ObjectType({ description: 'The payload of changing the caller.' })
class UserPayload extends Payload {
  @NullableField(() => User, 'The person as they are now.') user?: User;
}

/** Reads and changes the caller. */
@Resolver()
export class ViewerOperations {
  /** Changes the name of the caller. They cannot change their e-mail address, because it signs them in. */
  @Mutation(() => UserPayload, { description: 'Changes what you are called.' })
  async updateViewer(
    @Arg('input', () => UpdateViewerInput, { description: 'What is to change.' })
    { name }: UpdateViewerInput,
    @Ctx() context: Context,
  ): Promise<Partial<UserPayload>> {
    const { userId } = accessAccount(await context.caller(), 'write');
    return { user: await renameUser(context.openUnit(), userId, name) };
  }
}
