import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { botCaller } from '../../auth/access.js';
import { openSealed } from '../../auth/credentials.js';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { Credentials } from '../../schema/credentials.js';
import { CredentialsAccess } from '../../schema/credentialsAccess.js';
import { CredentialsMember, readableMembers } from '../../schema/credentialsMember.js';
import { ShortText } from '../../schema/scalars.js';
import { User } from '../../schema/user.js';
import { Workspace } from '../../schema/workspace.js';
import { ArrangedArgs, arranged } from '../arranged.js';
import { assertInside, findWorkspaceFor } from '../findFor.js';
import { Costs, Holds, STATEMENT } from '../../schema/queryCost.js';

/** The credentials of a workspace: their names and services, never their secrets. */
@Resolver(() => Workspace)
export class WorkspaceCredentials {
  @Holds(50)
  @FieldResolver(() => [Credentials], {
    nullable: true,
    description: 'Its credentials, without their secrets; not for guests.',
  })
  async credentials(
    @Root() workspace: Workspace,
    @Arg('type', () => ShortText, { nullable: true, description: 'Only those of this service.' })
    type: string | null | undefined,
    @Args(() => ArrangedArgs) args: ArrangedArgs,
    @Ctx() context: Context,
  ): Promise<Credentials[]> {
    await assertInside(workspace, context);
    const credentials = await context.loaders().credentials.load(workspace.id);
    const ofType = credentials.filter((entry) => typeof type !== 'string' || entry.type === type);
    return arranged(ofType, args, ({ name }) => name);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The page where a person connects an account to it, as new credentials; to be opened in a browser. Null where this server connects no accounts of this type.',
  })
  connectAccountUrl(
    @Root() { id: workspaceId }: Workspace,
    @Arg('type', () => ShortText, {
      description: 'The type of the credentials: `google sheets` or `gmail`.',
    })
    type: string,
    @Ctx() { connectAddressOf }: Context,
  ): string | undefined {
    return connectAddressOf({ workspaceId, type });
  }
}

/** The fields of credentials that are not columns. */
@Resolver(() => Credentials)
export class CredentialsFields {
  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace they belong to; null for those who do not.',
  })
  async workspace(
    @Root() { workspaceId }: Credentials,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'see');
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The page where a person connects an account in the place of theirs; to be opened in a browser. Null where accounts of this type are not connected.',
  })
  reconnectAccountUrl(
    @Root() { id: credentialsId, workspaceId, type }: Credentials,
    @Ctx() { connectAddressOf }: Context,
  ): string | undefined {
    return connectAddressOf({ workspaceId, type, credentialsId });
  }

  @FieldResolver(() => User, {
    nullable: true,
    description:
      'Who saved them first; null when that person is no longer known, and for those who may not read the workspace.',
  })
  async createdBy(
    @Root() { workspaceId, createdById }: Credentials,
    @Ctx() context: Context,
  ): Promise<User | null> {
    if (createdById === null || !(await findWorkspaceFor(context, workspaceId, 'read')))
      return null;
    return (await context.loaders().user.load(createdById)) ?? null;
  }

  @Costs(STATEMENT)
  @FieldResolver(() => CredentialsAccess, {
    nullable: true,
    description:
      'The access to an account at Google; null for credentials of other types, and where `members` is null.',
  })
  async access(
    @Root() credentials: Credentials,
    @Ctx() context: Context,
  ): Promise<CredentialsAccess | null> {
    const data = await dataOf(credentials, context);
    if (data === undefined) return null;
    return context.accounts.accessOf({ type: credentials.type, data }) ?? null;
  }

  @Costs(STATEMENT)
  @Holds(10)
  @FieldResolver(() => [CredentialsMember], {
    nullable: true,
    description:
      'The members of their data that are set: what is no secret with its value, secrets with their last characters. Null where the server no longer has the key that they were encrypted with.',
  })
  async members(
    @Root() credentials: Credentials,
    @Ctx() context: Context,
  ): Promise<CredentialsMember[] | null> {
    const data = await dataOf(credentials, context);
    return data === undefined ? null : readableMembers(credentials.type, data);
  }

  @Holds(50)
  @FieldResolver(() => [Bot], {
    description: 'The bots whose drafts name them, archived ones aside, oldest first.',
  })
  async usedByBots(@Root() { id }: Credentials, @Ctx() context: Context): Promise<Bot[]> {
    botCaller(await context.caller(), 'read');
    const botIds = await context.loaders().usersOfCredentials.load(id);
    const bots = await context.loaders().bot.loadMany(botIds);
    return bots.flatMap((bot) => (bot && !(bot instanceof Error) && !bot.isArchived ? [bot] : []));
  }
}

/** The decrypted data of credentials for those who may read their workspace; undefined if the key is gone. */
async function dataOf({ id, workspaceId }: Credentials, context: Context): Promise<unknown> {
  if (!(await findWorkspaceFor(context, workspaceId, 'read'))) return undefined;
  const sealed = await context.loaders().sealedCredentials.load(id);
  return sealed && openSealed(context.secrets, sealed).catch(() => undefined);
}
