import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Credentials } from '../../schema/credentials.js';
import { MessengerChannel } from '../../schema/messengerChannel.js';
import { Costs, STATEMENT } from '../../schema/queryCost.js';
import { findWorkspaceFor } from '../findFor.js';

/** The channel of credentials. */
@Resolver(() => Credentials)
export class CredentialsChannel {
  @Costs(STATEMENT)
  @FieldResolver(() => MessengerChannel, {
    nullable: true,
    description:
      'What is known of the channel; null for credentials of other types, and for those who may not read the workspace.',
  })
  async messengerChannel(
    @Root() { id: credentialsId, type, workspaceId }: Credentials,
    @Ctx() context: Context,
  ): Promise<ShownChannel | null> {
    if (type !== 'messenger' || !(await findWorkspaceFor(context, workspaceId, 'read')))
      return null;
    const known = await context.loaders().messengerChannel.load(credentialsId);
    const { verifiedAt = null, faultAt = null, faultKind = null, fault = null } = known ?? {};
    return { credentialsId, workspaceId, verifiedAt, faultAt, faultKind, fault };
  }
}

/** A channel with its workspace, for its address. */
interface ShownChannel extends MessengerChannel {
  readonly workspaceId: string;
}

/** The fields of a channel that are not columns. */
@Resolver(() => MessengerChannel)
export class MessengerChannelFields {
  @FieldResolver(() => String, {
    description:
      'The address to which the service sends messages: its callback URL. A service on the internet reaches it only if the server is there, too.',
  })
  webhookUrl(
    @Root() { credentialsId, workspaceId }: ShownChannel,
    @Ctx() { addressForCaller }: Context,
  ): string {
    return `${addressForCaller()}/v1/workspaces/${workspaceId}/messenger/${credentialsId}/webhook`;
  }

  @Costs(STATEMENT)
  @FieldResolver(() => Date, {
    nullable: true,
    description: 'When a person last wrote; null where nobody did in the last 30 days.',
  })
  async lastMessageAt(
    @Root() { credentialsId }: ShownChannel,
    @Ctx() context: Context,
  ): Promise<Date | null> {
    return context.loaders().lastMessage.load(credentialsId);
  }
}
