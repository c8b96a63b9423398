import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import type { Context } from '../../context/context.js';
import type { Payload } from '../../schema/userError.js';
import { DeletePayload } from '../deletePayload.js';
import { AcceptInvitationPayload } from '../invitations/acceptInvitation.js';
import { ApiTokenPayload } from '../tokens/createApiToken.js';
import { WorkspacePayload } from '../workspaces/workspacePayload.js';
import { findViewer, Viewer } from './viewer.js';

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
