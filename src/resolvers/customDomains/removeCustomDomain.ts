import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { deleteCustomDomain } from '../../storage/customDomains.js';
import { DeletePayload } from '../deletePayload.js';
import { CustomDomainInput, domainToWrite } from './verifyCustomDomain.js';

/** Removes a domain from a workspace. Bots that are served at it keep their address. */
@Resolver()
export class RemoveCustomDomain {
  @Mutation(() => DeletePayload, { description: 'Removes a domain from the list of a workspace.' })
  async removeCustomDomain(
    @Arg('input', () => CustomDomainInput, { description: 'Which domain.' })
    input: CustomDomainInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const domain = await domainToWrite(unit, context, input);
    await deleteCustomDomain(unit, domain);
    return { deletedId: domain.id, workspaceId: domain.workspaceId };
  }
}
