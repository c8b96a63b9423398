import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { CustomDomain } from '../../schema/customDomain.js';
import { DnsRecord, RECORDS } from '../../schema/dnsRecord.js';
import { Field, NullableField } from '../../schema/field.js';
import { HostName } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { findCustomDomain } from '../../storage/customDomains.js';
import { settleDomain } from '../../storage/domainHolds.js';
import { recordsOf } from '../../storage/domainProof.js';
import type { Unit } from '../../storage/orm.js';
import { MutationInput } from '../mutationInput.js';
import { Holds } from '../../schema/queryCost.js';

@InputType({ description: 'Which domain.' })
export class CustomDomainInput extends MutationInput {
  @Field(() => ID, 'The workspace it is of.') workspaceId: string;
  @Field(() => HostName, 'The domain, in any case.') name: string;
}

@ObjectType({ description: 'What verifying a domain answers with.' })
class VerifyCustomDomainPayload extends Payload {
  @NullableField(() => CustomDomain, 'The domain, with what was found.')
  customDomain?: CustomDomain;

  @Holds(10)
  @NullableField(() => [DnsRecord], RECORDS)
  records?: readonly DnsRecord[];
}

/** Looks up the DNS records of a domain and stores whether it is verified. With `DOMAIN_CHECK=off` the status is always UNKNOWN. */
@Resolver()
export class VerifyCustomDomain {
  @Mutation(() => VerifyCustomDomainPayload, {
    description:
      'Looks up in the DNS whether a domain leads here, and whether its TXT record proves that it is of this workspace, which holds it then.',
  })
  async verifyCustomDomain(
    @Arg('input', () => CustomDomainInput, { description: 'Which domain.' })
    input: CustomDomainInput,
    @Ctx() context: Context,
  ): Promise<Partial<VerifyCustomDomainPayload>> {
    const unit = context.openUnit();
    const domain = await domainToWrite(unit, context, input);
    await context.countLookUp(domain.workspaceId);
    const found = await context.lookUpDomain(domain.name);
    const customDomain = await settleDomain(context.openUnit(), domain, found);
    if (!customDomain) throw commonFailure('DOMAIN_NOT_FOUND');
    return { customDomain, records: recordsOf(customDomain, context.publicUrl) };
  }
}

/** Loads a domain of a workspace that the caller may write to. */
export async function domainToWrite(
  unit: Unit,
  context: Context,
  { workspaceId, name }: Pick<CustomDomainInput, 'workspaceId' | 'name'>,
): Promise<CustomDomain> {
  await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'write' });
  const domain = await findCustomDomain(unit, workspaceId, name);
  if (!domain) throw commonFailure('DOMAIN_NOT_FOUND');
  return domain;
}
