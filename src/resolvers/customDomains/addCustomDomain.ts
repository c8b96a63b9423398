import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { CustomDomain } from '../../schema/customDomain.js';
import { Field, NullableField } from '../../schema/field.js';
import { HostName } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { addCustomDomain } from '../../storage/customDomains.js';
import { isOwnDomain } from '../../storage/domainProof.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'The domain to add.' })
class AddCustomDomainInput extends MutationInput {
  @Field(() => ID, 'The workspace it is for.') workspaceId: string;
  @Field(() => HostName, 'The host, without a path.') name: string;
}

@ObjectType({ description: 'What adding a domain answers with.' })
class CustomDomainPayload extends Payload {
  @NullableField(() => CustomDomain, 'The domain.') customDomain?: CustomDomain;
}

const OURS = 'This server is there: it is the domain of no workspace, nor is any below it';

/** Adds an unverified domain to a workspace. Several workspaces may list the same domain. */
@Resolver()
export class AddCustomDomain {
  @Mutation(() => CustomDomainPayload, {
    description: 'Adds a domain to the list of a workspace, to be verified; its `records` say how.',
  })
  async addCustomDomain(
    @Arg('input', () => AddCustomDomainInput, { description: 'The domain to add.' })
    { workspaceId, name }: AddCustomDomainInput,
    @Ctx() context: Context,
  ): Promise<Partial<CustomDomainPayload>> {
    const unit = context.openUnit();
    await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'write' });
    if (isOwnDomain(name, context.publicUrl)) throw invalid([{ path: ['name'], message: OURS }]);
    return { customDomain: await addCustomDomain(unit, workspaceId, name) };
  }
}
