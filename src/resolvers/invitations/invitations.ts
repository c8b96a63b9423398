import {
  ObjectType,
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  Arg,
  InputType,
  Mutation,
  ID,
} from 'type-graphql';
import { NullableField, Field } from '../../schema/field.js';
import { Invitation } from '../../schema/invitation.js';
import { Payload } from '../../schema/userError.js';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { Workspace } from '../../schema/workspace.js';
import { findBotFor, findWorkspaceFor, orNull } from '../findFor.js';
import { hashOf, newToken } from '../../auth/token.js';
import {
  saveInvitation,
  type InvitationMade,
  deleteInvitation,
  findInvitation,
} from '../../storage/invitations.js';
import type { Unit } from '../../storage/orm.js';
import { textsFor } from '../../words/textsFor.js';
import {
  accessAccount,
  accessBot,
  accessWorkspace,
  botScopesFor,
  callerWith,
  hasScope,
  scopesFor,
} from '../../auth/access.js';
import { takeInvitation } from '../../auth/invitations.js';
import { ShortText } from '../../schema/scalars.js';
import { MutationInput } from '../mutationInput.js';
import type { Caller } from '../../auth/caller.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { DeletePayload } from '../deletePayload.js';

/** The common fields of the payloads of invitations. */
@ObjectType()
export abstract class InvitationPayload extends Payload {
  @NullableField(() => Invitation, {
    description: 'The invitation, when nobody with this address is known here yet.',
  })
  invitation?: Invitation;

  @NullableField(() => String, {
    description:
      'The secret that accepts the invitation, shown only here; pass it on to the person.',
  })
  code?: string;

  @NullableField(() => String, 'The address where a browser accepts it.') link?: string;

  @NullableField(() => Boolean, {
    description: 'Whether the link was e-mailed to the person; null without an invitation.',
  })
  isEmailSent?: boolean;
}

/** The fields of an invitation that are not columns. */
@Resolver(() => Invitation)
export class InvitationFields {
  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace it leads into; null for those who do not belong to it.',
  })
  async workspace(
    @Root() { workspaceId }: Invitation,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'see');
  }

  @FieldResolver(() => Bot, {
    nullable: true,
    description:
      'The bot that is to be shared; null where there is none, and for those who may not read it.',
  })
  async bot(@Root() { botId }: Invitation, @Ctx() context: Context): Promise<Bot | null> {
    return botId === null ? null : findBotFor(context, botId, 'read');
  }
}

/** A new invitation with its secret, which is shown only once. */
interface Invited {
  readonly invitation: Invitation;
  readonly code: string;
  /** The address where a browser accepts it. */
  readonly link: string;
  /** Whether the link was e-mailed to the person. */
  readonly isEmailSent: boolean;
}

/** Creates an invitation in the caller's name, and e-mails its link if a mail server is configured. */
export async function invite(
  unit: Unit,
  context: Context,
  made: Omit<InvitationMade, 'hash'>,
): Promise<Invited> {
  const code = newToken();
  const invitation = await saveInvitation(unit, { ...made, hash: hashOf(code) });
  const server = context.ownAddress();
  const link = `${server}/invitations/${code}`;
  // What the inviter reads is the best guess for the other person, whose languages nobody knows.
  const { t } = textsFor(context.acceptLanguage);
  // Contains no text of the inviter, so that nobody can advertise in this server's name.
  const lines = [
    t('You are invited to work with others on {server}.', { server }),
    `${t('Open this link to join. It works once, for 14 days:')}\n${link}`,
    t('If you do not know what this is about, do nothing.'),
  ];
  const letter = { to: made.email, subject: t('You are invited'), text: lines.join('\n\n') };
  const isEmailSent = (await context.sendLetter?.(letter)) ?? false;
  return { invitation, code, link, isEmailSent };
}

@InputType({ description: 'Which invitation to accept.' })
class AcceptInvitationInput extends MutationInput {
  @Field(() => ShortText, 'The secret code of the invitation.') code: string;
}

@ObjectType({ description: 'The payload of accepting an invitation.' })
export class AcceptInvitationPayload extends Payload {
  @NullableField(() => Workspace, 'The workspace it led into.') workspace?: Workspace | undefined;
}

@InputType({ description: 'Which invitation.' })
class RevokeInvitationInput extends MutationInput {
  @Field(() => ID, 'The invitation.') invitationId: string;
}

/** The scopes for revoking invitations to a workspace and to a bot. */
const [toWorkspace, toBot] = [scopesFor('administer'), botScopesFor('administer')];

async function mayRevoke(
  unit: Unit,
  caller: Caller,
  { workspaceId, botId }: Invitation,
): Promise<boolean> {
  if (!hasScope(caller, botId === null ? toWorkspace : toBot)) return false;
  const target =
    botId === null
      ? accessWorkspace(unit, { caller, workspaceId, intent: 'administer' })
      : accessBot(unit, { caller, botId, intent: 'administer' });
  return (await orNull<unknown>(target)) !== null;
}

/** Takes invitations, or takes them back. */
@Resolver()
export class InvitationMutations {
  @Mutation(() => AcceptInvitationPayload, {
    description: 'Accepts an invitation for the caller; each can be accepted once.',
  })
  async acceptInvitation(
    @Arg('input', () => AcceptInvitationInput, { description: 'Which invitation to accept.' })
    { code }: AcceptInvitationInput,
    @Ctx() context: Context,
  ): Promise<Partial<AcceptInvitationPayload>> {
    const { userId } = accessAccount(await context.caller(), 'write');
    const { workspaceId } = await takeInvitation(context.openUnit(), { code, userId });
    return { workspace: await context.loaders().workspace.load(workspaceId) };
  }

  /** Revokes an invitation. Admins revoke those to a workspace, people who may share a bot those to the bot. */
  @Mutation(() => DeletePayload, {
    description: 'Revokes an invitation; its code no longer works.',
  })
  async revokeInvitation(
    @Arg('input', () => RevokeInvitationInput, { description: 'Which invitation.' })
    { invitationId }: RevokeInvitationInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const caller = callerWith(await context.caller(), [...toWorkspace, ...toBot]);
    const invitation = await findInvitation(unit, invitationId);
    if (!invitation || !(await mayRevoke(unit, caller, invitation))) {
      // A token whose scopes allow only one kind of invitation gets FORBIDDEN, so that it cannot probe for invitations of the other kind.
      for (const scopes of [toWorkspace, toBot]) callerWith(caller, scopes);
      throw commonFailure('INVITATION_NOT_FOUND');
    }
    await deleteInvitation(unit, invitation);
    const { workspaceId, botId } = invitation;
    return { deletedId: invitationId, workspaceId, botId };
  }
}
